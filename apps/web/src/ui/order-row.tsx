import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import styles from './order-row.module.css';

/** Orders under each other. Its children are OrderRows. */
export function OrderList({
  children,
  labelledBy,
}: {
  children: ReactNode;
  labelledBy?: string | undefined;
}) {
  return (
    <ul className={styles.list} aria-labelledby={labelledBy}>
      {children}
    </ul>
  );
}

/** One order, an item of an OrderList, with the one thing that can be done with it. */
export function OrderRow({
  name,
  group,
  date,
  quantity,
  modifiers,
  canteen,
  delivery,
  price,
  state,
  code,
  wayBack,
  collected,
  pickup,
  prominent = false,
  action,
}: {
  name: string;
  group?: string | undefined;
  date: string;
  quantity: string;
  /** What was chosen with it. */
  modifiers?: string | undefined;
  canteen?: string | undefined;
  /** How it gets to whoever ordered it. */
  delivery?: string | undefined;
  price: string;
  /** A Tag, e.g. that the order is offered for exchange. */
  state?: ReactNode;
  /** What to say or show at the counter, with the words for it. */
  code?: { label: string; value: string } | undefined;
  /** How it can be given back. */
  wayBack?: ReactNode;
  collected?: ReactNode;
  /** When it is handed out. */
  pickup?: string | undefined;
  /** It is to be fetched today: its code is the largest text of the page. */
  prominent?: boolean | undefined;
  action?: ReactNode;
}) {
  const nameId = useId();
  return (
    <li>
      <article className={classNames(styles.row, prominent && styles.prominent)} aria-labelledby={nameId}>
        <div className={styles.what}>
          <h3 id={nameId} className={styles.name}>
            {name}
          </h3>
          {modifiers !== undefined && <p className={styles.modifiers}>{modifiers}</p>}
          <p className={styles.facts}>
            {Object.entries({ date, pickup, group, canteen, delivery }).map(
              ([fact, text]) =>
                text && (
                  <span key={fact} className={styles.fact}>
                    {text}
                  </span>
                ),
            )}
          </p>
          {(wayBack !== undefined || collected !== undefined || state !== undefined) && (
            <div className={styles.states}>
              {state}
              {wayBack !== undefined && (
                <span className={styles.time}>
                  <Icon name="clock" />
                  {wayBack}
                </span>
              )}
              {collected !== undefined && (
                <span className={styles.time}>
                  <Icon name="check" />
                  {collected}
                </span>
              )}
            </div>
          )}
        </div>
        {code !== undefined && (
          <div className={styles.code}>
            <span className={styles.codeLabel}>{code.label}</span>
            <span className={styles.codeValue}>{code.value}</span>
          </div>
        )}
        <div className={styles.money}>
          <span className={styles.price}>{price}</span>
          <span className={styles.quantity}>{quantity}</span>
        </div>
        {action !== undefined && <div className={styles.action}>{action}</div>}
      </article>
    </li>
  );
}
