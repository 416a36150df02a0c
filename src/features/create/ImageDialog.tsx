import { useMemo, useState } from 'react';
import { limits } from '#contract/limits.ts';
import type { PhotoEngine } from '#contract/rules/engines.ts';
import { listCameras } from '#domain/photogrammetry/photos/known-cameras.ts';
import { type Text, useText } from '#i18n/use-text.ts';
import { Segmented } from '#ui/Segmented.tsx';
import { describeFlight, type ImagePreflight } from './choose/image-preflight.ts';
import { LidarLine } from './choose/LidarLine.tsx';
import { PointLine } from './choose/PointLine.tsx';
import { lacksSystem, type Preflight } from './choose/preflight.ts';
import { ProjectDialog } from './ProjectDialog.tsx';
import { PhotoCheckView } from './photos/PhotoCheckView.tsx';
import { PhotoFacts } from './photos/PhotoFacts.tsx';
import { usePhotoCheck } from './photos/use-photo-check.ts';
import { GpsWeek, useGpsWeek } from './questions/GpsWeek.tsx';
import { MissingPoints, useMissingPoints } from './questions/MissingPoints.tsx';
import { PhotoQuestionsView } from './questions/PhotoQuestionsView.tsx';
import { usePhotoQuestions } from './questions/use-photo-questions.ts';
import { Section } from './Section.tsx';
import { EngineChoice } from './settings/EngineChoice.tsx';
import { EstimateView } from './settings/EstimateView.tsx';
import { SensorFields } from './settings/SensorFields.tsx';
import { SettingsFields } from './settings/SettingsFields.tsx';
import { cameraSetting, readSensors, type SensorDraft } from './settings/sensor-form.ts';
import { emptyDraft, readSettings } from './settings/settings-form.ts';
import { useEstimate } from './settings/use-estimate.ts';
import { SystemField } from './system/SystemField.tsx';
import { nameGiven, useSystem } from './system/use-system.ts';
import { densityCodes, type ImageDensity, useCreateProject } from './use-create-project.ts';

interface ImageDialogProps {
  preflight: ImagePreflight;
  onClose(): void;
}

