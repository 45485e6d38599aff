import { ApiError } from '@refectory/contract/errors';
import { withBegunTopUp } from '@refectory/domain/begun-top-up';
import { valueIn, type FormValues } from '@refectory/domain/form-field';
import { money, parseMoney, type Money } from '@refectory/domain/money';
import type { Language } from '@refectory/domain/texts';
import { topUpGateway, topUpLimits, typedTopUp, type TypedTopUp } from '@refectory/domain/top-up';
import { isWebAddress } from '@refectory/domain/web-address';
import { languageEntry } from '@refectory/translations/languages';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';

import { act } from '#platform/api/action.ts';
import type { ApiOutput, Gateway } from '#platform/api/api.ts';
import { Form, type FormObstacle } from '#platform/forms/form.tsx';
import type { ScreenField } from '#platform/forms/screen-field.ts';
import { useFormats, useLanguage } from '#platform/i18n/i18n-provider.tsx';
import { BegunTopUpNote } from '#platform/payments/begun-top-up-note.tsx';
import { usePlatform, type Platform } from '#platform/platform.ts';
import { leaveFor, returnAddress } from '#platform/routing/other-site.ts';
import { PageTitle } from '#platform/routing/page-title.tsx';
import { useCustomer } from '#platform/session/use-customer.ts';
import { FormSections } from '#ui/form-sections.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageShell, Stack } from '#ui/page-shell.tsx';

const PAYMENT_FIELD = 'paymentType';
/** The one way to pay in: by card. */
const CARD = 'creditcard';
const AMOUNT_FIELD = 'toBePaid';

/** `/profile/top-up`: pays money into the account by card. */
export default function TopUpPage() {
  const { settings } = usePlatform();
  const t = useTranslations();
  return (
    <PageShell title={t('pages.top-up')} lead={t('TopUp.lead')}>
      <PageTitle page="top-up" />
      {settings.topUpGateways.length === 0 ? (
        <Notice tone="failed" title={t('login.invalidParameters')} />
      ) : (
        <TopUpForm />
      )}
    </PageShell>
  );
}

/** The account's balance, where the settings show it at all. */
function Balance() {
  const { query, settings } = usePlatform();
  const t = useTranslations('TopUp');
  const formats = useFormats();
  const isShown = settings.showAccountBalance !== 0;
  const balance = useQuery({ ...query('getBalance', undefined), enabled: isShown });
  if (!isShown) return null;
  // Its line is there before its amount: nothing below moves for it.
  return (
    <p>
      {t('balance')}{' '}
      <b>
        {balance.data
          ? formats.amount(balance.data.balance)
          : balance.isLoadingError
            ? t('balanceUnknown')
            : '…'}
      </b>
    </p>
  );
}

function TopUpForm() {
  const platform = usePlatform();
  const t = useTranslations('TopUp');
  const tPages = useTranslations('pages');
  const formats = useFormats();
  const { fields, typedIn } = useTopUpFields();
  const { whyUnsupported, begin } = useTopUp();

  const obstacleOf = (values: FormValues): FormObstacle | undefined => {
    // Where there is nothing to pay, nothing is wrong.
    if (typedIn(values).kind === 'nothing') return { stops: 'button' };
    return whyUnsupported === undefined ? undefined : { note: whyUnsupported, stops: 'press' };
  };
  return (
    <FormSections>
      <Stack gap="small">
        <Balance />
        <BegunTopUpNote />
      </Stack>
      <Form
        label={tPages('top-up')}
        groups={[{ fields }]}
        start={{ [PAYMENT_FIELD]: CARD }}
        obstacleOf={obstacleOf}
        failedText="TopUp.messageFail"
        submitLabel={(values) => {
          const typed = typedIn(values);
          return t('submitAmount', {
            amount: typed.kind === 'amount' ? formats.amount(typed.amount) : '',
          }).trim();
        }}
        send={async (values) => {
          const typed = typedIn(values);
          // The form sends nothing else.
          if (typed.kind !== 'amount') throw new RangeError(`an amount that is ${typed.kind} was sent`);
          return begin(typed.amount);
        }}
        onSent={({ gatewayLink, ...begun }) => {
          keepBegun(platform, begun);
          return leaveFor(platform, gatewayLink);
        }}
      />
    </FormSections>
  );
}

/** An amount of the settings. */
const moneyOf = (amount: number): Money => parseMoney(String(amount)) ?? money(Math.round(amount * 100));

