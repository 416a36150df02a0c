import type { BenchRow } from './measure.ts';

const columns: readonly [title: string, cell: (row: BenchRow) => string][] = [
  ['name', (row) => row.name],
  ['oursMs', (row) => row.oursMs.toFixed(1)],
  ['peer', (row) => row.peer ?? '-'],
  ['peerMs', (row) => row.peerMs?.toFixed(1) ?? '-'],
  ['ratio', (row) => row.ratio?.toFixed(2) ?? '-'],
  ['goal', (row) => row.goal.toFixed(1)],
  ['verdict', (row) => row.verdict],
];

/** The rows as an aligned plain-text table, followed by what was measured and the cases' own notes. */
export function formatTable(rows: readonly BenchRow[]): string {
  const cells = [columns.map(([title]) => title), ...rows.map((row) => columns.map(([, cell]) => cell(row)))];
  const widths = columns.map((_, column) => Math.max(...cells.map((line) => line[column]!.length)));
  const isText = new Set([0, 2, 6]);
  const lines = cells.map((line) =>
    line
      .map((cell, column) =>
        isText.has(column) ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
      )
      .join('  ')
      .trimEnd(),
  );
  const remarks = rows.map((row) => `${row.name}: ${row.workload}${row.note ? `; ${row.note}` : ''}`);
  return [...lines, '', ...remarks].join('\n');
}
