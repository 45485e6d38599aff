import { Fragment, useState, type ComponentType, type ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import styles from './record-table.module.css';

/** A column of a table of records. */
export type RecordColumn<Row> = {
  readonly key: string;
  readonly label: string;
  readonly value: (row: Row) => ReactNode;
  /** What stands in a second line of the value. */
  readonly below?: ((row: Row) => string | undefined) | undefined;
  /** Figures line up at their end. */
  readonly isFigure?: boolean | undefined;
  /** Whether a value says that there is none, such as a discount of 0: a list leaves it out. */
  readonly isNothing?: ((row: Row) => boolean) | undefined;
  /** In a list it stands in the first line of a record; without such a column, the first figure does. */
  readonly isMain?: boolean | undefined;
  /** Its values say themselves what they are, such as buttons: in a list they have no label before them. */
  readonly isPlain?: boolean | undefined;
  /** Its values do not say what they are, such as one of several days: in a list they have their label also in the first line. */
  readonly isUnclear?: boolean | undefined;
  /** It stands in one line on paper, such as a date. */
  readonly isUnbroken?: boolean | undefined;
  /** What stands under the column, such as its total. */
  readonly foot?: ReactNode;
};

/** By which column the records are sorted, and how to sort them by another one. */
export type RecordSorting = {
  readonly key: string | undefined;
  readonly isDescending: boolean;
  readonly onSort: (key: string) => void;
};

/** What a record shows when it is opened. */
export type RecordDetails<Row> = {
  readonly heading: string;
  /** The name of the button that opens a record. */
  readonly label: (row: Row) => string;
  readonly content: ComponentType<{ readonly row: Row }>;
};

/**
 * Records under each other: a table, and where that has no room a list in which the first value and the main figure stand
 * above the others, which have their labels before them.
 */
export function RecordTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  sorting,
  details,
  footLabel,
  footLabelOf,
}: {
  /** What the records are. */
  label: string;
  columns: readonly RecordColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  sorting?: RecordSorting | undefined;
  details?: RecordDetails<Row> | undefined;
  /** What the line under the columns is, such as "Total". */
  footLabel?: string | undefined;
  /** The same of one column, such as "Price, total": in a list, where there are several. */
  footLabelOf?: ((label: string) => string) | undefined;
}) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) =>
    setOpen(
      (before) => new Set(before.has(key) ? [...before].filter((other) => other !== key) : [...before, key]),
    );
  const main =
    columns.find(({ isMain }) => isMain) ??
    columns.find(({ isFigure }, index) => isFigure === true && index > 0);
  const figure = (column: RecordColumn<Row>) =>
    classNames(
      column.isFigure && styles.figure,
      column.isUnbroken && styles.unbroken,
      column === main && styles.main,
    );
  const feet = columns.filter(({ foot }) => foot !== undefined).length;
  return (
    <div className={styles.room}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={figure(column)}
                aria-sort={sortOf(sorting, column.key)}
              >
                {sorting ? (
                  <button type="button" className={styles.sort} onClick={() => sorting.onSort(column.key)}>
                    {column.label}
                    <span className={styles.direction} data-on={sorting.key === column.key || undefined}>
                      <Icon name="chevron-down" />
                    </span>
                  </button>
                ) : (
                  column.label
                )}
              </th>
            ))}
            {details && (
              <th scope="col" className={styles.opening}>
                {details.heading}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const key = rowKey(row);
            const isOpen = open.has(key);
            return (
              <Fragment key={key}>
                <tr className={styles.row}>
                  {columns.map((column, place) => (
                    <td
                      key={column.key}
                      data-label={hasLabel(column, place) ? column.label : undefined}
                      data-nothing={column.isNothing?.(row) || undefined}
                      className={figure(column)}
                    >
                      <Value column={column} row={row} />
                    </td>
                  ))}
                  {details && (
                    <td className={styles.opening}>
                      <button
                        type="button"
                        className={styles.open}
                        aria-expanded={isOpen}
                        aria-label={details.label(row)}
                        onClick={() => toggle(key)}
                      >
                        <span className={styles.direction}>
                          <Icon name="chevron-down" />
                        </span>
                        <span className={styles.openWord}>{details.heading}</span>
                      </button>
                    </td>
                  )}
                </tr>
                {details && isOpen && (
                  <tr className={styles.details}>
                    <td colSpan={columns.length + 1} aria-label={details.label(row)}>
                      <details.content row={row} />
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
        {feet > 0 && (
          <tfoot>
            <tr>
              {columns.map((column, index) => (
                <td
                  key={column.key}
                  data-label={
                    column.foot === undefined
                      ? undefined
                      : feet === 1
                        ? footLabel
                        : (footLabelOf?.(column.label) ?? column.label)
                  }
                  className={figure(column)}
                >
                  {column.foot ?? (index === 0 ? footLabel : undefined)}
                </td>
              ))}
              {details && <td className={styles.opening} aria-hidden="true" />}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

/** Whether the values of a column have their label before them in a list: the first value says by itself what it is. */
function hasLabel<Row>({ isPlain, isUnclear }: RecordColumn<Row>, place: number): boolean {
  return place === 0 ? isUnclear === true : isPlain !== true;
}

function Value<Row>({ column, row }: { readonly column: RecordColumn<Row>; readonly row: Row }) {
  const below = column.below?.(row);
  if (!below) return column.value(row);
  return (
    <div>
      {column.value(row)}
      <div className={styles.below}>{below}</div>
    </div>
  );
}

function sortOf(sorting: RecordSorting | undefined, key: string) {
  if (sorting?.key !== key) return undefined;
  return sorting.isDescending ? 'descending' : 'ascending';
}
