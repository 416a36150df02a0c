import { useState } from 'react';
import type { CrsReport } from '#domain/crs/types.ts';
import { useText } from '#i18n/use-text.ts';
import { LidarLine } from './choose/LidarLine.tsx';
import { lacksSystem, type Preflight } from './choose/preflight.ts';
import { ProjectDialog } from './ProjectDialog.tsx';
import { GpsWeek, useGpsWeek } from './questions/GpsWeek.tsx';
import { MissingPoints, useMissingPoints } from './questions/MissingPoints.tsx';
import { Section } from './Section.tsx';
import { EstimateView } from './settings/EstimateView.tsx';
import { SettingsFields } from './settings/SettingsFields.tsx';
import { emptyDraft, readSettings } from './settings/settings-form.ts';
import { useEstimate } from './settings/use-estimate.ts';
import { SystemField } from './system/SystemField.tsx';
import { leavesHeightsOpen } from './system/stated-system.ts';
import { useSystem } from './system/use-system.ts';
import { nameOfFile, useCreateProject } from './use-create-project.ts';

interface LidarDialogProps {
  preflight: Preflight;
  onClose(): void;
}

/** Whether a file's system is complete and free of contradictions. */
const isUndisputed = (crs: CrsReport): boolean => crs.conflicts.length === 0 && !leavesHeightsOpen(crs);

/** Asks for what lidar files do not declare, shows contradictions, and offers the settings. */
export function LidarDialog({ preflight, onClose }: LidarDialogProps) {
  const { t } = useText();
  const create = useCreateProject();
  const [draft, setDraft] = useState(emptyDraft);
  const { settings, faults } = readSettings(draft, 'lidar');
  const estimate = useEstimate({
    photos: [],
    points: preflight.files.reduce((sum, { las }) => sum + las.header.pointCount, 0),
    bytes: preflight.files.reduce((sum, { file }) => sum + file.size, 0),
    density: null,
  });
  const missing = useMissingPoints(preflight);
  const week = useGpsWeek(preflight);
  const isSystemAsked = lacksSystem(preflight);
  const isClear = !isSystemAsked && preflight.files.every(({ crs }) => isUndisputed(crs));
  const used = preflight.files[0]?.crs.name ?? '';
  const question = useSystem({ isRequired: isSystemAsked, declared: preflight.files[0]?.crs });

  const systemField = (isChecked: boolean) => (
    <SystemField
      question={question}
      hint={isSystemAsked ? t('crsField.hint') : t('crsField.optionalHint', { name: used })}
      isChecked={isChecked}
    />
  );

  return (
    <ProjectDialog
      initialName={nameOfFile(preflight.files[0]?.file.name ?? '')}
      isPending={create.isPending}
      error={create.error}
      isFaulty={
        [question.faults, faults].some((found) => Object.keys(found).length > 0) ||
        estimate.isOpen ||
        missing.isOpen ||
        week.isOpen
      }
      onSubmit={(name, mail) =>
        create.mutate({
          kind: 'lidar',
          name,
          mail,
          preflight,
          settings: { ...settings, ...missing.settings, ...week.settings },
          system: question.system,
        })
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
          <MissingPoints question={missing} isChecked={isChecked} />
          <GpsWeek question={week} isChecked={isChecked} />
          {isClear ? (
            <Section
              title={t('createPage.systemOfFile', { name: question.given.entry?.name ?? used })}
              isForced={isChecked && Object.keys(question.faults).length > 0}
            >
              {systemField(isChecked)}
            </Section>
          ) : (
            systemField(isChecked)
          )}
          <SettingsFields by="lidar" draft={draft} faults={isChecked ? faults : {}} onChange={setDraft} />
          <EstimateView question={estimate} isChecked={isChecked} />
        </>
      )}
    </ProjectDialog>
  );
}
