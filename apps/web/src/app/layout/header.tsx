import { showsBalance } from '@refectory/domain/balance';
import { displayName } from '@refectory/domain/customer';
import { OLD_OFFER_MS } from '@refectory/domain/menu';
import type { Language } from '@refectory/domain/texts';
import { languageEntry } from '@refectory/translations/languages';
import { useQuery } from '@tanstack/react-query';
import { useReducer } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';

import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { useIsLoggedIn, usePlatform, useSnapshot, type Platform } from '#platform/platform.ts';
import { addressOf, type ParamsArgument, type Path } from '#platform/routing/addresses.ts';
import { mayUseOffer } from '#platform/routing/guards.ts';
import { AddressLink, Link } from '#platform/routing/link.tsx';
import { usePlace } from '#platform/routing/place.tsx';
import type { AccountFact } from '#ui/account-facts.tsx';
import { AppHeader, HeaderBrand } from '#ui/app-header.tsx';
import { BrandMark } from '#ui/brand-mark.tsx';
import { Button } from '#ui/button.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { Select } from '#ui/select.tsx';

import { tellLanguage } from '../late-parts.ts';

/** Whether the last menu was read so long ago that a click on the navigation reads the offer again (OQ-20). */
function isOfferOld({ queries }: Platform): boolean {
  const menus = queries.getQueryCache().findAll({ queryKey: ['getMenu'] });
  return Date.now() - Math.max(...menus.map(({ state }) => state.dataUpdatedAt)) > OLD_OFFER_MS;
}

/** Reads an offer again that is old, once the page is there: the menu it has asked for already is not asked for twice. */
function rereadOldOffer(platform: Platform): () => void {
  const wasOld = isOfferOld(platform);
  return () => {
    if (!wasOld) return;
    for (const name of ['listCanteens', ...(isOfferOld(platform) ? ['getMenu'] : [])])
      void platform.queries.invalidateQueries({ queryKey: [name] }, { cancelRefetch: false });
  };
}

/** The bonus balance is only ever shown when it is not zero (OQ-10). */
const BONUS_DISPLAY = 1;

/** A place that the navigation leads to. */
function place<P extends Path>(label: string, path: P, ...params: ParamsArgument<P>) {
  return { label, address: addressOf(path, ...params) };
}

/** The header of shop and canteen mode. // spec §2, screens */
export function Header() {
  const platform = usePlatform();
  const t = useTranslations('shell');
  const isLoggedIn = useIsLoggedIn();
  const account = useAccount();
  const { pathname } = usePlace();
  const [pressed, countPress] = useReducer((count: number) => count + 1, 0);
  const { settings, navigation } = platform;

  const mayOrder = mayUseOffer(platform);
  const hasOrdersReport = isLoggedIn && !mayOrder && settings.allowOrdersReport;
  const places = [
    mayOrder && place(t('menu'), '/offer/:period?'),
    isLoggedIn && mayOrder && place(t('orders'), '/orders'),
    hasOrdersReport && place(t('orders'), '/profile/:page?', { page: 'orders' }),
    isLoggedIn && place(t('profile'), '/profile/:page?'),
  ].filter((entry) => entry !== false);
  // Of two that hold, as the profile and the orders in it, the longer one says where one is.
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
          <HeaderBrand logo={<BrandMark />} name={settings.applicationName} />
        </Link>
      }
      step={`${pathname} ${pressed}`}
      navLabel={t('navigation')}
      menuLabel={account?.name || t('navigation')}
      nav={places.map((entry) => (
        <AddressLink
          key={entry.address}
          address={entry.address}
          current={entry === current}
          onFollow={(address) => void follow(address)}
        >
          {entry.label}
        </AddressLink>
      ))}
      balance={account?.balance}
      facts={account?.facts}
      search={mayUseOffer(platform) ? <DishSearch /> : undefined}
      user={account && { name: account.name, initials: account.initials }}
      actions={
        <>
          <LanguageChoice />
          {isLoggedIn ? (
            <Button
              tone="quiet"
              size="small"
              onClick={() => void platform.dialogs.open('confirm-logout', {})}
            >
              {t('logout')}
            </Button>
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

/** What is typed narrows the offer; from another page Enter leads there (OQ-37). */
function DishSearch() {
  const { dishSearch, navigation } = usePlatform();
  const { path } = usePlace();
  const t = useTranslations('shell');
  const text = useStore(dishSearch, (search) => search.text);
  return (
    <SearchBox
      label={t('search')}
      value={text}
      onChange={(typed) => dishSearch.setState({ text: typed })}
      onSubmit={() => {
        if (path !== '/offer/:period?') void navigation.goTo('/offer/:period?');
      }}
    />
  );
}

function LanguageChoice() {
  const platform = usePlatform();
  const t = useTranslations('shell');
  const language = useSnapshot(() => platform.language());
  const isLoggedIn = useIsLoggedIn();
  return (
    <Select
      label={t('language')}
      labelHidden
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
function useAccount() {
  const { query, settings } = usePlatform();
  const isLoggedIn = useIsLoggedIn();
  const t = useTranslations('shell');
  const formats = useFormats();
  const customer = useQuery({ ...query('getCustomer', undefined), enabled: isLoggedIn });
  const isBalanceShown = isLoggedIn && settings.showAccountBalance !== 0;
  const balance = useQuery({ ...query('getBalance', undefined), enabled: isBalanceShown });
  const facts = useFacts();
  if (!isLoggedIn) return undefined;
  const amount = balance.data?.balance;
  const known = customer.data && displayName(customer.data);
  return {
    // Until it is read there is none: another one in its place would be read out.
    name: customer.isLoading ? '' : (known ?? t('myProfile')),
    initials: known && initialsOf(known),
    balance: showsBalance(settings.showAccountBalance, amount)
      ? { label: t('balance'), amount: formats.amount(amount) }
      : undefined,
    facts,
  };
}

/** The bonus balance and the custom data, all at once when all are read; undefined where neither is ever shown. */
function useFacts(): AccountFact[] | undefined {
  const { query, settings } = usePlatform();
  const isLoggedIn = useIsLoggedIn();
  const t = useTranslations('shell');
  const formats = useFormats();
  const isBonusShown = isLoggedIn && settings.showBonusBalance;
  const bonus = useQuery({ ...query('getBonusBalance', undefined), enabled: isBonusShown });
  const isCustomDataShown = isLoggedIn && settings.showCustomData;
  const custom = useQuery({ ...query('listCustomData', undefined), enabled: isCustomDataShown });
  if (!isBonusShown && !isCustomDataShown) return undefined;
  if (bonus.isLoading || custom.isLoading) return [];
  const { bonusBalance, bonusBalanceCurrency = '' } = bonus.data ?? {};
  const facts = custom.data?.customData.map(({ label, value }) => ({ label, value: String(value) })) ?? [];
  if (!showsBalance(BONUS_DISPLAY, bonusBalance)) return facts;
  return [
    { label: t('bonusBalance'), value: formats.amountIn(bonusBalanceCurrency, bonusBalance) },
    ...facts,
  ];
}

/** The first letters of the first two words of a name. */
function initialsOf(name: string): string {
  return name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toLocaleUpperCase())
    .join('');
}
