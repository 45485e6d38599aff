import { ApiError, type Failure } from '@refectory/contract/errors';
import { coverage, showsBalance } from '@refectory/domain/balance';
import { rowKey, type Cart, type CartItem } from '@refectory/domain/cart';
import { cartOrder, type CartRow } from '@refectory/domain/cart-rows';
import { additionalEntries } from '@refectory/domain/form-customer';
import { valueIn, type FormValues } from '@refectory/domain/form-field';
import type { Money } from '@refectory/domain/money';
import { asProceeded } from '@refectory/domain/paid-cart';
import { PAYMENT_FIELD, type PaymentType } from '@refectory/domain/payment';
import { isWebAddress } from '@refectory/domain/web-address';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';

import { act } from '#platform/api/action.ts';
import type { ApiInput } from '#platform/api/api.ts';
import { isAnswerOwed, takesKeys } from '#platform/api/keyed-call.ts';
import { rereadChanged } from '#platform/api/reread-changed.ts';
import { Form, type FormObstacle } from '#platform/forms/form.tsx';
import { useFormats } from '#platform/i18n/i18n-provider.tsx';
import { awaitPayment } from '#platform/payments/awaited-payment.ts';
import { usePlatform, useSnapshot } from '#platform/platform.ts';
import { Link } from '#platform/routing/link.tsx';
import { leaveFor, returnAddress } from '#platform/routing/other-site.ts';
import { CheckoutPanel } from '#ui/checkout-panel.tsx';

import { changeCart } from './cart-store.ts';
import { forgetOwedOrder, keepOwedOrder, owedOrderIn, valuesOfOrder } from './owed-order.ts';
import { useCheckoutFields } from './use-checkout-fields.ts';

/** Why rows were refused, by what tells the rows apart. */
export type LineTexts = ReadonlyMap<string, string>;

type Order = ApiInput<'submitCart'>['body'];

const CARD: PaymentType = 'creditcard';
const ACCOUNT: PaymentType = 'account';

/** What a cart costs, and the form to order it. */
export function CheckoutForm({
  cart,
  rows,
  total,
  onLineTexts,
  onOrdered,
}: {
  cart: Cart;
  rows: readonly CartRow[];
  total: Money;
  /** Says why rows were refused, once the cart was sent. */
  onLineTexts: (texts: LineTexts) => void;
  /** These rows are ordered, for this price. */
  onOrdered: (ordered: readonly CartItem[], price: Money) => Promise<void>;
}) {
  const platform = usePlatform();
  const { navigation, query, settings } = platform;
  const t = useTranslations('cart');
  const tList = useTranslations('orderList');
  const tShell = useTranslations('shell');
  const formats = useFormats();
  const { fields, start } = useCheckoutFields();
  const balance = useQuery(query('getBalance', undefined));
  const { checkOut, owed, taken } = useCheckout({ cart, rows, fields, onLineTexts });
  const next = settings.afterCheckoutPage;
  useEffect(() => {
    void navigation.prefetch(next);
  }, [navigation, next]);

  const obstacleOf = (values: FormValues): FormObstacle | undefined => {
    // The order is sent again unchanged, whatever the menu says now: its own portions may be why the dish is sold out.
    if (owed) return { note: t('answerOwed'), stops: 'nothing' };
    if (rows.some(({ problem }) => problem)) return { note: t('blocked'), stops: 'button' };
    if (valueIn(values, PAYMENT_FIELD) !== ACCOUNT || !balance.data) return undefined;
    const covered = coverage(balance.data, total);
    if (covered === 'covered') return undefined;
    const note = settings.allowTopUp ? (
      <span>
        <span>{t('walletShort')}</span>{' '}
        <Link to="/profile/:page?" params={{ page: 'top-up' }}>
          {tList('topUp')}
        </Link>
      </span>
    ) : (
      t('walletShort')
    );
    return { note, stops: covered === 'refused' ? 'button' : 'nothing' };
  };
  const amount = formats.amount(owed?.price ?? total);
  const onAccount = balance.data?.balance;
  return (
    <CheckoutPanel
      title={t('form')}
      total={{ label: t('total'), amount }}
      balance={
        settings.showAccountBalance === 0
          ? undefined
          : {
              label: tShell('balance'),
              amount: showsBalance(settings.showAccountBalance, onAccount)
                ? formats.amount(onAccount)
                : undefined,
            }
      }
    >
      <Form
        key={taken ? JSON.stringify(taken.additionalData) : undefined}
        label={t('form')}
        // The order is sent again as it was, so nothing can be typed into its form.
        groups={[{ fields: owed ? fields.map((field) => ({ ...field, disabled: true })) : fields }]}
        start={taken ? valuesOfOrder(fields, taken) : start}
        obstacleOf={obstacleOf}
        failedText={cart.cartProceeded ? 'cart.repeatFailed' : 'cart.failed'}
        submitLabel={(values) => t(valueIn(values, PAYMENT_FIELD) === CARD ? 'pay' : 'order', { amount })}
        // Delivery and payment are chosen again with a press each, and the dishes stay.
        isGuarded={fields.some(({ type }) => type !== 'radio')}
        send={checkOut}
        onSent={async ({ gatewayLink, paymentId, ordered, price }) => {
          if (gatewayLink === undefined) return onOrdered(ordered, price);
          changeCart(platform, (now) => asProceeded(now, ordered, paymentId));
          if (paymentId !== undefined) awaitPayment(platform, paymentId, price);
          return leaveFor(platform, gatewayLink);
        }}
      />
    </CheckoutPanel>
  );
}

