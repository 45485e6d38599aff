import { ApiError, type Failure } from '@refectory/contract/errors';
import { localText } from '@refectory/domain/texts';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';

import { ReadState } from '#platform/api/read-state.tsx';
import { useLanguage } from '#platform/i18n/i18n-provider.tsx';
import { usePlatform, type Platform } from '#platform/platform.ts';
import { DocumentTitle } from '#platform/routing/page-title.tsx';
import { usePlace } from '#platform/routing/place.tsx';
import { HtmlText } from '#ui/html-text.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageShell } from '#ui/page-shell.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

import { findStaticPage } from './static-pages.ts';

/** A server that does not answer for so long is one that cannot be reached. */
const PATIENCE_MS = 10_000;

/** A page of text of the configuration. */
export default function StaticPage() {
  const { settings } = usePlatform();
  const language = useLanguage();
  const { params } = usePlace();
  const entry = findStaticPage(settings, params['pathname']);
  // The redirect of the route leads on from a pathname without a page.
  if (!entry) return null;
  const title = localText(entry.title, language);
  return (
    <PageShell title={title} width="narrow">
      <DocumentTitle title={title} />
      {entry.body === undefined && entry.bodyUrl !== undefined ? (
        <TextOfFile address={localText(entry.bodyUrl, language)} />
      ) : (
        <Text html={localText(entry.body ?? '', language)} />
      )}
    </PageShell>
  );
}

/** A text whose addresses begin at `base`, the application's own where it is not a file. */
function Text({ html, base }: { readonly html: string; readonly base?: string }) {
  const platform = usePlatform();
  return (
    <HtmlText
      html={html}
      page={{
        base: base ?? addressInside(platform, '').href,
        wayTo: (address) => wayTo(platform, address),
      }}
    />
  );
}

/** A text that lies in a file of this origin. */
function TextOfFile({ address }: { readonly address: string }) {
  const platform = usePlatform();
  const t = useTranslations();
  const file = addressInside(platform, address);
  const isOwn = file.origin === globalThis.location.origin;
  const read = useQuery({
    queryKey: ['text of a page', file.href],
    queryFn: ({ signal }) => fetchText(file, signal),
    enabled: isOwn,
    staleTime: Infinity,
  });
  if (!isOwn) return <Notice tone="failed" title={t('login.invalidParameters')} />;
  return (
    <ReadState reads={[read]} awaited={<Skeleton shape="text" />} failedTitle={t('Error.pageUnread')}>
      {() => <Text html={read.data ?? ''} base={file.href} />}
    </ReadState>
  );
}

/** The whole address of one that begins at the folder of the application. */
function addressInside({ navigation }: Platform, address: string): URL {
  return new URL(address, globalThis.location.origin + navigation.href('/'));
}

/** The text of a file. Throws an `ApiError`. */
async function fetchText(file: URL, signal: AbortSignal): Promise<string> {
  const failed = (failure: Failure, cause?: unknown) => new ApiError(failure, { cause });
  let response: Response;
  try {
    response = await fetch(file, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
      cache: 'no-cache',
    });
  } catch (error) {
    throw failed({ kind: 'offline' }, error);
  }
  const isText = response.headers.get('content-type')?.startsWith('text/') ?? false;
  if (response.status === 503) throw failed({ kind: 'unavailable' });
  if (!response.ok || !isText) throw failed({ kind: 'malformed' });
  return response.text();
}

/**
 * The way to a page of the application, for an address as a text has it: `/orders` leads there under whatever path the
 * application lies, and so does the address with that path. Undefined for what is no page of the application.
 */
function wayTo({ navigation }: Platform, address: string) {
  if (!address.startsWith('/')) return undefined;
  const start = navigation.href('/');
  const below = address.startsWith(start) ? address.slice(start.length - 1) : undefined;
  const inside = [address, below].find((one) => one !== undefined && navigation.isPage(one));
  if (inside === undefined) return undefined;
  return { href: navigation.href(inside), follow: () => void navigation.go(inside) };
}
