import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import styles from './choice-button.module.css';
import { Icon, type IconName } from './icon.tsx';

/** Says what is chosen, and opens the place where something else can be chosen: a dialog or a panel. */
export function ChoiceButton({
  icon,
  busy = false,
  framed = false,
  steady = false,
  short = false,
  count = 0,
  children,
  ...rest
}: Omit<ComponentProps<'button'>, 'className' | 'type'> & {
  icon: IconName;
  /** What it opens is loading. */
  busy?: boolean | undefined;
  /** Drawn with a border, as a field is. */
  framed?: boolean | undefined;
  /** Keeps its width whatever is chosen, so that nothing beside it moves. */
  steady?: boolean | undefined;
  /** On the phone its icon stands for its words. */
  short?: boolean | undefined;
  /** How many are chosen: a badge on the icon, which changes no width. The accessible name has to say it too. */
  count?: number | undefined;
}) {
  const isOpen = rest['aria-expanded'] === true;
  return (
    <button
      {...rest}
      type="button"
      aria-busy={busy || undefined}
      className={classNames(
        styles.choice,
        framed && styles.framed,
        steady && styles.steady,
        short && styles.short,
        isOpen && styles.open,
      )}
    >
      <span className={styles.icon} data-count={count || undefined}>
        <Icon name={icon} />
      </span>
      <span className={styles.chosen}>{children}</span>
      <Icon name="chevron-down" />
    </button>
  );
}
