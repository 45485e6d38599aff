import styles from './bar-table.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

/** A line of a picture of amounts: its two parts, which may be 0, and how they are written. */
export type BarRow = {
  readonly key: string;
  readonly label: string;
  readonly first: { readonly value: number; readonly text: string };
  readonly second: { readonly value: number; readonly text: string };
};

/** Amounts as bars of two parts beside their figures: a picture to look at, and a table to hear, to copy and to print. */
export function BarTable({
  title,
  groupLabel,
  firstLabel,
  secondLabel,
  rows,
}: {
  title: string;
  /** What the lines are, such as months. */
  groupLabel: string;
  firstLabel: string;
  secondLabel: string;
  rows: readonly BarRow[];
}) {
  const most = Math.max(1, ...rows.map(({ first, second }) => first.value + second.value));
  const hasSecond = rows.some(({ second }) => second.value > 0);
  return (
    <div className={styles.room}>
      <table className={styles.table}>
        <caption className={styles.title}>{title}</caption>
        <thead>
          <tr>
            <th scope="col" className={styles.hiddenHead}>
              <VisuallyHidden>{groupLabel}</VisuallyHidden>
            </th>
            <td aria-hidden="true" />
            <th scope="col">
              <i className={styles.first} aria-hidden="true" />
              {firstLabel}
            </th>
            {hasSecond && (
              <th scope="col">
                <i className={styles.second} aria-hidden="true" />
                {secondLabel}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, label, first, second }) => (
            <tr key={key}>
              <th scope="row">{label}</th>
              <td className={styles.bar} aria-hidden="true">
                <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                  <rect className={styles.first} width={(first.value / most) * 100} height="10" />
                  <rect
                    className={styles.second}
                    x={(first.value / most) * 100}
                    width={(second.value / most) * 100}
                    height="10"
                  />
                </svg>
              </td>
              <td className={styles.figure}>{first.text}</td>
              {hasSecond && <td className={styles.figure}>{second.text}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
