import { hasCart, orderingStyle } from '@refectory/domain/access';
import { showsBalance } from '@refectory/domain/balance';
import { displayName } from '@refectory/domain/customer';
import { isOfferOld } from '@refectory/domain/menu';
import type { Language } from '@refectory/domain/texts';
import { languageEntry } from '@refectory/translations/languages';
import { useQuery } from '@tanstack/react-query';
import { useReducer } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';

import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { useLaterPart } from '#platform/late/use-later-part.ts';
import { useIsLoggedIn, usePlatform, useSnapshot, type Platform } from '#platform/platform.ts';
import { addressOf, type ParamsArgument, type Path } from '#platform/routing/addresses.ts';
import { mayUseOffer } from '#platform/routing/guards.ts';
import { AddressLink, Link } from '#platform/routing/link.tsx';
import { usePlace } from '#platform/routing/place.tsx';
import { PageLink } from '#features/pages/page-link.tsx';
import { shownEntries } from '#features/pages/static-pages.ts';
import type { AccountFact } from '#ui/account-facts.tsx';
import { AppHeader, type HeaderAccount, type HeaderSearch } from '#ui/app-header.tsx';
import { Button } from '#ui/button.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { CompactSelect } from '#ui/compact-select.tsx';

import { cartSummary, tellLanguage } from '../late-parts.ts';
import { Brand } from './brand.tsx';

/** The menu that was read last. */
const newestMenu = ({ queries }: Platform) =>
  queries
    .getQueryCache()
    .findAll({ queryKey: ['getMenu'] })
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)[0];

/** Whether it was read so long ago that a click on the navigation reads the offer again. */
function hasOldOffer(platform: Platform): boolean {
  const menu = newestMenu(platform);
  return menu !== undefined && isOfferOld(menu.state.dataUpdatedAt, Date.now());
}

/** Reads an old offer again once the page is there. A menu that the page itself asks for is not asked for twice. */
function rereadOldOffer(platform: Platform): () => void {
  const wasOld = hasOldOffer(platform);
  return () => {
    if (!wasOld) return;
    const { queries } = platform;
    void queries.invalidateQueries({ queryKey: ['listCanteens'] }, { cancelRefetch: false });
    if (!hasOldOffer(platform)) return;
    void queries.invalidateQueries({ queryKey: ['getMenu'] }, { cancelRefetch: false });
    const menu = newestMenu(platform);
    // Where a page shows one, that one is read again, also when another was read after it.
    const isShown = queries.getQueryCache().findAll({ queryKey: ['getMenu'], type: 'active' }).length > 0;
    if (menu && !isShown) void queries.refetchQueries({ queryKey: menu.queryKey, exact: true });
  };
}

/** The bonus balance is only ever shown when it is not zero (OQ-10). */
const BONUS_DISPLAY = 1;

/** A place that the navigation leads to. */
function place<P extends Path>(label: string, path: P, ...params: ParamsArgument<P>) {
  return { label, address: addressOf(path, ...params) };
}

/** The header of the mode: in webcare all about the account lies below the name, elsewhere balances are in the bar. */
export function Header() {
  const platform = usePlatform();
  const t = useTranslations('shell');
  const isLoggedIn = useIsLoggedIn();
  const account = useAccount();
  const search = useDishSearch();
  const { pathname } = usePlace();
  const [pressed, countPress] = useReducer((count: number) => count + 1, 0);
  const { settings, navigation } = platform;
  const isWebcare = settings.applicationMode === 'webcare';

  const mayOrder = mayUseOffer(platform);
  const hasOrdersReport = isLoggedIn && !mayOrder && settings.allowOrdersReport;
  const places = [
    mayOrder && place(t('menu'), '/offer/:period?'),
    isLoggedIn && mayOrder && place(t('orders'), '/orders'),
    hasOrdersReport && place(t('orders'), '/profile/:page?', { page: 'orders' }),
    isLoggedIn && place(t('profile'), '/profile/:page?'),
  ].filter((entry) => entry !== false);
  // The profile and a page in it both match: the longer address is the current place.
  const current = places
    .filter(({ address }) => `${pathname}/`.startsWith(`${address}/`))
    .toSorted((one, other) => other.address.length - one.address.length)[0];

  const follow = async (address: string) => {
    countPress();
    const reread = rereadOldOffer(platform);
    await navigation.go(address);
    reread();
  };

  return (
    <AppHeader
      home={
        <Link to="/" onFollow={(address) => void follow(address)}>
          <Brand />
        </Link>
      }
      step={`${pathname} ${pressed} ${isLoggedIn}`}
      navLabel={t('navigation')}
      menuLabel={account?.name || t('navigation')}
      nav={[
        ...places.map((entry) => (
          <AddressLink
            key={entry.address}
            address={entry.address}
            current={entry === current}
            onFollow={(address) => void follow(address)}
          >
            {entry.label}
          </AddressLink>
        )),
        ...shownEntries(settings.pages.mainMenu).map((entry, index) => (
          <PageLink key={`page ${index}`} entry={entry} onFollow={(address) => void follow(address)} />
        )),
      ]}
      account={account}
      accountActions={isWebcare && isLoggedIn ? <Logout /> : undefined}
      cart={isLoggedIn && mayOrder && hasCart(orderingStyle(settings)) ? <Cart /> : undefined}
      search={mayOrder ? search : undefined}
      actions={
        <>
          {shownEntries(settings.pages.header).map((entry, index) => (
            <PageLink key={index} entry={entry} onFollow={(address) => void follow(address)} />
          ))}
          <LanguageChoice />
          {isLoggedIn ? (
            !isWebcare && <Logout />
          ) : (
            <>
              {settings.allowRegistration && <Link to="/registration">{t('registration')}</Link>}
              <Link to="/login">{t('login')}</Link>
            </>
          )}
        </>
      }
    />
  );
}

