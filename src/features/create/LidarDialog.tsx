import { useState } from 'react';
import type { CrsEntry } from '#domain/crs/table.ts';
import { type Text, useText } from '#i18n/use-text.ts';
import { CrsField } from './CrsField.tsx';
import { Notice } from './Notice.tsx';
import { ProjectDialog } from './ProjectDialog.tsx';
import type { Preflight, ReadableFile } from './preflight.ts';
import { nameOfFile, useCreateProject } from './use-create-project.ts';

interface LidarDialogProps {
  preflight: Preflight;
  onClose(): void;
}

/** Asks for what lidar files do not say, and shows what they contradict. */
export function LidarDialog({ preflight, onClose }: LidarDialogProps) {
  const text = useText();
  const { t } = text;
  const create = useCreateProject();
  const [chosen, setChosen] = useState<CrsEntry | null>(null);
  const lacksSystem = preflight.files.some(({ crs }) => crs.kind === 'unknown' || crs.kind === 'vertical');
  const hasConflicts = preflight.files.some(({ crs }) => crs.conflicts.length > 0);
  const used = preflight.files[0]?.crs.name ?? '';
  const systemFault = lacksSystem && chosen === null ? t('crsField.required') : undefined;

  return (
    <ProjectDialog
      initialName={nameOfFile(preflight.files[0]?.file.name ?? '')}
      isPending={create.isPending}
      error={create.error}
      isFaulty={systemFault !== undefined}
      onSubmit={(name) => create.mutate({ kind: 'lidar', name, preflight, chosen })}
      onClose={onClose}
    >
      {(isChecked) => (
        <>
          <ul className="flex flex-col gap-2 pb-2">
            {preflight.files.map((file) => (
              <FileLine key={file.file.name} file={file} text={text} />
            ))}
          </ul>
          {(lacksSystem || hasConflicts) && (
            <CrsField
              hint={lacksSystem ? t('crsField.hint') : t('crsField.optionalHint', { name: used })}
              onSelect={setChosen}
              error={isChecked ? systemFault : undefined}
            />
          )}
        </>
      )}
    </ProjectDialog>
  );
}

/** A file with what it holds, and each contradiction in what it says of its coordinates. */
function FileLine({ file: { file, las, crs }, text }: { file: ReadableFile; text: Text }) {
  const { t, format } = text;
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
      {crs.conflicts.map((conflict) => (
        <Notice key={JSON.stringify(conflict)} tone="warn">
          {t(`createPage.${conflict.code}`, { offsetMetres: '–', ...conflict.params })}
        </Notice>
      ))}
    </li>
  );
}
