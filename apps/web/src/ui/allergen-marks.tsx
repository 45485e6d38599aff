import { Fragment } from 'react';
import styles from './allergen-marks.module.css';
import { Hint } from './hint.tsx';

/** An allergen: the mark that is printed and, where it is known, what it stands for. */
export type AllergenMark = { shortName: string; longName?: string | undefined };

/** The marks of allergens. Their long names show on hover, on focus and on touch. */
export function AllergenMarks({ label, allergens }: { label: string; allergens: readonly AllergenMark[] }) {
  const text = `${label} ${allergens.map(({ shortName }) => shortName).join(', ')}`;
  const explained = allergens.filter(({ longName }) => longName !== undefined);
  if (explained.length === 0) return <span>{text}</span>;
  return (
    <Hint
      explanation={
        <span className={styles.list}>
          {explained.map(({ shortName, longName }) => (
            <Fragment key={shortName}>
              <b className={styles.mark}>{shortName}</b> <span>{longName}</span>{' '}
            </Fragment>
          ))}
        </span>
      }
    >
      {text}
    </Hint>
  );
}
