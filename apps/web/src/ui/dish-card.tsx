import { type ReactNode, useId } from 'react';
import { AllergenMarks, type AllergenMark } from './allergen-marks.tsx';
import { classNames } from './class-names.ts';
import styles from './dish-card.module.css';
import { DishPicture, type PictureSource } from './dish-picture.tsx';
import { Icon, type IconName } from './icon.tsx';

/** How healthy the kitchen holds a dish to be. */
export type HealthKind = 'HEALTHY' | 'NORMAL' | 'UNHEALTHY';

const healthIcons = { HEALTHY: 'leaf', NORMAL: 'equal', UNHEALTHY: 'flame' } satisfies Record<
  HealthKind,
  IconName
>;

/** An order of the dish by the customer who looks at it. */
export type OwnOrder = {
  id: number;
  text: string;
  /** What was chosen with it. */
  chosen?: string | undefined;
  /** How it is handed over, where that was chosen. */
  delivery?: ReactNode;
  /** What it costs. */
  price?: string | undefined;
  detail?: ReactNode;
  action?: ReactNode;
};

/** Everything that is said of a dish, ready to be read. */
export type DishFacts = {
  name: string;
  description?: string | undefined;
  size?: string | undefined;
  price?: string | undefined;
  /** Under the price of a portion, what several portions cost. */
  total?: { label: string; amount: string } | undefined;
  /** That the account does not reach so far. */
  short?: string | undefined;
  image?: PictureSource | undefined;
  imageFallback: ReactNode;
  health?: { kind: HealthKind; label: string } | undefined;
  /** The diets that it suits. */
  diets?: readonly string[] | undefined;
  allergens?: readonly AllergenMark[] | undefined;
  allergensLabel: string;
  /** How many portions are left; few of them are emphasized. A dish that ran out keeps the room of the text. */
  left?: { text: string; areFew: boolean; isGone?: boolean } | undefined;
  /** Until when it can be ordered. */
  limit?: ReactNode;
  /** When it is handed out. */
  pickup?: ReactNode;
  /** What else is said of it. */
  properties?: readonly { id: string; text: string }[] | undefined;
  /** How much of it waits in the cart, and the way there. */
  inCart?: ReactNode;
  /** That something is chosen with it. */
  choice?: string | undefined;
  mine?: readonly OwnOrder[] | undefined;
  /** How many portions its action is for. */
  counter?: ReactNode;
  action: ReactNode;
  /** The dish cannot be ordered: its picture fades, its words keep their contrast. */
  dimmed?: boolean | undefined;
};

type DishCardProps = DishFacts & {
  /** Opens the sheet with everything about the dish. */
  onDetails?: (() => void) | undefined;
  headingLevel: 3 | 4;
};

/** A dish on the menu, in its DishPlace: what it is, what it costs, and the one thing to do with it. */
export function DishCard({
  name,
  onDetails,
  description,
  size,
  price,
  total,
  short,
  image,
  imageFallback,
  health,
  diets = [],
  allergens = [],
  allergensLabel,
  left,
  limit,
  pickup,
  properties = [],
  inCart,
  choice,
  mine = [],
  counter,
  action,
  dimmed = false,
  headingLevel,
}: DishCardProps) {
  const nameId = useId();
  const Heading = `h${headingLevel}` as const;
  const hasAction = price !== undefined || (action !== null && action !== undefined && action !== false);
  return (
    <article
      className={classNames(styles.card, mine.length > 0 && styles.mine, dimmed && styles.dimmed)}
      aria-labelledby={nameId}
    >
      <div className={styles.picture}>
        <DishPicture image={image} fallback={imageFallback} />
      </div>
      <div className={styles.body}>
        <Heading id={nameId} className={styles.name} title={name}>
          {onDetails === undefined ? (
            name
          ) : (
            <button type="button" className={styles.open} aria-haspopup="dialog" onClick={onDetails}>
              {name}
            </button>
          )}
        </Heading>
        {description !== undefined && <p className={styles.description}>{description}</p>}
        <div className={styles.meta}>
          {diets.length > 0 && <span className={styles.diets}>{diets.join(', ')}</span>}
          {health !== undefined && (
            <span className={classNames(styles.fact, styles[health.kind])}>
              <Icon name={healthIcons[health.kind]} />
              {health.label}
            </span>
          )}
          {size !== undefined && <span className={styles.fact}>{size}</span>}
          {allergens.length > 0 && <AllergenMarks label={allergensLabel} allergens={allergens} />}
          {choice !== undefined && <span className={styles.fact}>{choice}</span>}
        </div>
        {properties.length > 0 && (
          <ul className={styles.properties}>
            {properties.map(({ id, text }) => (
              <li key={id} className={styles.property}>
                {text}
              </li>
            ))}
          </ul>
        )}
        {(left !== undefined || limit !== undefined || pickup !== undefined) && (
          <div className={styles.meta}>
            {limit !== undefined && (
              <span className={styles.fact}>
                <Icon name="clock" />
                {limit}
              </span>
            )}
            {pickup !== undefined && (
              <span className={styles.fact}>
                <Icon name="utensils" />
                {pickup}
              </span>
            )}
            {/* Last, since it changes while somebody looks at it: nothing before it moves. */}
            {left !== undefined &&
              (left.isGone === true ? (
                <span className={classNames(styles.fact, styles.few, styles.room)} data-text={left.text} />
              ) : (
                <span className={classNames(styles.fact, left.areFew ? styles.few : styles.ample)}>
                  {left.text}
                </span>
              ))}
          </div>
        )}
      </div>
      {hasAction && (
        <div className={styles.act}>
          <div className={styles.price}>
            {price !== undefined && <span className={styles.amount}>{price}</span>}
            {total !== undefined && (
              <span className={styles.total}>
                {total.label} <span className={styles.totalAmount}>{total.amount}</span>
              </span>
            )}
            {short !== undefined && <span className={styles.total}>{short}</span>}
            {inCart !== undefined && <span className={styles.total}>{inCart}</span>}
          </div>
          {counter}
          {action}
        </div>
      )}
      {mine.map(({ id, text, chosen, delivery, price: orderedFor, detail, action: ownAction }) => (
        <div key={id} className={styles.own}>
          <span className={styles.tick}>
            <Icon name="check" />
          </span>
          <div className={styles.state}>
            <span className={styles.stateText}>{text}</span>
            {(chosen !== undefined || delivery) && (
              <span className={styles.stateDetail}>
                {chosen}
                {chosen !== undefined && delivery && ' · '}
                {delivery}
                {` · ${orderedFor}`}
              </span>
            )}
            {detail !== undefined && <span className={styles.stateDetail}>{detail}</span>}
          </div>
          {ownAction}
        </div>
      ))}
    </article>
  );
}
