import { customerTypes, type CustomerType } from '@refectory/domain/customer';
import { customerFormFields, registrationPayload, startingValues } from '@refectory/domain/form-customer';
import type { FormValues } from '@refectory/domain/form-field';
import { useState } from 'react';
import { useTranslations } from 'use-intl';

import { act } from '#platform/api/action.ts';
import { Form } from '#platform/forms/form.tsx';
import { usePlatform } from '#platform/platform.ts';
import { addressOf } from '#platform/routing/addresses.ts';
import { Link } from '#platform/routing/link.tsx';
import { PageTitle } from '#platform/routing/page-title.tsx';
import { Button } from '#ui/button.tsx';
import { CoveredPlate } from '#ui/illustrations/covered-plate.tsx';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';
import { LoginLayout } from '#ui/login-layout.tsx';
import { Stack } from '#ui/page-shell.tsx';
import { PlainPage } from '#ui/plain-page.tsx';
import { SegmentedControl } from '#ui/segmented-control.tsx';

/** What came of a registration that was started. */
type Started = { readonly token: string } | { readonly email: string | undefined };

/** `/registration`: who the new customer is. */
export default function RegistrationPage() {
  const platform = usePlatform();
  const { settings, navigation } = platform;
  const t = useTranslations('Registration');
  const tForm = useTranslations('Form');
  const tPages = useTranslations('pages');
  const tShell = useTranslations('shell');
  const [type, setType] = useState<CustomerType>('Person');
  const [started, setStarted] = useState<Started>();
  /** What was sent: a mistyped address alone is mended. */
  const [sent, setSent] = useState<FormValues>();
  const fields = customerFormFields(settings.customerFields, type, 'registration');

  if (started && 'email' in started)
    return (
      <>
        <PageTitle page="registration" />
        <PlainPage
          illustration={<CoveredPlate />}
          title={t('sentTitle')}
          text={
            <>
              <p>{started.email ? t('sentText', { email: started.email }) : t('sentTextWithoutAddress')}</p>
              <p>{t('sentHint')}</p>
            </>
          }
          action={
            <>
              <Link to="/">{tShell('toStart')}</Link>
              {started.email !== undefined && (
                <Button tone="quiet" onClick={() => setStarted(undefined)}>
                  {t('otherAddress')}
                </Button>
              )}
            </>
          }
        />
      </>
    );
  return (
    <LoginLayout
      title={tPages('registration')}
      lead={t('lead')}
      illustration={<EmptyPlate />}
      links={<Link to="/login">{t('toLogin')}</Link>}
    >
      <PageTitle page="registration" />
      <Stack>
        {settings.allowCompany && (
          <SegmentedControl
            label={tForm('customerType')}
            value={type}
            onChange={setType}
            options={customerTypes.map((value) => ({
              value,
              label: tForm(value === 'Person' ? 'person' : 'company'),
            }))}
          />
        )}
        <Form
          label={tPages('registration')}
          groups={[{ fields }]}
          start={sent ?? startingValues(fields, {})}
          extraValues={{ type }}
          isGuarded
          failedText="Registration.messageFail"
          submitLabel={t('submit')}
          send={async (values) => {
            const payload = registrationPayload(type, fields, values);
            const { token } = await act(platform, 'startRegistration', { body: payload });
            setSent(values);
            setStarted(token ? { token } : { email: payload.email });
            return token;
          }}
          onSent={(token) =>
            token ? navigation.go(addressOf('/registration/:token', { token })) : undefined
          }
        />
      </Stack>
    </LoginLayout>
  );
}
