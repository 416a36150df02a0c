import type { ReactNode } from 'react';
import { Card } from '#ui/Card.tsx';

/** The key figures of a report, each with its basis below. */
export interface Figure {
  readonly name: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
}

/** Key figures in one card, wrapping as the window requires. */
export function ReportFigures({ figures }: { figures: readonly Figure[] }) {
  return (
    <Card>
      <dl className="flex flex-wrap gap-x-7 gap-y-3 px-4 py-3">
        {figures.map((figure) => (
          <div key={figure.name}>
            <dt className="text-ink-soft text-xs">{figure.name}</dt>
            <dd className="select-text font-semibold text-lg">{figure.value}</dd>
            {figure.note !== undefined && (
              <dd className="select-text text-ink-soft text-xs">{figure.note}</dd>
            )}
          </div>
        ))}
      </dl>
    </Card>
  );
}
