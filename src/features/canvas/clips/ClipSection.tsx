import { Move3d, Scissors, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import { readable } from '#core/measure/quantities.ts';
import type { PointClip } from '#domain/cloud/point-filter.ts';
import type { DrawingFeature } from '#domain/drawing/feature.ts';
import { arcTolerance, type FeatureLine, featureLines } from '#domain/drawing/feature-lines.ts';
import { maxOf } from '#domain/math/extremes.ts';
import { type ClipChoice, type ClipShape, clipsOfShapes } from '#domain/view/clips-of-shapes.ts';
import { useFeatures } from '#editor-view/use-features.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { NumberField } from '#ui/NumberField.tsx';
import { Section } from '#ui/Section.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import type { PartProps } from '../display/loaded.ts';

const firstChoice: ClipChoice = {
  form: 'outline',
  width: 2,
  bottom: null,
  top: null,
  yawRad: 0,
  isInverted: false,
};

/** A number not yet used in a clip's id. */
function nextId(clips: readonly PointClip[]): string {
  const numbers = clips.map(({ id }) => Number.parseInt(id.split('-')[1] ?? '0', 10));
  return `clip-${Math.max(0, maxOf(numbers)) + 1}`;
}

/** Clips follow points, lines and outlines, arcs as chords; other kinds make none. */
function clipShapes(feature: DrawingFeature | undefined): ClipShape[] {
  if (feature?.kind === 'point') return [{ kind: 'point', coordinates: feature.coordinates }];
  if (feature?.kind !== 'polyline' && feature?.kind !== 'polygon') return [];
  const [{ coordinates }] = featureLines(feature, arcTolerance) as [FeatureLine];
  return [{ kind: feature.kind, coordinates }];
}

/** Creates clips from the selection, and lists the existing ones. */
export function ClipSection({ editor, set }: PartProps) {
  const { t } = useText();
  const { display, selection } = useSnapshot(editor.views.workspace);
  const features = useFeatures(editor);
  const [choice, setChoice] = useState(firstChoice);
  const clips = display.clips as readonly PointClip[];
  const shapes = selection.flatMap((id) => clipShapes(features[id]));
  const made = clipsOfShapes(shapes, nextId(clips), choice);
  const hasLine = choice.form === 'outline' && shapes.some(({ kind }) => kind === 'polyline');
  const add = (isInverted: boolean) => {
    const added = clipsOfShapes(shapes, nextId(clips), { ...choice, isInverted });
    set({ clips: [...clips, ...added] });
    const box = added.find(({ kind }) => kind === 'box');
    if (box) void editor.dispatch('clip.hold', { id: box.id }, 'panel');
  };
  return (
    <Section title={t('display.clip')}>
      {made.length === 0 && <p className="text-ink-soft text-sm">{t('display.clipHint')}</p>}
      {shapes.length > 0 && (
        <ChoiceFields editor={editor} choice={choice} hasLine={hasLine} onChange={setChoice} />
      )}
      {made.length > 0 && (
        <div className="mt-2 flex flex-wrap gap-2">
          <Button icon={<Scissors className="size-4" />} onClick={() => add(false)}>
            {t('display.clipKeep')}
          </Button>
          <Button onClick={() => add(true)}>{t('display.clipHide')}</Button>
        </div>
      )}
      {clips.length > 0 && (
        <ClipList editor={editor} clips={clips} onChange={(next) => set({ clips: next })} />
      )}
    </Section>
  );
}

interface ChoiceFieldsProps {
  editor: PartProps['editor'];
  choice: ClipChoice;
  hasLine: boolean;
  onChange(choice: ClipChoice): void;
}

function ChoiceFields({ editor, choice, hasLine, onChange }: ChoiceFieldsProps) {
  const { t } = useText();
  const { unit } = readable('length', 0, editor.facts.horizontalUnit);
  return (
    <>
      <Segmented
        label={t('display.clipForm')}
        value={choice.form}
        onChange={(form) => onChange({ ...choice, form })}
        options={(['outline', 'box'] as const).map((form) => ({ value: form, label: t(`clipForm.${form}`) }))}
      />
      {hasLine && (
        <NumberField
          label={t('display.clipWidth')}
          value={choice.width}
          unit={unit}
          min={0.001}
          onCommit={(width) => onChange({ ...choice, width: width ?? firstChoice.width })}
        />
      )}
      {choice.form === 'box' && (
        <div className="grid grid-cols-2 gap-2">
          <NumberField
            label={t('display.clipBottom')}
            value={choice.bottom}
            onCommit={(bottom) => onChange({ ...choice, bottom })}
          />
          <NumberField
            label={t('display.clipTop')}
            value={choice.top}
            onCommit={(top) => onChange({ ...choice, top })}
          />
          <TurnField yawRad={choice.yawRad} onCommit={(yawRad) => onChange({ ...choice, yawRad })} />
        </div>
      )}
    </>
  );
}

/** Rotation of a box, degrees counter-clockwise. */
function TurnField({ yawRad, onCommit }: { yawRad: number; onCommit(yawRad: number): void }) {
  const { t } = useText();
  const degrees = Math.round((yawRad * 180_000) / Math.PI) / 1000;
  return (
    <NumberField
      label={t('display.clipTurn')}
      value={degrees}
      unit="°"
      onCommit={(turn) => onCommit((((turn ?? 0) % 360) * Math.PI) / 180)}
    />
  );
}

interface ClipListProps {
  editor: PartProps['editor'];
  clips: readonly PointClip[];
  onChange(clips: PointClip[]): void;
}

function ClipList({ editor, clips, onChange }: ClipListProps) {
  const { t } = useText();
  const { clipInHand } = useSnapshot(editor.views.workspace);
  const hold = (held: string | null) => void editor.dispatch('clip.hold', { id: held }, 'panel');
  const invert = (id: string, isInverted: boolean) =>
    onChange(clips.map((clip) => (clip.id === id ? { ...clip, isInverted } : clip)));
  const turn = (id: string, yawRad: number) =>
    onChange(clips.map((clip) => (clip.id === id && clip.kind === 'box' ? { ...clip, yawRad } : clip)));
  return (
    <ul className="mt-2" aria-label={t('display.clip')}>
      {clips.map((clip, i) => {
        const { id, kind, isInverted } = clip;
        const name = t(`clipKind.${kind}`, { number: i + 1 });
        return (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-2">
            <span className="text-sm">{name}</span>
            <span className="flex items-center gap-1">
              {kind === 'box' && (
                <IconButton
                  label={t('display.clipHandles', { clip: name })}
                  icon={<Move3d />}
                  aria-pressed={clipInHand === id}
                  onClick={() => hold(clipInHand === id ? null : id)}
                />
              )}
              <Button tone="quiet" aria-pressed={isInverted} onClick={() => invert(id, !isInverted)}>
                {t(isInverted ? 'display.clipHidesInside' : 'display.clipKeepsInside')}
              </Button>
              <IconButton
                label={t('display.clipRemove', { clip: name })}
                icon={<Trash2 />}
                onClick={() => onChange(clips.filter((clip) => clip.id !== id))}
              />
            </span>
            {kind === 'box' && (
              <div className="w-full">
                <TurnField yawRad={clip.yawRad} onCommit={(yawRad) => turn(id, yawRad)} />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}
