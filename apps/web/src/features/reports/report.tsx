import { csvOf } from '@refectory/domain/csv';
import { displayName } from '@refectory/domain/customer';
import { ALL_TYPES, isIncomplete, timespanDays, timespans, type Timespan } from '@refectory/domain/report';
import { languageEntry } from '@refectory/translations/languages';
import type { UseQueryResult } from '@tanstack/react-query';
import { useDeferredValue, useState, type ComponentType, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';

import { ReadState } from '#platform/api/read-state.tsx';
import { saveFile } from '#platform/files/save-file.ts';
import { useFormats, useLanguage } from '#platform/i18n/i18n-provider.tsx';
import { usePlatform, useToday } from '#platform/platform.ts';
import { PageTitle, type PageName } from '#platform/routing/page-title.tsx';
import { useCustomer } from '#platform/session/use-customer.ts';
import { Button } from '#ui/button.tsx';
import { CompactSelect } from '#ui/compact-select.tsx';
import { PageShell } from '#ui/page-shell.tsx';
import type { RecordDetails } from '#ui/record-table.tsx';
import { FilterRow, ListOnly, Statement } from '#ui/report-layout.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

import { ReportRows } from './report-rows.tsx';
import { cellOfFile, decimalSignOf, rowsFound, rowsInView, type ReportColumn } from './report-view.ts';
import { useReportAddress } from './use-report-address.ts';

/** A list of the API as a report shows it. */
export type ReportList<Row> = {
  readonly rows: readonly Row[];
  readonly incomplete?: boolean | undefined;
  readonly totalCount?: number | undefined;
};

/** The page of a report: its filters, its tools, and its rows with their totals. */
export function Report<Row extends object>({
  page,
  figure,
  read,
  list,
  limit,
  columns,
  totalLabel,
  rowKey,
  periods = [],
  typeOf,
  details,
  picture,
}: {
  page: PageName;
  /** What the page begins with, such as a balance. */
  figure?: ReactNode;
  read: Pick<UseQueryResult, 'isPending' | 'isLoadingError' | 'isFetching' | 'refetch'>;
  /** What was read; undefined until it is there. */
  list: ReportList<Row> | undefined;
  /** How many records come at most. */
  limit: number;
  columns: readonly ReportColumn<Row>[];
  /** What the totals of all rows are of, where their word says too little. */
  totalLabel?: string | undefined;
  rowKey: (row: Row) => string;
  /** The spans of time that can be chosen; none for a report of everything there is. */
  periods?: readonly Timespan[];
  /** What kind of record a row is, where they can be limited to one. */
  typeOf?: ((row: Row) => string) | undefined;
  details?: RecordDetails<Row> | undefined;
  /** A picture of the rows that are shown. */
  picture?: ComponentType<{ readonly rows: readonly Row[] }> | undefined;
}) {
  const { zone, settings } = usePlatform();
  const t = useTranslations('reports');
  const tPages = useTranslations('pages');
  const { locale } = languageEntry(useLanguage());
  const formats = { ...useFormats(), locale };
  const today = useToday();
  const customer = useCustomer();
  const { choose, timespan, type, sort, search: searchInAddress } = useReportAddress(periods);
  const [search, setSearch] = useSearchText(searchInAddress);

  const all = list?.rows ?? [];
  const types = typeOf ? [...new Set(all.map(typeOf))] : [];
  const view = { search, type, sort };
  const { from, to } = timespanDays(timespan, today);
  const hasNoBeginning = periods.length === 0 || timespan === 'ALLTIME';
  const period = hasNoBeginning
    ? formats.date('d. M. yyyy', today)
    : `${formats.date('d. M. yyyy', from)} – ${formats.date('d. M. yyyy', to)}`;

  const sortBy = (key: string) =>
    choose({ sort: sort === key ? `-${key}` : sort === `-${key}` ? undefined : key });
  const save = () => {
    const rows = rowsInView(all, columns, view, { formats, typeOf, zone });
    const text = csvOf(
      [
        columns.map(({ label }) => label),
        ...rows.map((row) => columns.map((column) => cellOfFile(column, row, formats))),
      ],
      { decimal: decimalSignOf(locale) },
    );
    saveFile(
      `${tPages(page)} ${hasNoBeginning ? today : `${from} ${to}`}.csv`,
      'text/csv;charset=utf-8',
      text,
    );
  };
  const showAll = () => {
    setSearch('');
    choose({ search: undefined, type: undefined });
  };

  return (
    <PageShell title={tPages(page)} lead={figure}>
      <PageTitle page={page} />
      <Statement>
        {[settings.applicationName, customer.data && displayName(customer.data), period]
          .filter(Boolean)
          .join(' · ')}
      </Statement>
      <FilterRow
        foldLabel={t('tools')}
        first={
          periods.length > 0 && (
            <CompactSelect
              label={t('period')}
              icon="calendar"
              value={timespan}
              options={periods.map((value) => ({ value, label: t(value) }))}
              onChange={({ target }) =>
                choose({ timespan: timespans.find((known) => known === target.value), type: undefined })
              }
            />
          )
        }
        tools={
          rowsFound(all, columns, view, { formats, typeOf }).length > 0 && (
            <>
              <Button tone="quiet" onClick={save}>
                {t('export')}
              </Button>
              <Button tone="quiet" onClick={() => window.print()}>
                {t('print')}
              </Button>
            </>
          )
        }
      >
        {typeOf && (
          <CompactSelect
            label={t('type')}
            value={type === undefined ? ALL_TYPES : `=${type}`}
            options={[
              { value: ALL_TYPES, label: t('allTypes') },
              ...types.map((name) => ({ value: `=${name}`, label: name })),
            ]}
            onChange={({ target }) =>
              choose({ type: target.value === ALL_TYPES ? undefined : target.value.slice(1) })
            }
          />
        )}
        <SearchBox
          label={t('search')}
          value={search}
          onChange={(text) => {
            setSearch(text);
            choose({ search: text });
          }}
          onSubmit={() => undefined}
        />
        <ListOnly>
          <CompactSelect
            label={t('sort')}
            value={sort ?? ''}
            options={[
              { value: '', label: t('sort') },
              ...columns.flatMap(({ key, label }) => [
                { value: key, label: `${label} ↑` },
                { value: `-${key}`, label: `${label} ↓` },
              ]),
            ]}
            onChange={({ target }) => choose({ sort: target.value })}
          />
        </ListOnly>
      </FilterRow>
      <ReadState
        reads={[read]}
        awaited={<Skeleton shape="row" count={4} label={t('loading')} />}
        failedTitle={t('failed')}
      >
        {() => (
          <Deferred>
            <ReportRows
              label={tPages(page)}
              rows={all}
              isIncomplete={list !== undefined && isIncomplete(list, all.length, limit)}
              limit={limit}
              columns={columns}
              totalLabel={totalLabel}
              rowKey={rowKey}
              view={view}
              formats={formats}
              typeOf={typeOf}
              onSort={sortBy}
              onShowAll={showAll}
              details={details}
              picture={picture}
            />
          </Deferred>
        )}
      </ReadState>
    </PageShell>
  );
}

/** Draws its content after what the reader is at: a press or a key is answered at once, however many rows follow it. */
function Deferred({ children }: { children: ReactNode }) {
  return useDeferredValue(children);
}

/** The text of the search, which is ahead of the address while it is typed, and follows it at any other time. */
function useSearchText(inAddress: string): readonly [text: string, type: (text: string) => void] {
  const [typed, setTyped] = useState({ text: inAddress, isAhead: false });
  if (typed.isAhead && typed.text === inAddress) setTyped({ text: inAddress, isAhead: false });
  if (!typed.isAhead && typed.text !== inAddress) setTyped({ text: inAddress, isAhead: false });
  return [typed.text, (text) => setTyped({ text, isAhead: true })];
}
