import { isNamedOrigin } from '@refectory/domain/web-address';

import type { Settings } from './settings.ts';

/** A feature that needs more than its switch. */
type FeatureWithParameters = {
  readonly feature: 'allowCardLogin' | 'allowPermanentLogin' | 'allowTopUp';
  readonly parameter: 'cardReaderUrl' | 'permanentLoginDays' | 'topUpGateways';
};

/** Whether a text is the address of a WebSocket. */
function isWebSocketAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, origin } = new URL(text);
  return /^wss?:$/.test(protocol) && isNamedOrigin(origin);
}

/** Features that are switched on but cannot work, each with the entry it lacks. */
export function featuresWithoutParameters(
  settings: Pick<Settings, FeatureWithParameters['feature'] | FeatureWithParameters['parameter']>,
): FeatureWithParameters[] {
  const { cardReaderUrl, permanentLoginDays, topUpGateways } = settings;
  const broken: (FeatureWithParameters | false)[] = [
    settings.allowCardLogin &&
      // Without an address the reader is looked for on the page's own host.
      cardReaderUrl !== undefined &&
      !isWebSocketAddress(cardReaderUrl) && { feature: 'allowCardLogin', parameter: 'cardReaderUrl' },
    settings.allowPermanentLogin &&
      permanentLoginDays === undefined && {
        feature: 'allowPermanentLogin',
        parameter: 'permanentLoginDays',
      },
    settings.allowTopUp &&
      topUpGateways.length === 0 && { feature: 'allowTopUp', parameter: 'topUpGateways' },
  ];
  return broken.filter((entry) => entry !== false);
}
