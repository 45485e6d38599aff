import {
  listeningPlace,
  publicOrigin,
  requiredVariable,
  StartRefusal,
  trustedProxies,
  type Environment,
} from '@refectory/contract/environment';
import type { Settings } from '@refectory/contract/settings';

import type { Gateway } from './gateway.ts';
import { stripeCountsHundredths, stripeGateway } from './gateways/stripe-gateway.ts';

/** What a start was told, checked. */
export type StartSettings = {
  readonly databaseUrl: string;
  readonly publicUrl: string;
  readonly port: number;
  readonly host: string;
  readonly settingsFile: string;
  readonly trustProxy: string | undefined;
  /** By ISO 4217. */
  readonly currency: string;
};

/** What the environment says, or the first reason not to start with it. */
export function startSettings(environment: Environment): StartSettings {
  const databaseUrl = requiredVariable(
    environment,
    'DATABASE_URL',
    'names the PostgreSQL server of the canteen',
  );
  const publicUrl = publicOrigin(environment);
  const settingsFile = requiredVariable(
    environment,
    'REFECTORY_SETTINGS',
    'names the settings, which name the gateways',
  );
  const currency = requiredVariable(
    environment,
    'PAYMENT_CURRENCY',
    'is what all prices are in, such as CZK',
  );
  const { port, host } = listeningPlace(environment, 4310);
  if (!/^[A-Z]{3}$/.test(currency))
    throw new StartRefusal(`PAYMENT_CURRENCY has to be three letters like CZK, not "${currency}".`);
  return {
    databaseUrl,
    publicUrl,
    port,
    host,
    settingsFile,
    trustProxy: trustedProxies(environment),
    currency,
  };
}

/**
 * The gateways of the settings, each of the kind that `PAYMENT_GATEWAYS` says, such as `creditcard=stripe`. Another kind is
 * a row here. The sandbox is no kind: it takes no money, so it is in the demo and in tests only.
 */
export function gatewaysOf(
  environment: Environment,
  { topUpGateways }: Pick<Settings, 'topUpGateways'>,
): Gateway[] {
  if (topUpGateways.length === 0)
    throw new StartRefusal('The settings have no topUpGateways: name at least one gateway there.');
  const kinds = new Map(
    requiredVariable(environment, 'PAYMENT_GATEWAYS', 'says which gateway is which, as in creditcard=stripe')
      .split(',')
      .map((part) => {
        const [id = '', kind = ''] = part.trim().split('=');
        return [id, kind] as const;
      }),
  );
  return topUpGateways.map(({ id }) => {
    const kind = kinds.get(id);
    switch (kind) {
      case 'stripe':
        refuseCurrencyOfStripe(environment);
        return stripeGateway(id, {
          secretKey: requiredVariable(
            environment,
            'STRIPE_SECRET_KEY',
            'is the secret key of the Stripe account',
          ),
          webhookSecret: requiredVariable(
            environment,
            'STRIPE_WEBHOOK_SECRET',
            'signs the notices of Stripe',
          ),
          checkoutOrigin: environment['STRIPE_CHECKOUT_ORIGIN'],
        });
      case 'sandbox':
        throw new StartRefusal(
          `The gateway "${id}" cannot be the sandbox, which takes no money: it is for the demo only.`,
        );
      default:
        throw new StartRefusal(
          `PAYMENT_GATEWAYS has to say what "${id}" is, as in ${id}=stripe${kind === undefined ? '' : `, not "${kind}"`}.`,
        );
    }
  });
}

/** Refuses a currency that Stripe counts in another way than our amounts, before anybody pays in it. */
function refuseCurrencyOfStripe({ PAYMENT_CURRENCY: currency = '' }: Environment): void {
  if (!stripeCountsHundredths(currency))
    throw new StartRefusal(`PAYMENT_CURRENCY cannot be ${currency}: Stripe does not count it in hundredths.`);
}
