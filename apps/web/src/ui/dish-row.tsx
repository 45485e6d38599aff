import { useId } from 'react';
import { AllergenMarks } from './allergen-marks.tsx';
import { classNames } from './class-names.ts';
import type { DishFacts } from './dish-card.tsx';
import styles from './dish-row.module.css';

/** A dish in a line of the menu, in its DishPlace: its name, its price and its one action. The sheet has the rest. */
export function DishRow({
  name,
  price,
  left,
  limit,
  mine = [],
  inCart,
  choice,
  action,
  dimmed = false,
  onDetails,
  headingLevel,
  description,
  size,
  properties = [],
  allergens = [],
  allergensLabel,
  health,
  diets = [],
  pickup,
}: DishFacts & { onDetails?: (() => void) | undefined; headingLevel: 3 | 4 }) {
  const nameId = useId();
  const Heading = `h${headingLevel}` as const;
  const facts = [
    ...Object.entries({ description, diets: diets.join(', '), health: health?.label, size, pickup }).map(
      ([id, text]) => ({ id, text }),
    ),
    ...properties,
  ].filter(({ text }) => Boolean(text));
  const isFew = left?.areFew === true && left.isGone !== true;
  return (
    <article
      className={classNames(styles.row, mine.length > 0 && styles.mine, dimmed && styles.dimmed)}
      aria-labelledby={nameId}
    >
      <div className={styles.what}>
        <Heading id={nameId} className={styles.name}>
          {onDetails === undefined ? (
            name
          ) : (
            <button type="button" className={styles.open} aria-haspopup="dialog" onClick={onDetails}>
              {name}
            </button>
          )}
        </Heading>
        {(mine.length > 0 ||
          inCart !== undefined ||
          choice !== undefined ||
          limit !== undefined ||
          isFew) && (
          <p className={styles.notes}>
            {mine.map(({ id, text }) => (
              <b key={id}>{text}</b>
            ))}
            {inCart !== undefined && <span>{inCart}</span>}
            {choice !== undefined && <span>{choice}</span>}
            {limit !== undefined && <span>{limit}</span>}
            {isFew && <span className={styles.few}>{left.text}</span>}
          </p>
        )}
        {/* What opens no sheet has everything here. */}
        {onDetails === undefined && (facts.length > 0 || allergens.length > 0) && (
          <div className={styles.notes}>
            {facts.map(({ id, text }) => (
              <span key={id}>{text}</span>
            ))}
            {allergens.length > 0 && <AllergenMarks label={allergensLabel} allergens={allergens} />}
          </div>
        )}
      </div>
      {price !== undefined && <span className={styles.price}>{price}</span>}
      {action}
    </article>
  );
}
