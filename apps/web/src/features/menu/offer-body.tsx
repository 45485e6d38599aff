import { useDeferredValue, type ComponentProps } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';

import { usePlatform } from '#platform/platform.ts';
import { Button } from '#ui/button.tsx';
import { BrokenPlate } from '#ui/illustrations/broken-plate.tsx';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';
import { Notice } from '#ui/notice.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

import { MenuOfDays } from './menu-of-days.tsx';
import type { Offer } from './use-offer.ts';

type BodyProps = Pick<ComponentProps<typeof MenuOfDays>, 'period' | 'chosen' | 'pressed'> & {
  readonly offer: Offer;
  readonly onPickCanteen: () => void;
};

/** The dishes of the offer, or why there are none. */
export function OfferBody({ offer, onPickCanteen, ...shown }: BodyProps) {
  const t = useTranslations();
  const { canteens, canteen, menu, range } = offer;
  const failed = [canteens, menu].find((query) => query.isLoadingError);
  if (failed) {
    const title = failed === canteens ? 'menu.canteensFailedTitle' : 'menu.failedTitle';
    return (
      <Notice
        tone="failed"
        illustration={<BrokenPlate />}
        title={t(title)}
        action={<RetryButton query={failed} />}
      />
    );
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
  if (!data || offer.isOlder) {
    const label = canteens.isPending ? 'menu.canteensLoading' : 'menu.loading';
    return <Skeleton shape="dish" count={6} label={t(label)} />;
  }
  return (
    <>
      {menu.isRefetchError && (
        <Notice tone="info" title={t('menu.rereadFailedTitle')} action={<RetryButton query={menu} />} />
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

/** While a search is typed, only this is drawn again; the dishes follow. */
function SearchedMenu(props: Omit<ComponentProps<typeof MenuOfDays>, 'search'>) {
  const search = useDeferredValue(useStore(usePlatform().dishSearch, ({ text }) => text));
  return <MenuOfDays {...props} search={search} />;
}

function RetryButton({ query }: { query: Offer['canteens'] | Offer['menu'] }) {
  const t = useTranslations('shell');
  return (
    <Button busy={query.isFetching} onClick={() => void query.refetch()}>
      {t('retry')}
    </Button>
  );
}
