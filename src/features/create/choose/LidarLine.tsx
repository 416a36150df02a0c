import { useText } from '#i18n/use-text.ts';
import { Notice } from '../Notice.tsx';
import type { ReadableFile } from './preflight.ts';

/** A lidar file with its content, what it lacks, and each contradiction in its declared coordinates. */
export function LidarLine({ file: { file, las, crs, missing } }: { file: ReadableFile }) {
  const { t, format, errorText, textOf } = useText();
  const facts = [
    t('createPage.points', { count: las.header.pointCount, number: format.number(las.header.pointCount) }),
    `LAS 1.${las.header.versionMinor}`,
    format.bytes(file.size),
  ];
  return (
    <li className="flex flex-col gap-2">
      <div>
        <p className="select-text truncate font-medium">{file.name}</p>
        <p className="text-ink-soft text-sm">{facts.join(' · ')}</p>
        <p className="text-ink-soft text-sm">{crs.name ?? t('coordinateSystem.unknown')}</p>
      </div>
      {missing.map((record) => (
        <Notice key={record.code} tone="warn">
          {errorText(record, 'unknownError')}
        </Notice>
      ))}
      {crs.conflicts.map((conflict) => (
        <Notice key={JSON.stringify(conflict)} tone="warn">
          {textOf('createPage', {
            code: conflict.code,
            params: { offsetMetres: '–', ...conflict.params },
          })}
        </Notice>
      ))}
    </li>
  );
}
