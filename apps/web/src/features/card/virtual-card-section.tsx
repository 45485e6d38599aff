import type { Customer } from '@refectory/contract/customer';
import { displayName } from '@refectory/domain/customer';
import type { MessageKey } from '@refectory/translations/messages';
import { useState } from 'react';
import { useTranslations } from 'use-intl';

import { useAction } from '#platform/api/action.ts';
import { rereadChanged } from '#platform/api/reread-changed.ts';
import { latePart } from '#platform/late/late-part.ts';
import { useLatePart } from '#platform/late/use-late-part.ts';
import { usePlatform } from '#platform/platform.ts';
import { BarcodePicture } from '#ui/barcode-picture.tsx';
import { Button } from '#ui/button.tsx';
import { ErrorText } from '#ui/field-frame.tsx';
import { FormSection } from '#ui/form-layout.tsx';
import { PanelLinks } from '#ui/panel.tsx';
import { usePrinting } from '#ui/use-printing.ts';
import { PrintedCard, VirtualCard } from '#ui/virtual-card.tsx';

import type { Barcode } from './barcode.ts';

const barcodes = latePart(async () => (await import('./barcode.ts')).barcodeOf);

/** The card on the screen: made, shown, printed, and given another code. */
export function VirtualCardSection({ customer }: { readonly customer: Customer }) {
  const { queries, query, dialogs, toasts } = usePlatform();
  const t = useTranslations('card');
  const [isShown, setShown] = useState(false);
  const code = customer.webidentcode;
  const picture = usePicture(code);
  const renewal = useAction('resetVirtualCard', {
    errorsGoTo: 'toast',
    onSuccess: async ({ webidentcode }) => {
      if (webidentcode)
        queries.setQueryData(
          query('getCustomer', undefined).queryKey,
          (known) => known && { ...known, webidentcode },
        );
      else await rereadChanged(queries, 'resetVirtualCard');
      setShown(true);
    },
  });

  /** Whoever signs in with the password is told the code. */
  const showAfterPassword = async () => {
    if (await dialogs.open('login', { isPasswordAsked: true })) setShown(true);
  };
  if (!code && customer.webidentcodeNeedsPassword)
    return (
      <FormSection title={t('virtual')}>
        <p>{t('virtualLead')}</p>
        <PanelLinks>
          <Button onClick={() => void showAfterPassword()}>{t('show')}</Button>
        </PanelLinks>
      </FormSection>
    );
  if (!code)
    return (
      <FormSection title={t('virtual')}>
        <p>{t('virtualLead')}</p>
        <PanelLinks>
          <Button busy={renewal.isPending} onClick={() => void renewal.run(undefined)}>
            {t('create')}
          </Button>
        </PanelLinks>
      </FormSection>
    );
  const renew = async () => {
    const isAgreed = await dialogs.open('confirm', {
      title: t('resetTitle'),
      text: t('resetText'),
      act: t('replace'),
    });
    if (isAgreed && (await renewal.run(undefined)))
      toasts.add({ messageKey: 'card.resetDone', tone: 'success' });
  };
  return (
    <FormSection title={t('virtual')}>
      <p>{t('virtualLead')}</p>
      {isShown && <ShownCard customer={customer} code={code} picture={picture} />}
      <PanelLinks>
        <Button tone={isShown ? 'quiet' : 'primary'} onClick={() => setShown(!isShown)}>
          {t(isShown ? 'hide' : 'show')}
        </Button>
        {isShown && picture && 'barcode' in picture && (
          <Button tone="quiet" onClick={() => globalThis.print()}>
            {t('print')}
          </Button>
        )}
        <Button tone="quiet" busy={renewal.isPending} onClick={() => void renew()}>
          {t('reset')}
        </Button>
      </PanelLinks>
    </FormSection>
  );
}

function ShownCard({
  customer,
  code,
  picture,
}: {
  readonly customer: Customer;
  readonly code: string;
  /** The code as a picture, why there is none, or nothing while it is fetched. */
  readonly picture: Picture | undefined;
}) {
  const { settings } = usePlatform();
  const t = useTranslations();
  const isPrinting = usePrinting();
  const isQr = settings.virtualCardType === 'QR';
  const face = { issuer: settings.applicationName, holder: displayName(customer), code, isSquare: isQr };
  if (picture === undefined || 'refused' in picture)
    return (
      <VirtualCard {...face} picture={picture && <ErrorText role="alert">{t(picture.refused)}</ErrorText>} />
    );
  const drawn = <BarcodePicture barcode={picture.barcode} label={t(isQr ? 'card.qrCode' : 'card.barcode')} />;
  return (
    <>
      <VirtualCard {...face} picture={drawn} />
      <p>{t('card.brightness')}</p>
      {isPrinting && <PrintedCard {...face} picture={drawn} />}
    </>
  );
}

/** The picture of a code, or the key of the text that says why there is none. */
type Picture = { readonly barcode: Barcode } | { readonly refused: MessageKey };

/** The code as the settings have it drawn; undefined while what draws it is fetched. */
function usePicture(code: string | undefined): Picture | undefined {
  const { virtualCardType: type } = usePlatform().settings;
  // Fetched before the card is shown, so that it can be where there is no connection.
  const { loaded: barcodeOf, hasFailed } = useLatePart(barcodes);
  if (hasFailed) return { refused: 'card.pictureFailed' };
  if (!barcodeOf || !code) return undefined;
  const barcode = barcodeOf(type, code);
  return barcode ? { barcode } : { refused: type === 'QR' ? 'card.qrFailed' : 'Toasts.messageBadFormat' };
}
