import { useText } from '#i18n/use-text.ts';
import { Segmented } from '#ui/Segmented.tsx';
import { Notice } from '../Notice.tsx';
import type { PointFile, PointRole } from './image-preflight.ts';

interface PointLineProps {
  point: PointFile;
  role: PointRole;
  onRole(role: PointRole): void;
}

/** A file of surveyed points: their number, number of marks in photos, and role. */
export function PointLine({ point: { file, reading }, role, onRole }: PointLineProps) {
  const { t, format, errorText } = useText();
  const marks = reading.points.reduce((sum, one) => sum + one.marks.length, 0);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <p className="select-text truncate font-medium">{file.name}</p>
          <p className="text-ink-soft text-sm">
            {t('createPage.pointFile', {
              points: t('counted.points', {
                count: reading.points.length,
                number: format.number(reading.points.length),
              }),
              marks: t('counted.marks', { count: marks, number: format.number(marks) }),
            })}
          </p>
        </div>
        <Segmented<PointRole>
          label={file.name}
          value={role}
          onChange={onRole}
          options={(['control', 'checkpoints'] as const).map((value) => ({
            value,
            label: t(`createPage.role.${value}`),
          }))}
        />
      </div>
      {role === 'control' && marks === 0 && <Notice tone="warn">{t('createPage.controlWaits')}</Notice>}
      {reading.warnings.map((record) => (
        <Notice key={JSON.stringify(record)} tone="warn">
          {errorText(record, 'unknownError')}
        </Notice>
      ))}
    </div>
  );
}
