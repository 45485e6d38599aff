import type { CSSProperties } from 'react';
import { Icon } from './icon.tsx';
import styles from './field.module.css';

/**
 * The rules of a value under its field: before anything is typed all of them, then those that it breaks, which go one
 * by one, and at the end one line that all are kept.
 */
export function RuleList({
  rules,
  broken,
  keptText,
}: {
  rules: readonly string[];
  /** Undefined while nothing is typed. */
  broken: readonly string[] | undefined;
  keptText: string;
}) {
  // A custom property is no property that the types know.
  const lines = { '--lines': rules.length } as CSSProperties;
  return (
    <ul className={styles.rules} style={lines} aria-live="polite">
      {broken?.length === 0 ? (
        <li className={styles.kept}>
          <Icon name="check" />
          {keptText}
        </li>
      ) : (
        (broken ?? rules).map((rule) => (
          <li key={rule} className={broken && styles.broken}>
            {broken && <Icon name="alert" />}
            {rule}
          </li>
        ))
      )}
    </ul>
  );
}
