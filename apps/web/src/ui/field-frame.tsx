import { type ReactNode, useId } from 'react';
import styles from './field.module.css';
import { Icon } from './icon.tsx';

/** What every field has around its control. */
export type FieldTexts = {
  label: string;
  hint?: ReactNode;
  /** What is wrong with the value; the field is marked as invalid while it is there. */
  error?: string | undefined;
  /** A star stands at the label; the control itself says that it is required. */
  required?: boolean | undefined;
};

/** What a control says of itself besides its name. */
export type ControlAttributes = {
  readonly id?: string;
  readonly required?: boolean;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: true | undefined;
};

/** The attributes that tie a control to its label, its hint and its error. */
export function useFieldIds({ hint, error }: Pick<FieldTexts, 'hint' | 'error'>, givenId?: string) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const described = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(
    Boolean,
  );
  return {
    id,
    control: {
      id,
      'aria-describedby': described.length === 0 ? undefined : described.join(' '),
      'aria-invalid': error === undefined ? undefined : true,
    } as const,
  };
}

/** What is wrong with a value or, as an alert, with what a form sent. */
export function ErrorText({ id, role, children }: { id?: string; role?: 'alert'; children: ReactNode }) {
  return (
    <p className={styles.error} id={id} role={role}>
      <Icon name="alert" />
      {children}
    </p>
  );
}

/** Room for one line of `ErrorText` between two parts of a form: what stands below does not move when it comes. */
export function ErrorPlace({ children }: { children: ReactNode }) {
  return <div className={styles.errorPlace}>{children}</div>;
}

/** The words of a label, with the star of a required field. */
export function LabelText({ label, required = false }: Pick<FieldTexts, 'label' | 'required'>) {
  return (
    <>
      {label}
      {required && (
        <span className={styles.star} aria-hidden="true">
          {'*'}
        </span>
      )}
    </>
  );
}

/** The hint and the error below a control. */
export function BelowField({ id, hint, error }: Pick<FieldTexts, 'hint' | 'error'> & { id: string }) {
  return (
    <>
      {hint !== undefined && (
        <div className={styles.hint} id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {error !== undefined && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
    </>
  );
}

/** The label above, the hint and the error below a control. */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  required,
  children,
}: FieldTexts & { id: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        <LabelText label={label} required={required} />
      </label>
      {children}
      <BelowField id={id} hint={hint} error={error} />
    </div>
  );
}
