import { useId, type Ref } from 'react';
import { BelowField, type FieldTexts, LabelText, useFieldIds } from './field-frame.tsx';
import styles from './field.module.css';

/** Choices under each other, of which one or several may be taken. */
export function ChoiceGroup({
  label,
  hint,
  error,
  required = false,
  disabled = false,
  several,
  choices,
  chosen,
  keepsLast = false,
  requiredText,
  firstRef,
  onChoose,
  onBlur,
}: FieldTexts & {
  disabled?: boolean | undefined;
  /** Several may be taken: boxes to tick in place of radio buttons. */
  several: boolean;
  choices: readonly { value: string; label: string }[];
  chosen: readonly string[];
  /** The last ticked box stays ticked. */
  keepsLast?: boolean | undefined;
  /** How a screen reader says once that some of several boxes have to be ticked. */
  requiredText?: string | undefined;
  /** The first choice, for whoever brings the focus here. */
  firstRef?: Ref<HTMLInputElement> | undefined;
  onChoose: (chosen: readonly string[]) => void;
  onBlur?: (() => void) | undefined;
}) {
  const { id, control } = useFieldIds({ hint, error });
  const isSaid = several && required && requiredText !== undefined;
  const name = useId();
  const toggle = (value: string, isOn: boolean) => {
    if (!several) return onChoose([value]);
    // What is chosen and no longer among the choices is no box, so it is not the one that stays ticked.
    const ticked = choices
      .map((choice) => choice.value)
      .filter((one) => (one === value ? isOn : chosen.includes(one)));
    if (ticked.length > 0 || !keepsLast) onChoose(ticked);
  };
  return (
    <fieldset
      className={styles.group}
      role={several ? undefined : 'radiogroup'}
      aria-describedby={
        [isSaid && `${id}-required`, control['aria-describedby']].filter(Boolean).join(' ') || undefined
      }
      aria-required={(!several && required) || undefined}
      disabled={disabled}
    >
      <legend className={styles.label}>
        <LabelText label={label} required={required} />
      </legend>
      <div className={styles.choices}>
        {choices.map((choice, index) => {
          const isChosen = chosen.includes(choice.value);
          return (
            <label key={choice.value} className={styles.choice}>
              <input
                ref={index === 0 ? firstRef : undefined}
                type={several ? 'checkbox' : 'radio'}
                name={name}
                value={choice.value}
                checked={isChosen}
                // Of several boxes any one will do: none of them is required.
                required={required && !several}
                aria-invalid={control['aria-invalid']}
                onBlur={onBlur}
                onChange={(event) => toggle(choice.value, event.target.checked)}
              />
              <span>{choice.label}</span>
            </label>
          );
        })}
      </div>
      {isSaid && (
        <span id={`${id}-required`} hidden>
          {requiredText}
        </span>
      )}
      <BelowField id={id} hint={hint} error={error} />
    </fieldset>
  );
}
