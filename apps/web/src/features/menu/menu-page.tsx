import type { MenuItem } from '@refectory/contract/menu';
import { filtersOn } from '@refectory/domain/menu';
import { periods } from '@refectory/domain/period';
import {
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useState,
  type ComponentProps,
} from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';

import { useMyOrders } from '#features/orders/use-my-orders.ts';
import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { latePart } from '#platform/late/late-part.ts';
import { useLateDialog } from '#platform/late/use-late-dialog.ts';
import { useLatePart } from '#platform/late/use-late-part.ts';
import { useIsLoggedIn, usePlatform, useSnapshot, useToday } from '#platform/platform.ts';
import { PageTitle } from '#platform/routing/page-title.tsx';
import { Button } from '#ui/button.tsx';
import { Chip, ChipRow } from '#ui/chip.tsx';
import { ChoiceButton } from '#ui/choice-button.tsx';
import { BrokenPlate } from '#ui/illustrations/broken-plate.tsx';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';
import { Notice } from '#ui/notice.tsx';
import { OptionPanel } from '#ui/option-panel.tsx';
import { PageShell, Stack } from '#ui/page-shell.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';
import { Pending, Skeleton } from '#ui/skeleton.tsx';
import { useMedia } from '#ui/use-media.ts';

import { DetailsContext } from './dish-on-menu.tsx';
import { DayNotes } from './day-notes.tsx';
import { MenuOfDays } from './menu-of-days.tsx';
import { OfferDays } from './offer-days.tsx';
import { useOfferChoice, type OfferChoice } from './use-offer-choice.ts';
import { useOffer, type Offer } from './use-offer.ts';
import { OrderActionContext } from './use-dish-facts.tsx';

const orderSummary = latePart(
  async () => (await import('#features/orders/order-summary-panel.tsx')).OrderSummaryPanel,
);
const orderActionButton = latePart(
  async () => (await import('#features/orders/order-action-button.tsx')).OrderActionButton,
);
const liveOffer = latePart(async () => (await import('./live-offer.tsx')).LiveOffer);
const canteenPicker = latePart(async () => (await import('./canteen-picker.tsx')).CanteenPicker, {
  words: ['dialogs'],
});
const dishDetails = latePart(async () => (await import('./dish-details.tsx')).DishDetails, {
  words: ['dialogs'],
});

