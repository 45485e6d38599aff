import { Fragment } from 'react';
import type { DishFacts } from './dish-card.tsx';
import { DishPicture } from './dish-picture.tsx';
import styles from './dish-sheet.module.css';
import { Icon } from './icon.tsx';

/** Everything about a dish, uncut, with its action. The content of a Dialog that has the dish's name. */
export function DishSheet({
  description,
  size,
  price,
  total,
  short,
  inCart,
  image,
  imageFallback,
  health,
  diets = [],
  allergens = [],
  allergensLabel,
  properties = [],
  left,
  limit,
  pickup,
  choice,
  mine = [],
  counter,
  action,
}: DishFacts) {
  const facts = [
    health?.label,
    ...diets,
    size,
    choice,
    left?.isGone === true ? undefined : left?.text,
  ].filter((fact) => fact !== undefined);
  return (
    <div className={styles.sheet}>
      <div className={styles.picture}>
        <DishPicture image={image} fallback={imageFallback} />
      </div>
      {description !== undefined && <p>{description}</p>}
      {facts.length > 0 && (
        <p className={styles.facts}>
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      )}
      {allergens.length > 0 && (
        <section aria-label={allergensLabel}>
          <h3 className={styles.heading}>{allergensLabel}</h3>
          <dl className={styles.allergens}>
            {allergens.map(({ shortName, longName }) => (
              <Fragment key={shortName}>
                <dt>{shortName}</dt>
                <dd>{longName}</dd>
              </Fragment>
            ))}
          </dl>
        </section>
      )}
      {properties.length > 0 && (
        <ul className={styles.facts}>
          {properties.map(({ id, text }) => (
            <li key={id}>{text}</li>
          ))}
        </ul>
      )}
      {(limit !== undefined || pickup !== undefined) && (
        <p className={styles.facts}>
          {limit !== undefined && (
            <span className={styles.time}>
              <Icon name="clock" />
              {limit}
            </span>
          )}
          {pickup !== undefined && (
            <span className={styles.time}>
              <Icon name="utensils" />
              {pickup}
            </span>
          )}
        </p>
      )}
      {mine.map(({ id, text, chosen, price: orderedFor, detail, action: ownAction }) => (
        <div key={id} className={styles.mine}>
          <span className={styles.state}>
            <b>{text}</b> {chosen !== undefined && `${chosen} · ${orderedFor} `}
            {detail}
          </span>
          {ownAction}
        </div>
      ))}
      {(price !== undefined || Boolean(action)) && (
        <div className={styles.act}>
          <span className={styles.price}>
            {price}
            {total !== undefined && (
              <span className={styles.note}>
                {total.label} <span className={styles.amount}>{total.amount}</span>
              </span>
            )}
            {short !== undefined && <span className={styles.note}>{short}</span>}
            {inCart !== undefined && <span className={styles.note}>{inCart}</span>}
          </span>
          {counter}
          {action}
        </div>
      )}
    </div>
  );
}
