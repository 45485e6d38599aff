import { cardNumberErrors } from '@refectory/domain/card';
import { useState } from 'react';
import { useTranslations } from 'use-intl';

import { act } from '#platform/api/action.ts';
import { Form } from '#platform/forms/form.tsx';
import { usePlatform } from '#platform/platform.ts';
import { FormSection } from '#ui/form-layout.tsx';

import { SentNote } from './sent-note.tsx';

/** Asks for another card, which counts once the e-mailed link is opened. */
export function CardNumberForm() {
  const platform = usePlatform();
  const t = useTranslations('card');
  const [isSent, setSent] = useState(false);
  const field = {
    id: 'cardNumber',
    type: 'text',
    label: t('newNumber'),
    hint: t('newNumberHint'),
    required: true,
    autoComplete: 'off',
  };
  return (
    <FormSection title={t('change')}>
      <Form
        label={t('change')}
        groups={[{ fields: [field] }]}
        validate={(values) =>
          cardNumberErrors(String(values['cardNumber']), platform.settings.cardNumberCheck)
        }
        clearsAfter
        failedText="Profile.messageChangeCardNumberFail"
        submitLabel={t('changeSubmit')}
        send={(values) => {
          setSent(false);
          return act(platform, 'startCardChange', { body: { cardNumber: String(values['cardNumber']) } });
        }}
        onSent={async ({ token }) => {
          if (token === undefined) setSent(true);
          else await platform.navigation.goTo('/card-change/:tokenValue', { tokenValue: token });
        }}
      />
      <SentNote>{isSent && t('changeStarted')}</SentNote>
    </FormSection>
  );
}
