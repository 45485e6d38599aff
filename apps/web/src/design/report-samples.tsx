import { BarTable, type BarRow } from '#ui/bar-table.tsx';
import { ButtonRow } from '#ui/button-row.tsx';
import { Button } from '#ui/button.tsx';
import { RecordTable, type RecordColumn } from '#ui/record-table.tsx';
import { FilterRow, ListOnly, Pictures, Statement } from '#ui/report-layout.tsx';
import { SearchBox } from '#ui/search-box.tsx';
import { useState } from 'react';

type Row = { readonly dish: string; readonly price: number };

const rows: readonly Row[] = [
  { dish: 'Hovězí vývar s játrovými knedlíčky', price: 39 },
  { dish: 'Svíčková na smetaně', price: 1_135 },
];
const written = (price: number) => `${price.toLocaleString('cs')},00 Kč`;

const bar = (label: string, paid: number, subsidy: number): BarRow => ({
  key: label,
  label,
  first: { value: paid, text: written(paid) },
  second: { value: subsidy, text: written(subsidy) },
});

function Details({ row }: { readonly row: Row }) {
  return <p>{row.dish}</p>;
}

/** A report with its filters, its pictures, and a table that is sorted, opened and added up. */
export function ReportSamples() {
  const [text, setText] = useState('');
  const [isDescending, setDescending] = useState(false);
  const columns: readonly RecordColumn<Row>[] = [
    { key: 'dish', label: 'Jídlo', value: ({ dish }) => dish },
    {
      key: 'price',
      label: 'Cena',
      value: ({ price }) => written(price),
      isFigure: true,
      foot: written(1_174),
    },
  ];
  return (
    <>
      <FilterRow
        foldLabel="Filtry"
        first={<Button tone="quiet">Tento měsíc</Button>}
        tools={<Button tone="quiet">Uložit jako CSV</Button>}
      >
        <SearchBox label="Hledat v seznamu" value={text} onChange={setText} onSubmit={() => undefined} />
        <ListOnly>Řadit podle ceny</ListOnly>
      </FilterRow>
      <ButtonRow>
        <Button size="small">Potvrdit</Button>
        <Button size="small" tone="quiet">
          Odmítnout
        </Button>
      </ButtonRow>
      <Statement>Výpis účtu Jany Novákové</Statement>
      <Pictures>
        <BarTable
          title="Podle měsíců"
          groupLabel="Měsíc"
          firstLabel="Zaplaceno"
          secondLabel="Dotace"
          rows={[bar('říjen 2026', 2_545, 431), bar('listopad 2026', 1_421, 0)]}
        />
        <BarTable
          title="Podle jídelen"
          groupLabel="Jídelna"
          firstLabel="Zaplaceno"
          secondLabel="Dotace"
          rows={[bar('Hlavní jídelna', 3_966, 0)]}
        />
      </Pictures>
      <RecordTable
        label="Spotřeba"
        columns={columns}
        rows={isDescending ? rows.toReversed() : rows}
        rowKey={({ dish }) => dish}
        sorting={{ key: 'price', isDescending, onSort: () => setDescending((before) => !before) }}
        details={{
          heading: 'Položky',
          label: ({ dish }) => `Položky: ${dish}`,
          content: Details,
        }}
        footLabel="Celkem"
      />
    </>
  );
}
