import { Fragment, useId } from 'react';

import type { AllergenMark } from './allergen-marks.tsx';
import { classNames } from './class-names.ts';
import styles from './printed-menu.module.css';
import { PrintedSheet } from './printed-sheet.tsx';

/** A line of the printed menu. */
export type PrintedDish = {
  id: string;
  name: string;
  size?: string | undefined;
  /** Their marks, `1, 3, 9`. */
  allergens?: string | undefined;
  price?: string | undefined;
};

/** A day of the printed menu: its groups of dishes, and why there are none. */
export type PrintedDay = {
  /** The calendar day, `yyyy-MM-dd`. */
  day: string;
  heading: string;
  closed?: string | undefined;
  groups: readonly { id: string; name: string; dishes: readonly PrintedDish[] }[];
};

/** How many dishes of a week fit in one column on two A4 pages. */
const DISHES_ON_TWO_PAGES = 80;

/** The menu on paper, in place of everything that is on the screen. */
export function PrintedMenu({
  title,
  subtitle,
  note,
  days,
  allergensLabel,
  allergens,
}: {
  title: string;
  subtitle: string;
  /** What is left out of it. */
  note?: string | undefined;
  days: readonly PrintedDay[];
  allergensLabel: string;
  /** What the marks stand for. */
  allergens: readonly AllergenMark[];
}) {
  const dishes = days.flatMap(({ groups }) => groups.flatMap((group) => group.dishes)).length;
  return (
    <PrintedSheet
      page="menu"
      className={classNames(styles.menu, dishes > DISHES_ON_TWO_PAGES && styles.dense)}
    >
      <header className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        <p className={styles.subtitle}>{subtitle}</p>
        {note !== undefined && <p className={styles.note}>{note}</p>}
      </header>
      <div className={styles.days}>
        {days.map((day) => (
          <Day key={day.day} day={day} />
        ))}
      </div>
      {allergens.length > 0 && (
        <p className={styles.legend}>
          <b className={styles.meaning}>{allergensLabel}</b>
          {allergens.map(({ shortName, longName }) => (
            <Fragment key={shortName}>
              {' '}
              <span className={styles.meaning}>
                <b>{shortName}</b> {longName}
              </span>
            </Fragment>
          ))}
        </p>
      )}
    </PrintedSheet>
  );
}

function Day({ day: { heading, closed, groups } }: { day: PrintedDay }) {
  const id = useId();
  return (
    <section className={styles.day} aria-labelledby={id}>
      <h2 id={id} className={styles.dayName}>
        {heading}
      </h2>
      {closed !== undefined && <p className={styles.closed}>{closed}</p>}
      {groups.map((group) => (
        <div key={group.id} className={styles.group}>
          <h3 className={styles.groupName}>{group.name}</h3>
          <ul>
            {group.dishes.map((dish) => (
              <li key={dish.id} className={styles.dish}>
                <span className={styles.name}>
                  {dish.name}
                  {dish.size !== undefined && <span className={styles.size}> {dish.size}</span>}
                  {dish.allergens !== undefined && <span className={styles.marks}>{dish.allergens}</span>}
                </span>
                {dish.price !== undefined && <span className={styles.price}>{dish.price}</span>}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}
