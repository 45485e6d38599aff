/** Rows of text as a table for a terminal: the columns as wide as what stands in them, up to a limit. */
export function table(header: readonly string[], rows: readonly (readonly string[])[], limit = 56): string[] {
  const lines = [header, ...rows].map((row) =>
    row.map((cell) => (cell.length > limit ? `${cell.slice(0, limit - 1)}…` : cell)),
  );
  const widths = header.map((_, column) => Math.max(...lines.map((row) => row[column]?.length ?? 0)));
  const rule = widths.map((width) => '-'.repeat(width));
  return lines.toSpliced(1, 0, rule).map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
