import { passwordChangeErrors } from '@refectory/domain/password-rules';
import { useTranslations } from 'use-intl';

import { act } from '#platform/api/action.ts';
import { isWrongPassword } from '#platform/api/describe-error.ts';
import { Form } from '#platform/forms/form.tsx';
import { newPasswordFieldOf, newPasswordFields, newPasswordIn } from '#platform/forms/new-password-fields.ts';
import { usePlatform } from '#platform/platform.ts';
import { FormSection } from '#ui/form-layout.tsx';

/** The form that changes the password. */
export function PasswordForm() {
  const platform = usePlatform();
  const { settings, toasts } = platform;
  const t = useTranslations('Profile');
  const tForm = useTranslations('Form');
  const old = {
    id: 'old',
    type: 'password',
    label: tForm('passwordOld'),
    required: true,
    autoComplete: 'current-password',
  };
  const fields = newPasswordFields(settings.passwordRules, {
    password: tForm('passwordNew'),
    repeat: tForm('passwordRepeat'),
  });
  return (
    <FormSection title={t('password')}>
      <Form
        label={t('password')}
        groups={[{ fields: [old, ...fields] }]}
        validate={(values) => passwordChangeErrors(String(values['old']), newPasswordIn(values))}
        fieldOf={(failure) => (isWrongPassword(failure) ? old.id : newPasswordFieldOf(failure))}
        clearsAfter
        failedText="Profile.messagePasswordFail"
        submitLabel={t('changePassword')}
        send={(values) =>
          act(platform, 'changePassword', {
            body: { passwordNew: newPasswordIn(values), passwordOld: String(values['old']) },
          })
        }
        onSent={() => {
          toasts.add({ messageKey: 'Profile.messagePasswordSuccess', tone: 'success' });
        }}
      />
    </FormSection>
  );
}
