import { type ReactNode, useState } from 'react';
import styles from './dish-list.module.css';

/** Dishes under each other on the phone, side by side elsewhere. Its children are DishPlaces. */
export function DishList({
  children,
  labelledBy,
  inRows = false,
}: {
  children: ReactNode;
  labelledBy?: string | undefined;
  /** Its dishes are DishRows, with a line between them. */
  inRows?: boolean | undefined;
}) {
  return (
    <ul className={inRows ? styles.rows : styles.list} aria-labelledby={labelledBy}>
      {children}
    </ul>
  );
}

/**
 * The place of a DishCard in a DishList. A card that is hidden once it was shown waits there as it is: to draw hundreds
 * anew takes seconds.
 */
export function DishPlace({
  hidden = false,
  id,
  children,
}: {
  hidden?: boolean;
  id?: string;
  children: ReactNode;
}) {
  const [wasShown, setWasShown] = useState(!hidden);
  if (!hidden && !wasShown) setWasShown(true);
  return (
    wasShown && (
      <li className={styles.place} hidden={hidden} id={id}>
        {children}
      </li>
    )
  );
}
