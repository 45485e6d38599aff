import { type CounterLimits, steppedAmount, typedAmount } from '@refectory/domain/amount-counter';
import { useState } from 'react';
import styles from './amount-counter.module.css';
import { Icon } from './icon.tsx';

/** Counts an amount up and down in steps; it can be typed too. Its limits hold for every way. // spec §5, amount counter */
export function AmountCounter({
  label,
  lessLabel,
  moreLabel,
  value,
  limits,
  onChange,
}: {
  label: string;
  lessLabel: string;
  moreLabel: string;
  value: number;
  limits?: CounterLimits | undefined;
  onChange: (value: number) => void;
}) {
  // While it is typed it may be anything.
  const [typed, setTyped] = useState<string>();
  const less = steppedAmount(value, -1, limits);
  const more = steppedAmount(value, 1, limits);
  const settle = () => {
    if (typed !== undefined) onChange(typedAmount(typed, limits));
    setTyped(undefined);
  };
  return (
    <fieldset className={styles.counter} aria-label={label}>
      <button
        type="button"
        className={styles.step}
        aria-label={lessLabel}
        aria-disabled={less === undefined || undefined}
        onClick={() => less !== undefined && onChange(less)}
      >
        <Icon name="minus" />
      </button>
      <input
        className={styles.value}
        aria-label={label}
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? value}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={settle}
        onKeyDown={(event) => {
          const next = { ArrowUp: more, ArrowDown: less }[event.key];
          if (event.key === 'Enter') settle();
          if (next === undefined) return;
          event.preventDefault();
          setTyped(undefined);
          onChange(next);
        }}
      />
      <button
        type="button"
        className={styles.step}
        aria-label={moreLabel}
        aria-disabled={more === undefined || undefined}
        onClick={() => more !== undefined && onChange(more)}
      >
        <Icon name="plus" />
      </button>
    </fieldset>
  );
}
