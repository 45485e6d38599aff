import { type CounterLimits, isAmount, steppedAmount, typedAmount } from '@refectory/domain/amount-counter';
import { useState } from 'react';
import styles from './amount-counter.module.css';
import type { ControlAttributes } from './field-frame.tsx';
import { Icon } from './icon.tsx';

/** Counts an amount up and down in steps; it can be typed too, within the same limits. */
export function AmountCounter({
  label,
  lessLabel,
  moreLabel,
  value,
  limits,
  disabled,
  control,
  onChange,
}: {
  label: string;
  lessLabel: string;
  moreLabel: string;
  value: number;
  limits?: CounterLimits | undefined;
  disabled?: boolean | undefined;
  /** What ties the counted amount to what stands below its field. */
  control?: ControlAttributes | undefined;
  onChange: (value: number) => void;
}) {
  // The text as it is typed, which may be no number yet. It is dropped once the amount is changed by somebody else.
  const [typing, setTyping] = useState<{ readonly text: string; readonly amount: number }>();
  const typed = typing?.amount === value ? typing.text : undefined;
  const settled = typed === undefined ? value : typedAmount(typed, limits);
  const less = steppedAmount(settled, -1, limits);
  const more = steppedAmount(settled, 1, limits);
  const step = (next: number | undefined) => {
    if (next === undefined) return;
    setTyping(undefined);
    onChange(next);
  };
  const type = (text: string) => {
    // A number counts at once, within the limits: a press on the order button may not take the focus from the field.
    const amount = isAmount(text) ? typedAmount(text, limits) : value;
    setTyping({ text, amount });
    if (amount !== value) onChange(amount);
  };
  const settle = () => {
    if (typed !== undefined) onChange(typedAmount(typed, limits));
    setTyping(undefined);
  };
  return (
    <fieldset className={styles.counter} aria-label={label} disabled={disabled}>
      <button
        type="button"
        className={styles.step}
        aria-label={lessLabel}
        aria-disabled={less === undefined || undefined}
        onClick={() => step(less)}
      >
        <Icon name="minus" />
      </button>
      <input
        {...control}
        className={styles.value}
        aria-label={label}
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? value}
        onChange={(event) => type(event.target.value)}
        onBlur={settle}
        onKeyDown={(event) => {
          const next = { ArrowUp: more, ArrowDown: less }[event.key];
          if (event.key === 'Enter') settle();
          if (next === undefined) return;
          event.preventDefault();
          step(next);
        }}
      />
      <button
        type="button"
        className={styles.step}
        aria-label={moreLabel}
        aria-disabled={more === undefined || undefined}
        onClick={() => step(more)}
      >
        <Icon name="plus" />
      </button>
    </fieldset>
  );
}