/** Checks the cart and orders it: all of it, once, or nothing. */
function useCheckout({
  cart,
  rows,
  fields,
  onLineTexts,
}: {
  readonly fields: ReturnType<typeof useCheckoutFields>['fields'];
} & Pick<Parameters<typeof CheckoutForm>[0], 'cart' | 'rows' | 'onLineTexts'>) {
  const platform = usePlatform();
  const t = useTranslations('cart');
  const [isFirstTry, setFirstTry] = useState(false);
  const session = useSnapshot((snapshot) => snapshot.session);
  const owedOrders = useSnapshot((snapshot) => snapshot.owedOrders);
  const kept = owedOrderIn({ session, owedOrders }, cart);
  // An order that is on its way for the first time does not lack an answer yet.
  const owed = isFirstTry ? undefined : kept;
  /** The additional data of the last order, which this form sent or took over from storage. */
  const [said, setSaid] = useState<string>();
  /** The order of another tab, or of this one before a reload. The form shows its values, also once it is answered. */
  const [taken, setTaken] = useState<Order>();
  if (owed && said !== JSON.stringify(owed.additionalData)) {
    setSaid(JSON.stringify(owed.additionalData));
    setTaken(owed);
  }

  const orderOf = (values: FormValues): Order => {
    const { clock, navigation, snapshot, zone } = platform;
    const { capabilities } = snapshot.getState().session;
    const comesBack = valueIn(values, PAYMENT_FIELD) === CARD && capabilities?.returnAddresses;
    return {
      ...cartOrder(rows, {
        now: clock.now(),
        zone,
        additionalData: additionalEntries(fields, values),
        hasLinePrices: capabilities?.linePrices === true,
      }),
      ...(comesBack && {
        successUrl: returnAddress(navigation, '/thank-you'),
        failUrl: returnAddress(navigation, '/payment-failure'),
      }),
    };
  };
  const send = async (values: FormValues) => {
    // The earlier try may have ordered the cart: a changed order would be a second one.
    const body = kept ?? orderOf(values);
    setSaid(JSON.stringify(body.additionalData));
    // A repeat has another time and is the same order. A cart that is filled with the same dishes later is another one.
    const intent = { ...body, orderDate: undefined, begunAt: cart.begunAt };
    const isOwed = () => isAnswerOwed(platform, 'submitCart', intent);
    try {
      // Where the cart may be ordered already, a check would find its portions and its money gone.
      if (!isOwed()) await act(platform, 'checkCart', { body });
      // Only a server that takes keys orders nothing twice.
      if (takesKeys(platform)) keepOwedOrder(platform, cart, body);
      const { gatewayLink, paymentId } = await act(platform, 'submitCart', { body }, { intent });
      if (gatewayLink !== undefined && !isWebAddress(gatewayLink)) throw new ApiError({ kind: 'malformed' });
      return { gatewayLink, paymentId, ordered: rows.map(({ item }) => item), price: body.price };
    } finally {
      if (!isOwed()) forgetOwedOrder(platform, cart);
    }
  };

  const textsOf = (failure: Failure): LineTexts => {
    const lines = 'lines' in failure ? (failure.lines ?? []) : [];
    return new Map(
      lines.flatMap(({ line, message, price }) => {
        const row = rows[line];
        // A changed price stands on its row beside the old one.
        return row && price === undefined ? [[rowKey(row.item), message ?? t('closed')] as const] : [];
      }),
    );
  };
  const checkOut = async (values: FormValues) => {
    onLineTexts(new Map());
    setFirstTry(kept === undefined);
    try {
      return await send(values);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      onLineTexts(textsOf(error.failure));
      // A refusal may mean that what is on screen is out of date. A try without an answer does not.
      if (error.failure.kind === 'refused' || error.failure.kind === 'stale-cart')
        void rereadChanged(platform.queries, 'submitCart');
      throw withWalletText(error, t('walletShort'));
    } finally {
      setFirstTry(false);
    }
  };
  return { checkOut, owed, taken };
}

/** Gives a refusal for lack of money our words, where the server sends none. */
function withWalletText(error: ApiError, words: string): ApiError {
  const { failure } = error;
  if (failure.kind !== 'refused' || failure.code !== 'insufficientFunds' || failure.message) return error;
  return new ApiError({ ...failure, message: words }, { cause: error });
}