/** Summarises the photos, and asks for name, density and, optionally, the coordinate system. */
export function ImageDialog({ preflight, onClose }: ImageDialogProps) {
  const text = useText();
  const { t } = text;
  const create = useCreateProject();
  const [density, setDensity] = useState<ImageDensity>('medium');
  const [engine, setEngine] = useState<PhotoEngine>('builtin');
  const [draft, setDraft] = useState(emptyDraft);
  const { settings, faults } = readSettings(draft, engine);
  const cameras = useMemo(() => listCameras(preflight.photos.map(({ info }) => info)), [preflight]);
  const [sensorDrafts, setSensorDrafts] = useState<readonly SensorDraft[]>([]);
  const isOurs = engine !== 'nodeodm';
  const sensors = useMemo(() => readSensors(sensorDrafts, cameras), [sensorDrafts, cameras]);
  const answers = usePhotoQuestions(preflight);
  const described = useMemo(
    () => describeFlight(preflight.photos, sensors.stated, answers.stated),
    [preflight, sensors, answers.stated],
  );
  const [roles, setRoles] = useState(() => preflight.points.map((point) => point.suggested));
  const check = usePhotoCheck(preflight.photos);
  const [leavesOut, setLeavesOut] = useState(true);
  const fit = preflight.photos.filter((photo) => !check.unfit.some((one) => one.photo === photo));
  const canLeaveOut = fit.length >= limits.imagesMin;
  const sent = { ...preflight, photos: leavesOut && canLeaveOut ? fit : preflight.photos };
  const { lidar } = preflight;
  const missing = useMissingPoints(lidar);
  const week = useGpsWeek(lidar);
  const place = preflight.photos.find(({ info }) => info.position !== null)?.info.position ?? undefined;
  const question = useSystem({
    isRequired: lidar !== null && lacksSystem(lidar),
    declared: lidar?.files[0]?.crs,
  });
  const clouds = lidar?.files ?? [];
  const estimate = useEstimate({
    photos: sent.photos.map(({ info }) => (info.width * info.height) / 1e6),
    points: clouds.reduce((sum, { las }) => sum + las.header.pointCount, 0),
    bytes: [...sent.photos, ...clouds].reduce((sum, { file }) => sum + file.size, 0),
    density: densityCodes[density],
  });
  const isFaulty = [question.faults, faults, ...sensors.faults].some(
    (found) => Object.keys(found).length > 0,
  );
  const rolesFault = new Set(roles).size < roles.length ? t('createPage.oneFileEach') : undefined;

  return (
    <ProjectDialog
      initialName={t('createPage.flightName')}
      isPending={create.isPending}
      isChecking={check.isRunning}
      error={create.error}
      isFaulty={
        rolesFault !== undefined ||
        isFaulty ||
        (isOurs && estimate.isOpen) ||
        missing.isOpen ||
        week.isOpen ||
        answers.isOpen
      }
      onSubmit={(name, mail) =>
        create.mutate({
          kind: 'images',
          name,
          mail,
          preflight: sent,
          roles,
          density,
          engine,
          settings: {
            ...settings,
            ...missing.settings,
            ...week.settings,
            ...answers.settings,
            ...(sensors.stated.length > 0 ? { cameras: sensors.stated.map(cameraSetting) } : {}),
          },
          system: question.system,
        })
      }
      onClose={onClose}
    >
      {(isChecked) => (
        <>
          <PhotoFacts preflight={preflight} described={described} />
          <PhotoCheckView
            check={check}
            total={preflight.photos.length}
            leavesOut={canLeaveOut ? leavesOut : null}
            onLeaveOut={setLeavesOut}
          />
          {preflight.points.map((point, index) => (
            <PointLine
              key={point.file.name}
              point={point}
              role={roles[index] ?? 'control'}
              onRole={(role) => setRoles(roles.map((old, at) => (at === index ? role : old)))}
            />
          ))}
          {isChecked && rolesFault !== undefined && (
            <p role="alert" className="text-bad text-sm">
              {rolesFault}
            </p>
          )}
          <PhotoQuestionsView answers={answers} isChecked={isChecked} />
          {lidar !== null && <LidarFiles lidar={lidar} isColoured={engine !== 'nodeodm'} />}
          <MissingPoints question={missing} isChecked={isChecked} />
          <GpsWeek question={week} isChecked={isChecked} />
          <EngineChoice engine={engine} onEngine={setEngine} />
          <div className="flex flex-col items-start gap-1">
            <span className="font-medium text-ink-soft text-sm">{t('createPage.density')}</span>
            <Segmented<ImageDensity>
              label={t('createPage.density')}
              value={density}
              onChange={setDensity}
              options={(['low', 'medium', 'high'] as const).map((value) => ({
                value,
                label: t(`createPage.density.${value}`),
              }))}
            />
          </div>
          <Section
            title={t('crsField.label')}
            note={nameGiven(question) ?? systemNote(preflight, text)}
            isForced={isChecked && Object.keys(question.faults).length > 0}
            startsOpen={Object.keys(question.faults).length > 0}
          >
            <SystemField
              question={question}
              hint={systemHint(preflight, text)}
              isChecked={isChecked}
              place={place}
            />
          </Section>
          <SensorFields
            cameras={cameras}
            drafts={sensorDrafts}
            faults={isChecked ? sensors.faults : []}
            onChange={setSensorDrafts}
          />
          <SettingsFields by={engine} draft={draft} faults={isChecked ? faults : {}} onChange={setDraft} />
          {isOurs && <EstimateView question={estimate} isChecked={isChecked} />}
        </>
      )}
    </ProjectDialog>
  );
}

/** The default system, abbreviated; null where there is none yet. */
function systemNote({ photos, points, lidar }: ImagePreflight, { t }: Text): string | undefined {
  const header = points.find(({ reading }) => reading.crsText !== null)?.reading.crsText;
  if (header) return header;
  if (lidar !== null) return lacksSystem(lidar) ? undefined : (lidar.files[0]?.crs.name ?? undefined);
  const isPlaced = photos.some(({ info }) => info.position !== null);
  return t(isPlaced ? 'createPage.systemNote.photos' : 'createPage.systemNote.local');
}

/** Source of the products' system where none is chosen. */
function systemHint({ photos, points, lidar }: ImagePreflight, { t }: Text): string {
  const header = points.find(({ reading }) => reading.crsText !== null)?.reading.crsText;
  if (header) return t('createPage.systemOfControl', { name: header });
  if (lidar !== null) {
    const name = lidar.files[0]?.crs.name;
    return lacksSystem(lidar) || !name ? t('crsField.hint') : t('createPage.systemOfLidar', { name });
  }
  return photos.some(({ info }) => info.position !== null)
    ? t('createPage.systemOfPhotos')
    : t('createPage.systemLocal');
}

/** Lidar files dropped with the photos. */
function LidarFiles({ lidar, isColoured }: { lidar: Preflight; isColoured: boolean }) {
  const { t } = useText();
  return (
    <div className="flex flex-col gap-2">
      <ul className="flex flex-col gap-2">
        {lidar.files.map((file) => (
          <LidarLine key={file.file.name} file={file} />
        ))}
      </ul>
      <p className="text-ink-soft text-sm">
        {t(isColoured ? 'createPage.lidarColoured' : 'createPage.lidarKept')}
      </p>
    </div>
  );
}
