import type { ReactNode } from 'react';
import styles from './record-table.module.css';

/** A column of a table of records. */
export type RecordColumn<Row> = {
  readonly key: string;
  readonly label: string;
  readonly value: (row: Row) => ReactNode;
};

/** Records under each other: a table, and on the phone a list of cards in which each value has its label. */
export function RecordTable<Row>({
  label,
  columns,
  rows,
  rowKey,
}: {
  /** What the records are. */
  label: string;
  columns: readonly RecordColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}) {
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} scope="col">
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)}>
            {columns.map((column) => (
              <td key={column.key} data-label={column.label}>
                {column.value(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
