import { type ReactNode, useId } from 'react';
import styles from './cart-row.module.css';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

/** The dishes of a cart under each other. Its children are CartRows. */
export function CartList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.list} aria-label={label} tabIndex={-1}>
      {children}
    </ul>
  );
}

/** A dish of a cart, an item of a CartList: what it is, how many, for how much, and what is wrong with it. */
export function CartRow({
  name,
  facts,
  modifiers,
  counter,
  price,
  priceBefore,
  each,
  problem,
  remove,
}: {
  name: string;
  /** Its day, its canteen, its times. */
  facts: readonly string[];
  /** What goes with it, and the way to change that. */
  modifiers?: { text: string; action: ReactNode } | undefined;
  counter?: ReactNode;
  price: string;
  /** What it cost before, where that was something else, with the word for it. */
  priceBefore?: { label: string; amount: string } | undefined;
  /** The price of one of several portions. */
  each?: string | undefined;
  problem?: string | undefined;
  remove: { label: string; onRemove: () => void };
}) {
  const nameId = useId();
  return (
    <li>
      <article
        className={classNames(styles.row, problem !== undefined && styles.wrong)}
        aria-labelledby={nameId}
      >
        <h2 id={nameId} className={styles.name}>
          {name}
        </h2>
        <div className={styles.more}>
          <p className={styles.facts}>
            {facts.map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </p>
          {modifiers !== undefined && (
            <p className={styles.modifiers}>
              {modifiers.text && <span>{modifiers.text}</span>}
              {modifiers.action}
            </p>
          )}
        </div>
        <div className={styles.cross}>
          <IconButton
            icon="x"
            label={remove.label}
            onClick={(event) => {
              focusAfter(event.currentTarget.closest('li'));
              remove.onRemove();
            }}
          />
        </div>
        <div className={styles.foot}>
          {Boolean(counter) && <div className={styles.counter}>{counter}</div>}
          <div className={styles.money}>
            {priceBefore !== undefined && (
              <s className={styles.before}>
                <VisuallyHidden>{priceBefore.label} </VisuallyHidden>
                {priceBefore.amount}
              </s>
            )}
            <span className={styles.price}>{price}</span>
            {each !== undefined && <span className={styles.each}>{each}</span>}
          </div>
        </div>
        {problem !== undefined && (
          <p className={styles.problem}>
            <Icon name="alert" />
            {problem}
          </p>
        )}
      </article>
    </li>
  );
}

/** The button goes with its row: the keyboard goes on at that of the next row, after the last one at the list. */
function focusAfter(row: Element | null): void {
  const next = row?.nextElementSibling?.querySelector<HTMLElement>(`.${styles.cross} button`);
  (next ?? row?.closest('ul'))?.focus();
}
