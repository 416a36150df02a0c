import { useId } from 'react';
import { cameraName } from '#domain/photogrammetry/model/camera-name.ts';
import type { KnownCamera } from '#domain/photogrammetry/photos/known-cameras.ts';
import { useText } from '#i18n/use-text.ts';
import { TextField } from '#ui/TextField.tsx';
import { Section } from '../Section.tsx';
import { type SensorDraft, type SensorFaults, sensorFields } from './sensor-form.ts';

interface SensorFieldsProps {
  cameras: readonly KnownCamera[];
  /** By camera; missing ones are empty. */
  drafts: readonly SensorDraft[];
  /** Validation errors shown, by camera. */
  faults: readonly SensorFaults[];
  onChange(drafts: readonly SensorDraft[]): void;
}

/** Sensor and lens of each camera, opened where its photos lack them. */
export function SensorFields({ cameras, drafts, faults, onChange }: SensorFieldsProps) {
  const { t } = useText();
  const isFaulty = faults.some((each) => Object.keys(each).length > 0);
  return (
    <Section
      title={t('createPage.sensors')}
      isForced={isFaulty}
      startsOpen={cameras.some(({ isAssumed }) => isAssumed)}
    >
      {cameras.map((camera, index) => (
        <CameraFields
          key={JSON.stringify([camera.make, camera.model, camera.width, camera.height])}
          camera={camera}
          draft={drafts[index] ?? {}}
          faults={faults[index] ?? {}}
          onChange={(draft) => onChange(cameras.map((_, at) => (at === index ? draft : (drafts[at] ?? {}))))}
        />
      ))}
      <p className="text-ink-soft text-sm">{t('createPage.sensor.hint')}</p>
    </Section>
  );
}

interface CameraFieldsProps {
  camera: KnownCamera;
  draft: SensorDraft;
  faults: SensorFaults;
  onChange(draft: SensorDraft): void;
}

function CameraFields({ camera, draft, faults, onChange }: CameraFieldsProps) {
  const { t, format } = useText();
  const hintId = useId();
  const { make, model, width, height, sensorWidthMm, focalMm, isAssumed } = camera;
  const name = cameraName(make, model) || t('createPage.sensor.unnamed');
  const ofPhotos = { sensorWidth: sensorWidthMm, focal: focalMm, x0: null, y0: null } as const;
  return (
    <fieldset aria-describedby={hintId} className="min-w-0">
      <legend className="select-text font-medium">
        {name} · {width} × {height}
      </legend>
      <p id={hintId} className="pb-2 text-ink-soft text-sm">
        {t(isAssumed ? 'createPage.sensor.assumed' : 'createPage.sensor.known')}
      </p>
      <div className="grid grid-cols-2 gap-x-4">
        {sensorFields.map((field) => {
          const known = ofPhotos[field];
          return (
            <TextField
              key={field}
              label={t(`createPage.sensor.${field}`)}
              inputMode="decimal"
              autoComplete="off"
              placeholder={known === null ? undefined : format.number(known, 2)}
              value={draft[field] ?? ''}
              onChange={(event) => onChange({ ...draft, [field]: event.target.value })}
              error={faults[field] && t(faults[field])}
            />
          );
        })}
      </div>
    </fieldset>
  );
}
