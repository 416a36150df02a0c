import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Text, useText } from '#i18n/use-text.ts';
import { Card } from '#ui/Card.tsx';
import { Chip } from '#ui/Chip.tsx';
import { Quantity } from '#ui/Quantity.tsx';
import { type Column, Table } from '#ui/Table.tsx';
import { summariseControl } from './control-summary.ts';
import { Length } from './Length.tsx';
import type { ControlPoint } from './photo-report.ts';

interface Row {
  readonly id: string;
  readonly name: ReactNode;
  readonly x: number | null;
  readonly y: number | null;
  readonly z: number | null;
  readonly horizontal: number | null;
  readonly space: number | null;
  readonly marks: number | null;
  readonly px: number | null;
  readonly isTotal: boolean;
}

interface ControlTableProps {
  title: string;
  points: readonly ControlPoint[];
}

/** Surveyed points with their residuals, and those left out with reasons. Hidden without points. */
export function ControlTable({ title, points }: ControlTableProps) {
  const text = useText();
  if (points.length === 0) return null;
  const notes = notesOf(points, text);
  return (
    <Card aria-label={title} className="overflow-hidden">
      <h3 className="px-4 pt-3 pb-1 font-semibold">{title}</h3>
      <Table
        caption={title}
        rows={[...points.map((point) => rowOf(point, text)), totalOf(points, text)]}
        rowKey={(row) => row.id}
        columns={columnsOf(text)}
      />
      {notes.length > 0 && (
        <ul className="flex flex-col gap-1 border-line border-t px-4 py-2 text-sm">
          {notes.map((note) => (
            <li key={note} className="flex gap-2">
              <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" />
              <span className="min-w-0 select-text">{note}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function rowOf(point: ControlPoint, { t }: Text): Row {
  const { label, status, residual, marks, rmsPx } = point;
  const [x, y, z] = residual ?? [null, null, null];
  const horizontal = x === null || y === null ? null : Math.hypot(x, y);
  return {
    id: label,
    name: (
      <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="select-text">{label}</span>
        {status === 'outlier' && <Chip tone="bad">{t('report.left-out')}</Chip>}
        {status === 'unused' && <Chip tone="warn">{t('report.unused')}</Chip>}
      </span>
    ),
    x,
    y,
    z,
    horizontal,
    space: horizontal === null || z === null ? null : Math.hypot(horizontal, z),
    marks,
    px: rmsPx,
    isTotal: false,
  };
}

function totalOf(points: readonly ControlPoint[], { t }: Text): Row {
  return { ...summariseControl(points), id: 'total', marks: null, name: t('report.rmse'), isTotal: true };
}

function columnsOf({ t, format }: Text): Column<Row>[] {
  const tight = 'max-sm:px-1.5';
  const strong = (row: Row, content: ReactNode) =>
    row.isTotal ? <strong className="font-semibold">{content}</strong> : content;
  const length = (
    id: 'x' | 'y' | 'z' | 'horizontal' | 'space',
    header: string,
    hidden = '',
  ): Column<Row> => ({
    id,
    header: `${header} m`,
    align: 'end',
    className: `${tight} ${hidden}`,
    cell: (row) => strong(row, <Length metres={row[id]} hasUnit={false} />),
  });
  return [
    {
      id: 'name',
      header: t('report.point'),
      className: `${tight} w-full`,
      cell: (row) => strong(row, row.name),
    },
    length('x', 'dx'),
    length('y', 'dy'),
    length('z', 'dz'),
    length('horizontal', t('report.horizontal'), 'max-md:hidden'),
    length('space', '3D', 'max-md:hidden'),
    {
      id: 'marks',
      header: t('report.marks'),
      align: 'end',
      className: 'max-sm:hidden',
      cell: (row) => row.marks !== null && <Quantity value={row.marks} text={format.number(row.marks)} />,
    },
    {
      id: 'px',
      header: 'px',
      align: 'end',
      className: tight,
      cell: (row) =>
        strong(row, row.px === null ? '–' : <Quantity value={row.px} text={format.number(row.px, 2)} />),
    },
  ];
}

/** Points and marks that are probably on the wrong target. */
function notesOf(points: readonly ControlPoint[], { t }: Text): string[] {
  return points.flatMap(({ label, suspect, markOutliers }) => [
    ...(suspect === null ? [] : [t('report.suspect', { label, other: suspect })]),
    ...markOutliers.map(({ photo, suspect: other }) =>
      other === null
        ? t('report.markOut', { label, photo })
        : t('report.markSuspect', { label, photo, other }),
    ),
  ]);
}
