import { useDeferredValue, type ComponentProps } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';

import { FailedRead, RetryButton } from '#platform/api/failed-read.tsx';
import { usePlatform } from '#platform/platform.ts';
import { Button } from '#ui/button.tsx';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';
import { Notice } from '#ui/notice.tsx';
import { Stack } from '#ui/page-shell.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TabsPlace } from '#ui/tabs-place.tsx';
import { PHONE, useMedia } from '#ui/use-media.ts';

import { MenuOfDays } from './menu-of-days.tsx';
import type { Offer } from './use-offer.ts';

type BodyProps = Pick<ComponentProps<typeof MenuOfDays>, 'period' | 'chosen' | 'pressed' | 'onDayInSight'> & {
  readonly offer: Offer;
  /** The menu is not drawn yet, though it may be there. */
  readonly isHeldBack: boolean;
  readonly onPickCanteen: () => void;
};

/** The dishes of the offer, or why there are none. */
export function OfferBody({ offer, isHeldBack, onPickCanteen, ...shown }: BodyProps) {
  const t = useTranslations();
  const { canteens, canteen, menu, range } = offer;
  const failed = [canteens, menu].find((query) => query.isLoadingError);
  if (failed) {
    const title = failed === canteens ? 'menu.canteensFailedTitle' : 'menu.failedTitle';
    return <FailedRead title={t(title)} reads={[failed]} />;
  }
  if (offer.needsCanteen) {
    return (
      <Notice
        tone="empty"
        illustration={<EmptyPlate />}
        title={t('menu.chooseCanteen')}
        action={<Button onClick={onPickCanteen}>{t('menu.chooseCanteen')}</Button>}
      />
    );
  }
  if (canteens.isSuccess && !canteen) {
    return <Notice tone="empty" illustration={<EmptyPlate />} title={t('menu.noCanteens')} />;
  }
  const { data } = menu;
  if (!data || offer.isOlder || isHeldBack) {
    const label = canteens.isPending ? 'menu.canteensLoading' : 'menu.loading';
    return <MenuPlace period={shown.period} label={t(label)} />;
  }
  return (
    <>
      {menu.isRefetchError && (
        <Notice
          tone="info"
          title={t('menu.rereadFailedTitle')}
          action={<RetryButton reads={[menu]} size="small" />}
        />
      )}
      <SearchedMenu
        key={`${canteen?.id} ${range.from}`}
        menu={data}
        from={range.from}
        to={range.to}
        canteen={canteen?.name ?? ''}
        {...shown}
      />
    </>
  );
}

/** The place of a menu as most begin: with what holds for the day, and the first of its groups. */
function MenuPlace({ period, label }: Pick<BodyProps, 'period'> & { readonly label: string }) {
  const isPhone = useMedia(PHONE);
  return (
    <Stack gap="tight">
      <Skeleton shape="text" />
      {isPhone && period === 'DAY' ? <TabsPlace /> : <Skeleton shape="title" />}
      <Skeleton shape="dish" count={6} label={label} />
    </Stack>
  );
}

/** While a search is typed, only this is drawn again; the dishes follow. */
function SearchedMenu(props: Omit<ComponentProps<typeof MenuOfDays>, 'search'>) {
  const search = useDeferredValue(useStore(usePlatform().dishSearch, ({ text }) => text));
  return <MenuOfDays {...props} search={search} />;
}