/** `/offer/{period?}`: what the canteen cooks, by day and group. // spec §2 */
export default function MenuPage() {
  const t = useTranslations('menu');
  const tShell = useTranslations('shell');
  const formats = useFormats();
  const today = useToday();
  const choice = useOfferChoice();
  const { period } = choice;
  const offer = useOffer(choice);
  // What is pressed is answered at once; the dishes, of which there may be hundreds, follow it.
  const filter = useDeferredValue(choice.filter);
  const isLoggedIn = useIsLoggedIn();
  const { data: orders } = useMyOrders();
  const summary = useLatePart(orderSummary, isLoggedIn);
  const orderAction = useLatePart(orderActionButton, isLoggedIn);
  const isLive = useSnapshot(({ session }) => session.live === true);
  // Without its code the offer works as without the stream (API-62).
  const live = useLatePart(liveOffer, isLive && offer.menu.data !== undefined);
  const optionsId = useId();
  const isWide = useMedia(WIDE);
  const [isOptionsOpen, setOptionsOpen] = useState<boolean | undefined>();
  const areOptionsShown = isOptionsOpen ?? isWide;
  const picker = useLateDialog(canteenPicker);

  // Which day comes first is known when the menu is read.
  const isDayKnown = choice.day !== undefined || period === 'TIMESPAN' || offer.menu.data !== undefined;
  const { from, to } = offer.range;
  const heading =
    period === 'DAY'
      ? formats.dayHeading(offer.day, today)
      : t('span', { from: formats.dayShort(from), to: formats.dayShort(to) });
  const canteens = offer.canteens.data?.canteens ?? [];
  const filters = offer.menu.data?.filters ?? [];
  const chosen = filtersOn(filters, choice.filter);
  useDroppedFilters(choice, offer, chosen);

  const details = useLateDialog(dishDetails);
  const [detailed, setDetailed] = useState<{ readonly dish: MenuItem }>();
  // The same at every drawing: another one would draw all dishes anew.
  const detail = useCallback((dish: MenuItem) => setDetailed({ dish }), []);
  const openDetails = useEffectEvent(() => void details.open());
  useEffect(() => {
    if (detailed) openDetails();
  }, [detailed]);
  // As the menu on screen has it now.
  const detailedNow = offer.menu.data?.menu.find(
    ({ mealId, date, product }) =>
      mealId === detailed?.dish.mealId &&
      date === detailed.dish.date &&
      product?.id === detailed.dish.product?.id,
  );
  const isDetailedGone = details.Dialog !== undefined && detailedNow === undefined;
  const closeDetails = useEffectEvent(details.close);
  useEffect(() => {
    if (isDetailedGone) closeDetails();
  }, [isDetailedGone]);

  const openPicker = useEffectEvent(() => void picker.open());
  useEffect(() => {
    if (offer.needsCanteen) openPicker();
  }, [offer.needsCanteen]);

  return (
    <OrderActionContext value={orderAction.loaded}>
      <PageShell
        title={isDayKnown ? heading : <Pending label={tShell('menu')}>{heading}</Pending>}
        lead={
          <>
            {/* While the canteens are read it keeps its place, so that nothing moves when they come. */}
            {(canteens.length > 0 || offer.canteens.isPending) && (
              <ChoiceButton
                icon="map-pin"
                steady
                disabled={canteens.length === 0}
                busy={picker.isLoading}
                aria-haspopup="dialog"
                aria-label={`${t('canteen')}: ${offer.canteen?.name ?? t('chooseCanteen')}`}
                onClick={() => void picker.open()}
              >
                {offer.canteen?.name ?? t('chooseCanteen')}
              </ChoiceButton>
            )}
            <ChoiceButton
              icon="sliders"
              count={chosen.length}
              aria-label={chosen.length > 0 ? `${t('options')} (${chosen.length})` : undefined}
              aria-expanded={areOptionsShown}
              aria-controls={optionsId}
              onClick={() => setOptionsOpen(!areOptionsShown)}
            >
              {t('options')}
            </ChoiceButton>
          </>
        }
        tools={
          <SegmentedControl
            label={t('period')}
            options={periods.map((value) => ({ value, label: t(value) }))}
            value={period}
            onChange={choice.selectPeriod}
          />
        }
        aside={
          isLoggedIn &&
          (summary.loaded ? (
            <summary.loaded
              orders={orders?.filter(({ orderItem }) => orderItem.date >= from && orderItem.date <= to)}
            />
          ) : null)
        }
      >
        <PageTitle page="offer" />
        {live.loaded && offer.menu.data && (
          <live.loaded canteenId={offer.canteen?.id} menu={offer.menu.data} />
        )}
        <Stack>
          <OfferDays
            choice={choice}
            offer={offer}
            isDayKnown={isDayKnown}
            ordered={new Set(orders?.map(({ orderItem }) => orderItem.date))}
          />
          <DayNotes choice={choice} offer={offer} />
          {areOptionsShown && (
            <OptionPanel id={optionsId} label={t('options')}>
              {filters.length > 0 && (
                <ChipRow label={t('filters')}>
                  {filters.map(({ id, name }) => (
                    <Chip
                      key={id}
                      pressed={chosen.includes(id)}
                      onToggle={(isOn) =>
                        choice.selectFilters(isOn ? [...chosen, id] : chosen.filter((other) => other !== id))
                      }
                    >
                      {name}
                    </Chip>
                  ))}
                </ChipRow>
              )}
            </OptionPanel>
          )}
          <DetailsContext value={detail}>
            <OfferBody
              offer={offer}
              period={period}
              chosen={filter}
              pressed={choice.pressed}
              onPickCanteen={() => void picker.open()}
            />
          </DetailsContext>
        </Stack>
        {details.Dialog && detailedNow && <details.Dialog dish={detailedNow} onClose={details.close} />}
        {picker.Dialog && (
          <picker.Dialog
            canteens={canteens}
            current={offer.canteen}
            onClose={picker.close}
            onPick={(id) => {
              picker.close();
              choice.selectCanteen(id);
            }}
          />
        )}
      </PageShell>
    </OrderActionContext>
  );
}

/** From this width on there is room for everything at once. */
const WIDE = '(min-width: 56.25em)';

/** A filter that the menu of what is now chosen does not know is dropped for good (OQ-24). */
function useDroppedFilters(choice: OfferChoice, offer: Offer, known: readonly string[]): void {
  const isSettled =
    offer.menu.isSuccess && !offer.isOlder && (choice.period === 'TIMESPAN' || choice.day === offer.day);
  const isOneUnknown = isSettled && choice.filter !== undefined && choice.filter.length > known.length;
  const drop = useEffectEvent(() => choice.selectFilters([...known]));
  useEffect(() => {
    if (isOneUnknown) drop();
  }, [isOneUnknown]);
}

type BodyProps = Pick<ComponentProps<typeof MenuOfDays>, 'period' | 'chosen' | 'pressed'> & {
  readonly offer: Offer;
  readonly onPickCanteen: () => void;
};

function OfferBody({ offer, onPickCanteen, ...shown }: BodyProps) {
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
