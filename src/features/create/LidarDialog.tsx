import { useState } from 'react';
import type { CrsEntry } from '#domain/crs/table.ts';
import { useText } from '#i18n/use-text.ts';
import { CrsField } from './CrsField.tsx';
import { LidarLine } from './LidarLine.tsx';
import { ProjectDialog } from './ProjectDialog.tsx';
import { lacksSystem, type Preflight } from './preflight.ts';
import { SettingsFields } from './SettingsFields.tsx';
import { emptyDraft, readSettings } from './settings-form.ts';
import { nameOfFile, useCreateProject } from './use-create-project.ts';

interface LidarDialogProps {
  preflight: Preflight;
  onClose(): void;
}

/** Asks for what lidar files do not say, and shows what they contradict. */
export function LidarDialog({ preflight, onClose }: LidarDialogProps) {
  const { t } = useText();
  const create = useCreateProject();
  const [chosen, setChosen] = useState<CrsEntry | null>(null);
  const [draft, setDraft] = useState(emptyDraft);
  const { settings, faults } = readSettings(draft, 'lidar');
  const isSystemAsked = lacksSystem(preflight);
  const hasConflicts = preflight.files.some(({ crs }) => crs.conflicts.length > 0);
  const used = preflight.files[0]?.crs.name ?? '';
  const systemFault = isSystemAsked && chosen === null ? t('crsField.required') : undefined;

  return (
    <ProjectDialog
      initialName={nameOfFile(preflight.files[0]?.file.name ?? '')}
      isPending={create.isPending}
      error={create.error}
      isFaulty={systemFault !== undefined || Object.keys(faults).length > 0}
      onSubmit={(name) => create.mutate({ kind: 'lidar', name, preflight, settings, chosen })}
      onClose={onClose}
    >
      {(isChecked) => (
        <>
          <ul className="flex flex-col gap-2 pb-2">
            {preflight.files.map((file) => (
              <LidarLine key={file.file.name} file={file} />
            ))}
          </ul>
          {(isSystemAsked || hasConflicts) && (
            <CrsField
              hint={isSystemAsked ? t('crsField.hint') : t('crsField.optionalHint', { name: used })}
              onSelect={setChosen}
              error={isChecked ? systemFault : undefined}
            />
          )}
          <SettingsFields by="lidar" draft={draft} faults={isChecked ? faults : {}} onChange={setDraft} />
        </>
      )}
    </ProjectDialog>
  );
}
