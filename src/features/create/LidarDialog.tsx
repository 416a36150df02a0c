import { useState } from 'react';
import { useText } from '#i18n/use-text.ts';
import { LidarLine } from './LidarLine.tsx';
import { ProjectDialog } from './ProjectDialog.tsx';
import { lacksSystem, type Preflight } from './preflight.ts';
import { SettingsFields } from './SettingsFields.tsx';
import { SystemField } from './SystemField.tsx';
import { emptyDraft, readSettings } from './settings-form.ts';
import { nameOfFile, useCreateProject } from './use-create-project.ts';
import { useSystem } from './use-system.ts';

interface LidarDialogProps {
  preflight: Preflight;
  onClose(): void;
}

/** Asks for what lidar files do not say, and shows what they contradict. */
export function LidarDialog({ preflight, onClose }: LidarDialogProps) {
  const { t } = useText();
  const create = useCreateProject();
  const [draft, setDraft] = useState(emptyDraft);
  const { settings, faults } = readSettings(draft, 'lidar');
  const isSystemAsked = lacksSystem(preflight);
  const used = preflight.files[0]?.crs.name ?? '';
  const question = useSystem({ isRequired: isSystemAsked, declared: preflight.files[0]?.crs });

  return (
    <ProjectDialog
      initialName={nameOfFile(preflight.files[0]?.file.name ?? '')}
      isPending={create.isPending}
      error={create.error}
      isFaulty={Object.keys(question.faults).length > 0 || Object.keys(faults).length > 0}
      onSubmit={(name) =>
        create.mutate({ kind: 'lidar', name, preflight, settings, system: question.system })
      }
      onClose={onClose}
    >
      {(isChecked) => (
        <>
          <ul className="flex flex-col gap-2 pb-2">
            {preflight.files.map((file) => (
              <LidarLine key={file.file.name} file={file} />
            ))}
          </ul>
          <SystemField
            question={question}
            hint={isSystemAsked ? t('crsField.hint') : t('crsField.optionalHint', { name: used })}
            isChecked={isChecked}
          />
          <SettingsFields by="lidar" draft={draft} faults={isChecked ? faults : {}} onChange={setDraft} />
        </>
      )}
    </ProjectDialog>
  );
}
