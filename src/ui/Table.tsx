import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface Column<Row> {
  id: string;
  header: ReactNode;
  /** Numbers are aligned to the end so that their digits line up. */
  align?: 'start' | 'end';
  cell(row: Row): ReactNode;
  className?: string;
}

interface TableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey(row: Row): string;
}

/** A dense table with a header row; the caption names it for assistive technology only. */
export function Table<Row>({ caption, columns, rows, rowKey }: TableProps<Row>) {
  return (
    <table className="w-full border-collapse text-left">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.id}
              scope="col"
              className={cx(
                'h-8 whitespace-nowrap border-line border-b px-3 font-medium text-ink-soft text-xs first:pl-4 last:pr-4',
                column.align === 'end' && 'text-right',
                column.className,
              )}
            >
              {column.header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} className="border-line border-b last:border-b-0 hover:bg-hover/50">
            {columns.map((column) => (
              <td
                key={column.id}
                className={cx(
                  'h-10 px-3 py-1 first:pl-4 last:pr-4',
                  column.align === 'end' && 'text-right',
                  column.className,
                )}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Names and values in two columns, one below the other on a phone. */
export function Facts({ facts }: { facts: readonly { name: string; value: ReactNode }[] }) {
  return (
    <dl className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-x-4">
      {facts.map((fact) => (
        <div
          key={fact.name}
          className="col-span-2 grid grid-cols-subgrid border-line border-b py-2 last:border-b-0"
        >
          <dt className="text-ink-soft">{fact.name}</dt>
          <dd className="select-text break-words">{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
