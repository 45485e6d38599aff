import { type ComponentProps, useState } from 'react';
import { classNames } from './class-names.ts';
import { FieldFrame, type FieldTexts, useFieldIds } from './field-frame.tsx';
import fieldStyles from './field.module.css';
import { IconButton } from './icon-button.tsx';
import styles from './password-field.module.css';

/** A password that can be shown while typing, pasted, and filled in by a password manager. */
export function PasswordField({
  label,
  hint,
  error,
  className,
  id,
  showLabel,
  hideLabel,
  ...input
}: FieldTexts & Omit<ComponentProps<'input'>, 'type'> & { showLabel: string; hideLabel: string }) {
  const [shown, setShown] = useState(false);
  const ids = useFieldIds({ hint, error }, id);
  return (
    <FieldFrame id={ids.id} label={label} hint={hint} error={error} required={input.required}>
      <div className={styles.control}>
        <input
          autoComplete="current-password"
          {...input}
          {...ids.control}
          aria-invalid={ids.control['aria-invalid'] ?? input['aria-invalid']}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          spellCheck={false}
          className={classNames(fieldStyles.input, styles.input, className)}
        />
        <IconButton
          className={styles.toggle}
          icon={shown ? 'eye-off' : 'eye'}
          label={shown ? hideLabel : showLabel}
          onClick={() => setShown(!shown)}
        />
      </div>
    </FieldFrame>
  );
}
