import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';

import { usePlatform } from '#platform/platform.ts';
import { AppFooter } from '#ui/app-footer.tsx';
import { ConnectionLine } from '#ui/connection-line.tsx';
import { AppFrame } from '#ui/page-shell.tsx';
import { SkipLink } from '#ui/skip-link.tsx';

import { Header } from './header.tsx';

/** Header, the page of the address, footer. */
export function Layout() {
  const { settings } = usePlatform();
  const t = useTranslations('shell');
  useFocusOnNewPage();
  useKeptFocus();
  return (
    <AppFrame>
      <SkipLink>{t('skipToContent')}</SkipLink>
      <Header />
      <Outlet />
      <ConnectionLine text={t('noConnection')} />
      <AppFooter linksLabel={t('footer')}>
        <span title={t('version', { version: __VERSION__ })}>{settings.applicationName}</span>
      </AppFooter>
    </AppFrame>
  );
}

/** The keyboard keeps its place, from when somebody can have taken one. */
function useKeptFocus(): void {
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isLeft = false;
    import('./keep-focus.ts').then(
      ({ keepFocus }) => {
        if (!isLeft) stop = keepFocus();
      },
      // Without it the browser does what it always does.
      () => undefined,
    );
    return () => {
      isLeft = true;
      stop?.();
    };
  }, []);
}

/**
 * A new page begins at its top, as the router sees to; the keyboard and the screen reader begin there too. // spec §4
 * Another period of the offer is another path of the same page (OQ-106).
 */
function useFocusOnNewPage(): void {
  const page = useRouterState({
    select: ({ matches }) => {
      const match = matches.at(-1);
      return match?.routeId === '/offer/{-$period}' ? match.routeId : match?.pathname;
    },
  });
  const before = useRef<string>(undefined);
  useEffect(() => {
    const isFirst = before.current === undefined;
    const isSame = page === before.current;
    before.current = page;
    if (isFirst || isSame) return;
    document.querySelector('main')?.focus({ preventScroll: true });
  }, [page]);
}