/** What a language writes between thousands. */
function groupSignOf(language: Language): string | undefined {
  // Some write none in a number of four digits.
  const parts = new Intl.NumberFormat(languageEntry(language).locale).formatToParts(1_000_000);
  return parts.find(({ type }) => type === 'group')?.value;
}

/** The fields of the form, and how to read the amount. */
function useTopUpFields() {
  const { settings } = usePlatform();
  const t = useTranslations('TopUp');
  const formats = useFormats();
  const { topUpLeast, topUpMost } = settings;
  const limits = topUpLimits(settings);
  const limitTexts = { least: formats.amount(limits.least), most: formats.amount(limits.most) };
  const groupSign = groupSignOf(useLanguage());
  const read = (text: string) => typedTopUp(text, limits, groupSign);
  const hasBothLimits = topUpLeast !== undefined && topUpMost !== undefined;
  const limitHint = () => {
    if (topUpLeast === undefined && topUpMost === undefined) return undefined;
    if (topUpMost === undefined) return t('atLeast', limitTexts);
    return topUpLeast === undefined ? t('atMost', limitTexts) : t('limits', limitTexts);
  };
  const errors = {
    // What is asked for is said in one way, whatever is wrong with the number.
    'no-number': hasBothLimits ? t('messageLimits', limitTexts) : t('messageNumber'),
    'too-many-decimals': t('messageDecimals'),
    'outside-limits': t('messageLimits', limitTexts),
    nothing: undefined,
    amount: undefined,
  } as const satisfies Record<TypedTopUp['kind'], string | undefined>;
  const fields: readonly ScreenField[] = [
    {
      id: PAYMENT_FIELD,
      type: 'radio',
      label: t('paymentType'),
      options: [{ value: CARD, label: t('card') }],
    },
    {
      id: AMOUNT_FIELD,
      label: t('amount'),
      hint: limitHint(),
      inputMode: 'decimal',
      autoComplete: 'transaction-amount',
      check: (text) => errors[read(text).kind],
      suggested:
        settings.topUpAmounts.length === 0
          ? undefined
          : {
              label: t('suggested'),
              texts: settings.topUpAmounts.map((amount) => ({
                value: String(amount),
                label: formats.amount(moneyOf(amount)),
              })),
            },
    },
  ];
  const typedIn = (values: FormValues) => read(String(valueIn(values, AMOUNT_FIELD) ?? ''));
  return { fields, typedIn };
}

/** Remembers a payment that was begun, where the server will tell what became of it. */
function keepBegun(
  { deviceNow, snapshot }: Platform,
  { paymentId, amount }: { readonly paymentId: string | undefined; readonly amount: Money },
): void {
  snapshot.setState(({ begunTopUps, session: { customerId, capabilities } }) =>
    paymentId && customerId !== undefined && capabilities?.paymentStatus
      ? {
          begunTopUps: withBegunTopUp(begunTopUps, { customerId, paymentId, amount, begunAt: deviceNow() }),
        }
      : {},
  );
}

/** Begins a payment at the customer's gateway, and gives its name and the address to pay at. */
function useTopUp() {
  const platform = usePlatform();
  const t = useTranslations('TopUp');
  const { navigation, queries, query, settings } = platform;
  const customer = useCustomer();
  const gatewayOf = ({ supportedTopUpPayment }: ApiOutput<'getCustomer'>): Gateway | undefined =>
    topUpGateway(settings.topUpGateways, supportedTopUpPayment);

  const begin = async (toBePaid: Money) => {
    const known = customer.data ?? (await queries.fetchQuery(query('getCustomer', undefined)));
    const gateway = gatewayOf(known);
    const customerId = known.customerId ?? known.id;
    if (!gateway || customerId === undefined)
      throw new ApiError({
        kind: 'refused',
        status: 400,
        code: undefined,
        message: t('messageUnsupported'),
        statusText: undefined,
      });
    const body = {
      customerId,
      toBePaid,
      successUrl: returnAddress(navigation, '/topup-successful'),
      failUrl: returnAddress(navigation, '/topup-failure'),
    };
    const { gatewayLink, paymentId } = await act(platform, 'startTopUp', { body }, { gateway });
    if (!isWebAddress(gatewayLink)) throw new ApiError({ kind: 'malformed' });
    return { gatewayLink, paymentId, amount: toBePaid };
  };
  const isUnsupported = customer.data !== undefined && !gatewayOf(customer.data);
  return { whyUnsupported: isUnsupported ? t('messageUnsupported') : undefined, begin };
}
