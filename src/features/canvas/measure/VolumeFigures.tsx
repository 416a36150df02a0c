import { Layers } from 'lucide-react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { readable } from '#core/measure/quantities.ts';
import type { KnownAccuracy } from '#core/ports/surface.ts';
import type { VolumeMeasurement, VolumeResult } from '#core/state/measurement.ts';
import type { ProjectFacts } from '#core/state/project-facts.ts';
import { type BaseKind, baseKinds } from '#domain/geometry/volume/volume-base.ts';
import { Figure, FigureRow, type FigureUnits, GridFigures, useFigure } from '#editor-view/figures.tsx';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { NumberField } from '#ui/NumberField.tsx';
import { ProgressBar } from '#ui/Progress.tsx';
import { SelectField } from '#ui/SelectField.tsx';

/** A volume with its base, its sign convention and all components of its uncertainty. */
export function VolumeFigures({ editor, measurement }: { editor: Editor; measurement: VolumeMeasurement }) {
  const { t, errorText } = useText();
  const { state } = measurement;
  return (
    <>
      <BaseFields editor={editor} known={state.kind === 'done' ? state.result.known : null} />
      <div className="mt-2 min-h-24">
        {state.kind === 'measuring' && <ProgressBar value={undefined} label={t('job.measureVolume')} />}
        {state.kind === 'failed' && (
          <p role="alert" className="text-bad">
            {errorText(state.error, 'unknownError')}
          </p>
        )}
        {state.kind === 'done' && <ModelNote editor={editor} result={state.result} />}
        {state.kind === 'done' && <Result result={state.result} units={editor.facts} />}
        <AssumedHeights facts={editor.facts} />
      </div>
    </>
  );
}

/** Notes that the unit of heights, which affects every volume, is not declared. */
function AssumedHeights({ facts }: { facts: ProjectFacts }) {
  const { t } = useText();
  const { isVerticalUnitAssumed, verticalUnit } = facts;
  if (!isVerticalUnitAssumed || verticalUnit === null) return null;
  const unit = verticalUnit.id === 'other' ? verticalUnit.name : t(`unit.${verticalUnit.id}`);
  return <p className="mt-2 text-warn text-xs">{t('canvas.heightsAssumed', { unit })}</p>;
}

/** Reports where the project's two models differ inside the ring, and offers the one not measured. */
function ModelNote({ editor, result }: { editor: Editor; result: VolumeResult }) {
  const { t } = useText();
  const figure = useFigure(editor.facts);
  const { isOnTop, raised } = result;
  if (raised === null && !isOnTop) return null;
  const measureOn = () =>
    void editor.dispatch('measure.volume', { settings: { isOnTop: !isOnTop } }, 'panel');
  return (
    <div className="mb-3 rounded-md border border-line bg-well p-2 text-sm" role="status">
      {raised !== null && (
        <p>
          {t('volume.raised', {
            area: figure('area', raised.area),
            volume: figure('volume', raised.volume),
          })}
        </p>
      )}
      <p className="mt-1 text-ink-soft text-xs">{t(isOnTop ? 'volume.onTopHint' : 'volume.onBareHint')}</p>
      <Button className="mt-2" icon={<Layers className="size-4" />} onClick={measureOn}>
        {t(isOnTop ? 'volume.measureBare' : 'volume.measureTop')}
      </Button>
    </div>
  );
}

function BaseFields({ editor, known }: { editor: Editor; known: KnownAccuracy | null }) {
  const { t, format } = useText();
  const { volume } = useSnapshot(editor.views.workspace);
  const { unit, digits } = readable('length', 0, editor.facts.horizontalUnit);
  const set = (settings: Partial<typeof volume>) =>
    void editor.dispatch('measure.volume', { settings }, 'panel');
  return (
    <>
      <SelectField<BaseKind>
        label={t('volume.base')}
        value={volume.base}
        onChange={(base) => set({ base })}
        options={baseKinds.map((kind) => ({ value: kind, label: t(`volumeBase.${kind}`) }))}
      />
      {volume.base === 'custom' && (
        <NumberField
          label={t('volume.elevation')}
          value={volume.elevation}
          unit={unit}
          onCommit={(elevation) => set({ elevation: elevation ?? 0 })}
        />
      )}
      <NumberField
        label={t('volume.statedSigma')}
        value={volume.statedSigma}
        unit={unit}
        min={0}
        placeholder={
          known === null
            ? t('volume.statedSigmaNone')
            : t('volume.statedSigmaKnown', { sigma: format.number(known.sigma, digits) })
        }
        onCommit={(statedSigma) => set({ statedSigma })}
      />
    </>
  );
}

function Result({ result, units }: { result: VolumeResult; units: FigureUnits }) {
  const { t } = useText();
  const { uncertainty } = result;
  return (
    <>
      <dl>
        <FigureRow name={t('volume.cut')} strong>
          <Figure kind="volume" value={result.cut} units={units} />
        </FigureRow>
        <FigureRow name={t('volume.fill')} strong>
          <Figure kind="volume" value={result.fill} units={units} />
        </FigureRow>
        <FigureRow name={t('volume.net')} strong>
          <Figure kind="volume" value={result.net} units={units} />
        </FigureRow>
        <FigureRow name={t('volume.uncertainty')}>
          ±&nbsp;
          <Figure kind="volume" value={uncertainty.value} units={units} />
        </FigureRow>
      </dl>
      <p className="mt-1 text-ink-soft text-xs">{t('volume.signConvention')}</p>
      <dl className="mt-2 border-line border-t pt-2">
        <FigureRow name={t('measure.planArea')}>
          <Figure kind="area" value={result.planArea} units={units} />
        </FigureRow>
        <FigureRow name={t('volume.surfaceArea')}>
          <Figure kind="area" value={result.surfaceArea} units={units} />
        </FigureRow>
        {result.missingArea > 0.01 && (
          <FigureRow name={t('volume.missingArea')}>
            <span className="text-warn">
              <Figure kind="area" value={result.missingArea} units={units} />
            </span>
          </FigureRow>
        )}
      </dl>
      <p className="text-ink-soft text-xs">{t('volume.surface', { surface: result.surface })}</p>
      {result.grid !== null && (
        <GridFigures
          rows={[
            [t('volume.cut'), 'volume', result.grid.cut],
            [t('volume.fill'), 'volume', result.grid.fill],
            [t('volume.net'), 'volume', result.grid.net],
            [t('measure.planArea'), 'area', result.grid.planArea],
          ]}
          combined={result.grid.combined}
          units={units}
        />
      )}
      <details open className="mt-2 border-line border-t pt-2">
        <summary className="cursor-pointer text-ink-soft text-sm">{t('volume.how')}</summary>
        <p className="mt-2 select-text rounded-md bg-well p-2 font-mono text-xs">U = {uncertainty.formula}</p>
        <dl className="text-sm">
          <FigureRow name={t('volume.inputA')}>
            <Figure kind="area" value={uncertainty.planArea} units={units} />
          </FigureRow>
          <FigureRow
            name={t(`volume.inputSz.${uncertainty.systematicSource}`, { count: result.known?.count ?? 0 })}
          >
            <Figure kind="length" value={uncertainty.systematicSigma} units={units} />
          </FigureRow>
          <FigureRow name={t('volume.inputSr')}>
            <Figure kind="length" value={uncertainty.noiseSigma} units={units} />
          </FigureRow>
          <FigureRow name={t(`volume.inputC.${uncertainty.correlationSource}`)}>
            <Figure kind="area" value={uncertainty.correlationArea} units={units} />
          </FigureRow>
        </dl>
      </details>
    </>
  );
}
