import { useEffect, useState, type ComponentType } from 'react';
import { useTranslations } from 'use-intl';

import { usePlatform } from '#platform/platform.ts';
import { Button } from '#ui/button.tsx';
import { Hint } from '#ui/hint.tsx';
import { EmptyPlate } from '#ui/illustrations/empty-plate.tsx';
import { Notice } from '#ui/notice.tsx';
import { RecordTable, type RecordDetails } from '#ui/record-table.tsx';
import { ShowMore } from '#ui/show-more.tsx';
import { usePrinting } from '#ui/use-printing.ts';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';

import {
  cellText,
  isNothing,
  rowsInView,
  searchedText,
  totalOf,
  type ReportColumn,
  type ReportFormats,
  type ReportView,
} from './report-view.ts';

/** Rows that are drawn at once: a table of thousands answers a press as fast as a short one. */
const ROWS_AT_ONCE = 100;

/** The rows of a report that are found, with their totals, and a picture of them; or that there are none. */
export function ReportRows<Row extends object>({
  label,
  rows: all,
  isIncomplete,
  limit,
  columns,
  totalLabel,
  rowKey,
  view,
  formats,
  typeOf,
  onSort,
  onShowAll,
  details,
  picture: Picture,
}: {
  label: string;
  /** What was read. */
  rows: readonly Row[];
  /** Whether there are more than were read, and how many are read at most. */
  isIncomplete: boolean;
  limit: number;
  columns: readonly ReportColumn<Row>[];
  /** What the totals of all rows are of. */
  totalLabel?: string | undefined;
  rowKey: (row: Row) => string;
  view: ReportView;
  formats: ReportFormats;
  /** What type a row is of, where they can be limited to one. */
  typeOf?: ((row: Row) => string) | undefined;
  onSort: (key: string) => void;
  onShowAll: () => void;
  details?: RecordDetails<Row> | undefined;
  picture?: ComponentType<{ readonly rows: readonly Row[] }> | undefined;
}) {
  const { zone } = usePlatform();
  const t = useTranslations('reports');
  const isPrinting = usePrinting();
  useSearchedTexts(all, columns, formats);
  const rows = rowsInView(all, columns, view, { formats, typeOf, zone });
  const [most, drawMore] = useDrawn(`${view.sort}\n${view.type}\n${view.search}`);
  const { sort } = view;
  const isNarrowed = view.search !== '' || view.type !== undefined;

  const nothing = () =>
    all.length === 0 ? (
      <Notice tone="empty" illustration={<EmptyPlate />} title={t('none')} />
    ) : (
      <Notice
        tone="empty"
        illustration={<EmptyPlate />}
        title={t('noMatch')}
        action={<Button onClick={onShowAll}>{t('showAll')}</Button>}
      />
    );
  const table = () => {
    const isCut = !isPrinting && rows.length > most;
    return (
      <>
        {Picture && <Picture rows={rows} />}
        <div>
          <RecordTable
            label={label}
            columns={columns.map((column) => {
              const total = totalOf(column, rows);
              return {
                key: column.key,
                label: column.label,
                value: (row: Row) => cellText(column, row, formats),
                below: column.below,
                isMain: column.kind === 'amount' && column.isMain,
                isFigure: column.kind === 'amount' || column.kind === 'percent',
                isNothing: (row: Row) => isNothing(column, row),
                isUnclear: column.kind === 'day',
                isUnbroken: column.kind === 'moment' || column.kind === 'day',
                foot: total === undefined ? undefined : formats.amount(total),
              };
            })}
            rows={isCut ? rows.slice(0, most) : rows}
            rowKey={rowKey}
            sorting={{
              key: sort?.replace(/^-/, ''),
              isDescending: sort?.startsWith('-') === true,
              onSort,
            }}
            details={details}
            footLabel={!isNarrowed && !isIncomplete && totalLabel ? totalLabel : t('total')}
            footLabelOf={(what) => t('totalOf', { what })}
          />
          {isCut && (
            <ShowMore
              label={t('more')}
              onMore={drawMore}
              itemsOf={(shown) => [...shown.querySelectorAll('tbody > tr')]}
            />
          )}
        </div>
      </>
    );
  };
  return (
    <>
      {/* What a search leaves changes on screen while it is typed. */}
      <VisuallyHidden>
        <output>{isNarrowed && t('found', { count: rows.length })}</output>
      </VisuallyHidden>
      {isIncomplete && (
        <output>
          <Hint explanation={t('tooMany')}>{t('atMost', { limit })}</Hint>
        </output>
      )}
      {rows.length === 0 ? nothing() : table()}
    </>
  );
}

/** How many rows of a view are drawn, and how to draw more; another view begins anew. */
function useDrawn(view: string): readonly [count: number, more: () => void] {
  const [drawn, setDrawn] = useState({ view, count: ROWS_AT_ONCE });
  const count = drawn.view === view ? drawn.count : ROWS_AT_ONCE;
  return [count, () => setDrawn({ view, count: count + ROWS_AT_ONCE })];
}

/** Rows whose texts are written at one go: milliseconds, also on a slow phone. */
const TEXTS_AT_ONCE = 100;

/** Writes the texts that are searched, a few at a time, before anybody searches: the first key finds them ready. */
function useSearchedTexts<Row extends object>(
  rows: readonly Row[],
  columns: readonly ReportColumn<Row>[],
  formats: ReportFormats,
): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const writeFrom = (start: number) => {
      timer = setTimeout(() => {
        for (const row of rows.slice(start, start + TEXTS_AT_ONCE)) searchedText(columns, row, formats);
        if (start + TEXTS_AT_ONCE < rows.length) writeFrom(start + TEXTS_AT_ONCE);
      });
    };
    writeFrom(0);
    return () => clearTimeout(timer);
    // Columns and formats are made anew for each drawing; what they write changes with the language only.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [rows, formats.locale]);
}