/** What is in the cart. Until its code is there, and where it cannot be fetched, its room stays empty. */
function Cart() {
  const { loaded: Summary } = useLaterPart(cartSummary);
  return Summary && <Summary />;
}

function Logout() {
  const { dialogs } = usePlatform();
  const t = useTranslations('shell');
  return (
    <Button tone="quiet" size="small" onClick={() => void dialogs.open('confirm-logout', {})}>
      {t('logout')}
    </Button>
  );
}

/** What is typed narrows the offer; from another page Enter leads there. */
function useDishSearch(): HeaderSearch {
  const { dishSearch, navigation } = usePlatform();
  const { path } = usePlace();
  const t = useTranslations('shell');
  const text = useStore(dishSearch, (search) => search.text);
  return {
    label: t('search'),
    isOn: text !== '',
    onEnd: () => dishSearch.setState({ text: '' }),
    box: (
      <SearchBox
        label={t('search')}
        value={text}
        onChange={(typed) => dishSearch.setState({ text: typed })}
        onSubmit={() => {
          if (path !== '/offer/:period?') void navigation.goTo('/offer/:period?');
        }}
      />
    ),
  };
}

function LanguageChoice() {
  const platform = usePlatform();
  const t = useTranslations('shell');
  const language = useSnapshot(() => platform.language());
  const isLoggedIn = useIsLoggedIn();
  return (
    <CompactSelect
      label={t('language')}
      icon="globe"
      value={language}
      options={platform.settings.languages.map((code) => ({
        value: code,
        label: languageEntry(code).name,
        lang: code,
      }))}
      onChange={(event) => {
        // The options are the languages of the settings.
        const chosen = event.target.value as Language;
        platform.snapshot.setState({ language: chosen });
        // Without its code the server learns of it with the next choice.
        if (isLoggedIn) tellLanguage.load().then((tell) => tell(platform, chosen), noop);
      }}
    />
  );
}

const noop = () => undefined;

/** Who is logged in and what is on the account; undefined for a guest. */
function useAccount(): HeaderAccount | undefined {
  const { query, settings } = usePlatform();
  const isLoggedIn = useIsLoggedIn();
  const t = useTranslations('shell');
  const formats = useFormats();
  const customer = useQuery({ ...query('getCustomer', undefined), enabled: isLoggedIn });
  const isBalanceShown = isLoggedIn && settings.showAccountBalance !== 0;
  const balance = useQuery({ ...query('getBalance', undefined), enabled: isBalanceShown });
  const isBonusShown = isLoggedIn && settings.showBonusBalance;
  const bonus = useQuery({ ...query('getBonusBalance', undefined), enabled: isBonusShown });
  const isCustomDataShown = isLoggedIn && settings.showCustomData;
  const custom = useQuery({ ...query('listCustomData', undefined), enabled: isCustomDataShown });
  if (!isLoggedIn) return undefined;
  const known = customer.data && displayName(customer.data);
  const amount = balance.data?.balance;
  const { bonusBalance, bonusBalanceCurrency = '' } = bonus.data ?? {};
  const balances: (AccountFact | false)[] = [
    showsBalance(settings.showAccountBalance, amount) && {
      label: t('balance'),
      value: formats.amount(amount),
    },
    showsBalance(BONUS_DISPLAY, bonusBalance) && {
      label: t('bonusBalance'),
      value: formats.amountIn(bonusBalanceCurrency, bonusBalance),
    },
  ];
  return {
    // Until the customer is read there is no name: a screen reader would read out another one in its place.
    name: customer.isLoading ? '' : (known ?? t('myProfile')),
    initials: known && initialsOf(known),
    // Both balances come at the same time, so that the bar changes only once.
    balances: bonus.isLoading || balance.isLoading ? [] : balances.filter((entry) => entry !== false),
    mostBalances: [isBalanceShown, isBonusShown].filter(Boolean).length,
    facts: custom.data?.customData.map(({ label, value }) => ({ label, value: String(value) })) ?? [],
  };
}

/** The first letters of the first two words of a name. */
function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toLocaleUpperCase())
    .join('');
}
