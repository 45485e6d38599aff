import styles from './choice-list.module.css';
import { Icon } from './icon.tsx';

/** A vertical list of choices. One press takes one; the current one is marked. */
export function ChoiceList({
  choices,
  current,
  onChoose,
}: {
  choices: readonly { value: string; label: string }[];
  current: string | undefined;
  onChoose: (value: string) => void;
}) {
  return (
    <ul className={styles.list}>
      {choices.map(({ value, label }) => (
        <li key={value}>
          <button
            type="button"
            className={styles.choice}
            aria-current={value === current ? 'true' : undefined}
            onClick={() => onChoose(value)}
          >
            <span className={styles.label}>{label}</span>
            {value === current && <Icon name="check" />}
          </button>
        </li>
      ))}
    </ul>
  );
}
