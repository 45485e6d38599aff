import { useIsFetching } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';

import { useLatePart } from '#platform/late/use-late-part.ts';
import { useLaterPart } from '#platform/late/use-later-part.ts';
import { usePlatform } from '#platform/platform.ts';
import { useShown } from '#platform/routing/place.tsx';
import { AppFooter } from '#ui/app-footer.tsx';
import { AppFrame } from '#ui/page-shell.tsx';
import { ProgressLine } from '#ui/progress-line.tsx';
import { SkipLink } from '#ui/skip-link.tsx';

import { NoConnectionPage, UnexpectedErrorPage } from '../error-pages.tsx';
import { footerContent, keepFocus, pageMeta } from '../late-parts.ts';
import { Brand } from './brand.tsx';
import { Header } from './header.tsx';

/** Header, the page of the address, footer. */
export function Layout() {
  const shown = useShown();
  const t = useTranslations('shell');
  const { loaded: Meta } = useLaterPart(pageMeta);
  useFocusOnNewPage();
  useKeptFocus();
  return (
    <AppFrame>
      <SkipLink>{t('skipToContent')}</SkipLink>
      <NextPageLine />
      <Header />
      <ErrorBoundary resetKeys={[shown]} FallbackComponent={UnexpectedErrorPage}>
        <ShownPage />
      </ErrorBoundary>
      <FirstPage />
      <Footer />
      {Meta && <Meta />}
    </AppFrame>
  );
}

/** A press that leads to a page whose code is not there yet is answered at once. */
function NextPageLine() {
  const isFetching = useStore(usePlatform().navigation.isFetching);
  const t = useTranslations('shell');
  return isFetching && <ProgressLine label={t('loading')} />;
}

function Footer() {
  const t = useTranslations('shell');
  const { loaded: Content, isAwaited } = useLaterPart(footerContent);
  return (
    <AppFooter
      isAwaited={isAwaited}
      brand={
        <span title={t('version', { version: __VERSION__ })}>
          <Brand />
        </span>
      }
    >
      {Content && <Content />}
    </AppFooter>
  );
}

/** A page that still reads after so long is a slow one, and has its footer all the same. */
const PAGE_AT_LAST_MS = 5_000;

/** Tells once that the page is there with what it reads. It stands after the page, whose calls have begun by then. */
function FirstPage() {
  const { component, failure } = useShown();
  const { queries, isFirstPageThere } = usePlatform();
  const isDrawn = (component ?? failure) !== undefined;
  const isReading = useIsFetching() > 0;
  useEffect(() => {
    // The last answer may have led to the next call.
    if (!isDrawn || isReading || queries.isFetching() > 0) return undefined;
    // What was read is painted first.
    const frame = requestAnimationFrame(() => setTimeout(() => isFirstPageThere.setState(true, true)));
    return () => cancelAnimationFrame(frame);
  }, [isDrawn, isReading, queries, isFirstPageThere]);
  useEffect(() => {
    const timer = isDrawn && setTimeout(() => isFirstPageThere.setState(true, true), PAGE_AT_LAST_MS);
    return () => {
      if (timer !== false) clearTimeout(timer);
    };
  }, [isDrawn, isFirstPageThere]);
  return null;
}

/** The page of the address in its frame, or why it cannot be shown. */
function ShownPage() {
  const { navigation } = usePlatform();
  const { component: Component, frame: Frame, failure } = useShown();
  if (failure === 'offline') return <NoConnectionPage retry={navigation.retry} />;
  if (failure) throw failure.error;
  if (!Component) return null;
  return Frame ? (
    <Frame>
      <Component />
    </Frame>
  ) : (
    <Component />
  );
}

/** The keyboard keeps its place, from when somebody can have taken one; without its code the browser does as always. */
function useKeptFocus(): void {
  const { loaded: keep } = useLatePart(keepFocus);
  useEffect(() => keep?.(), [keep]);
}

/**
 * The keyboard and the screen reader begin at the top of a new page too. Another period of the offer, or another
 * token, is another address of the same page.
 */
function useFocusOnNewPage(): void {
  const { component } = useShown();
  const before = useRef(component);
  useEffect(() => {
    if (before.current === component) return;
    before.current = component;
    document.querySelector('main')?.focus({ preventScroll: true });
  }, [component]);
}
