import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import styles from './order-summary.module.css';
import { useBackCloses } from './use-back-closes.ts';
import { useMedia } from './use-media.ts';

/** A line of the summary. */
export type OrderSummaryLine = {
  id: string;
  name: string;
  detail: string;
  price: string;
  action?: ReactNode;
};

/** An order that is fetched today: what to say at the counter, where it is not plain of which day, and what it is. */
export type OrderToFetch = { id: number; code: string; day?: string | undefined; text: string };

/** So many codes have a line each in the bar; of more there are the codes alone, or they would cover the menu. */
const FEW_CODES = 2;

/** An amount with the words for it. */
export type LabelledAmount = { label: string; amount: string };

/**
 * The reader's orders with their sum: a bar along the lower edge that opens upwards on the phone, a panel beside
 * the menu elsewhere, where it also says that there are none. Without `expanded` it is folded on the phone and open
 * elsewhere.
 */
export function OrderSummary({
  title,
  total,
  after,
  toFetch = [],
  toFetchLabel,
  lines,
  emptyText,
  expanded,
  onToggle,
  toggleLabel,
}: {
  title: string;
  total: LabelledAmount;
  /** What is on the account now, with the words for it. */
  after?: LabelledAmount | undefined;
  /** What is fetched today, whatever days are on screen; it stands above all else. */
  toFetch?: readonly OrderToFetch[] | undefined;
  toFetchLabel: string;
  lines: readonly OrderSummaryLine[];
  emptyText: string;
  expanded?: boolean | undefined;
  onToggle: (expanded: boolean) => void;
  /** The name of the control for a folded (false) and an open (true) summary. */
  toggleLabel: (expanded: boolean) => string;
}) {
  const headingId = useId();
  const bodyId = useId();
  const isWide = useMedia('(min-width: 56.25em)');
  const isOpen = expanded ?? isWide;
  const toggle = useRef<HTMLButtonElement>(null);
  const isSheet = isOpen && !isWide && lines.length > 0;
  const fold = () => {
    onToggle(false);
    toggle.current?.focus();
  };
  useBackCloses(isSheet, fold);
  const foldOnEscape = useEffectEvent((event: KeyboardEvent) => {
    // A dialog or a menu above the sheet takes the key first.
    if (event.key !== 'Escape' || document.querySelector('dialog:modal, [popover=auto]:popover-open')) return;
    fold();
  });
  useEffect(() => {
    if (!isSheet) return;
    const listener = (event: KeyboardEvent) => foldOnEscape(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [isSheet]);
  const isBar = !isWide && lines.length > 0;
  useEffect(() => {
    if (isBar) keepInSight(document.activeElement?.closest('article'));
  }, [isBar]);
  const fetched = toFetch.length > 0 && (
    <ul
      className={classNames(styles.fetched, toFetch.length > FEW_CODES && styles.codes)}
      aria-label={toFetchLabel}
    >
      {toFetch.map(({ id, code, day, text }) => (
        <li key={id}>
          {day !== undefined && <span className={styles.fetchedDay}>{day}</span>}
          <b className={styles.code}>{code}</b> <span className={styles.fetchedText}>{text}</span>
        </li>
      ))}
    </ul>
  );
  if (lines.length === 0) {
    if (!isWide) {
      return (
        fetched && (
          <div className={styles.summary} data-bottom-bar="">
            {fetched}
          </div>
        )
      );
    }
    return (
      <section className={styles.summary} aria-labelledby={headingId}>
        {fetched}
        <div className={styles.head}>
          <h2 id={headingId} className={styles.title}>
            {title}
          </h2>
        </div>
        <p className={styles.empty}>{emptyText}</p>
      </section>
    );
  }
  return (
    <section className={styles.summary} aria-labelledby={headingId} data-bottom-bar="">
      {fetched}
      <div className={styles.head}>
        <div className={styles.heading}>
          <h2 id={headingId} className={styles.title}>
            {title}
          </h2>
          <span className={styles.brief}>
            {total.label} <b>{total.amount}</b>
          </span>
        </div>
        <button
          ref={toggle}
          type="button"
          className={classNames(styles.toggle, isOpen && styles.open)}
          aria-expanded={isOpen}
          aria-controls={bodyId}
          aria-label={toggleLabel(isOpen)}
          onClick={() => onToggle(!isOpen)}
        >
          <span className={styles.toggleText}>{toggleLabel(isOpen)}</span>
          <Icon name="chevron-down" />
        </button>
      </div>
      <div id={bodyId} className={styles.body} hidden={!isOpen}>
        <ul className={styles.lines}>
          {lines.map((line) => (
            <li key={line.id} className={styles.line}>
              <span className={styles.name}>{line.name}</span>
              <span className={styles.price}>{line.price}</span>
              <span className={styles.detail}>{line.detail}</span>
              {line.action !== undefined && <span className={styles.action}>{line.action}</span>}
            </li>
          ))}
        </ul>
        <dl className={styles.sums}>
          <div className={styles.total}>
            <dt>{total.label}</dt>
            <dd>{total.amount}</dd>
          </div>
          {after !== undefined && (
            <div className={styles.after}>
              <dt>{after.label}</dt>
              <dd>{after.amount}</dd>
            </div>
          )}
        </dl>
      </div>
    </section>
  );
}

/** The bar that appears may cover what was just ordered. */
function keepInSight(article: Element | null | undefined): void {
  if (article && article.getBoundingClientRect().top < globalThis.innerHeight)
    article.scrollIntoView({ block: 'nearest' });
}
