import { Copy, Ruler, Save, X } from 'lucide-react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import type {
  AngleMeasurement,
  AreaMeasurement,
  DistanceMeasurement,
  LocationMeasurement,
  Measurement,
} from '#core/state/measurement.ts';
import { Figure, FigureRow, type FigureUnits, GridFigures } from '#editor-view/figures.tsx';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Section } from '#ui/Section.tsx';
import { EmptyState } from '#ui/States.tsx';
import { useToast } from '#ui/Toast.tsx';
import { useMeasureText } from './measure-text.ts';
import { SurfaceSection } from './SurfaceSection.tsx';
import { VolumeFigures } from './VolumeFigures.tsx';

/** The measured figures with units, selectable and copyable. */
export function MeasurePanel({ editor }: { editor: Editor }) {
  const { t } = useText();
  const measurement = useSnapshot(editor.views.workspace).measurement as Measurement | null;
  if (measurement === null) {
    return (
      <EmptyState icon={<Ruler />} title={t('measure.none')}>
        {t('measure.noneHint')}
      </EmptyState>
    );
  }
  const isRing = measurement.kind === 'area' || measurement.kind === 'volume';
  return (
    <>
      <Section
        title={t(`tool.${measurement.kind}`)}
        actions={<Actions editor={editor} measurement={measurement} />}
      >
        {measurement.kind === 'volume' ? (
          <VolumeFigures editor={editor} measurement={measurement} />
        ) : (
          <Figures measurement={measurement} units={editor.facts} />
        )}
      </Section>
      <Section title={t('measure.more')}>
        <Button
          icon={<Save className="size-4" />}
          disabled={!editor.isEnabled('measure.keep', null)}
          onClick={() => void editor.dispatch('measure.keep', null, 'panel')}
        >
          {t('command.measure.keep')}
        </Button>
      </Section>
      {isRing && <SurfaceSection editor={editor} />}
    </>
  );
}

function Actions({ editor, measurement }: { editor: Editor; measurement: Measurement }) {
  const { t } = useText();
  const showToast = useToast();
  const text = useMeasureText(editor.facts);
  const copy = async () => {
    const isCopied = await editor.dispatch('clipboard.copy', { text: text(measurement) }, 'panel');
    if (isCopied) showToast({ title: t('copied') });
  };
  return (
    <div className="flex">
      <IconButton label={t('measure.copy')} icon={<Copy />} onClick={() => void copy()} />
      <IconButton
        label={t('command.measure.clear')}
        icon={<X />}
        onClick={() => void editor.dispatch('measure.clear', null, 'panel')}
      />
    </div>
  );
}

type PlainMeasurement = LocationMeasurement | DistanceMeasurement | AngleMeasurement | AreaMeasurement;

function Figures({ measurement, units }: { measurement: PlainMeasurement; units: FigureUnits }) {
  switch (measurement.kind) {
    case 'location':
      return <LocationFigures measurement={measurement} units={units} />;
    case 'distance':
      return <DistanceFigures measurement={measurement} units={units} />;
    case 'angle':
      return <AngleFigures measurement={measurement} units={units} />;
    case 'area':
      return <AreaFigures measurement={measurement} units={units} />;
  }
}

function LocationFigures({ measurement, units }: { measurement: LocationMeasurement; units: FigureUnits }) {
  const { t } = useText();
  const [x = Number.NaN, y = Number.NaN, z = Number.NaN] = measurement.coordinates;
  return (
    <dl>
      <FigureRow name={t('measure.easting')}>
        <Figure kind="coordinate" value={x} units={units} />
      </FigureRow>
      <FigureRow name={t('measure.northing')}>
        <Figure kind="coordinate" value={y} units={units} />
      </FigureRow>
      <FigureRow name={t('measure.elevation')} strong>
        <Figure kind="elevation" value={z} units={units} />
      </FigureRow>
    </dl>
  );
}

function DistanceFigures({ measurement, units }: { measurement: DistanceMeasurement; units: FigureUnits }) {
  const { t } = useText();
  return (
    <>
      <dl>
        <FigureRow name={t('measure.slope')} strong>
          <Figure kind="length" value={measurement.slope} units={units} />
        </FigureRow>
        <FigureRow name={t('measure.plan')}>
          <Figure kind="length" value={measurement.plan} units={units} />
        </FigureRow>
        <FigureRow name={t('measure.vertical')}>
          <Figure kind="elevation" value={measurement.vertical} units={units} />
        </FigureRow>
        <FigureRow name={t('measure.azimuth')}>
          <Figure kind="angle" value={measurement.azimuthRad} units={units} />
        </FigureRow>
      </dl>
      {measurement.grid !== null && (
        <GridFigures
          rows={[[t('measure.plan'), 'length', measurement.grid.plan]]}
          combined={measurement.grid.combined}
          units={units}
        />
      )}
    </>
  );
}

function AngleFigures({ measurement, units }: { measurement: AngleMeasurement; units: FigureUnits }) {
  const { t } = useText();
  return (
    <dl>
      <FigureRow name={t('measure.planAngle')} strong>
        <Figure kind="angle" value={measurement.planRad} units={units} />
      </FigureRow>
      <FigureRow name={t('measure.spaceAngle')}>
        <Figure kind="angle" value={measurement.spaceRad} units={units} />
      </FigureRow>
    </dl>
  );
}

function AreaFigures({ measurement, units }: { measurement: AreaMeasurement; units: FigureUnits }) {
  const { t } = useText();
  const of = measurement.trueAreaOf ?? t('measure.corners');
  return (
    <>
      <dl>
        <FigureRow name={t('measure.planArea')} strong>
          <Figure kind="area" value={measurement.planArea} units={units} />
        </FigureRow>
        <FigureRow name={t('measure.trueArea')}>
          <Figure kind="area" value={measurement.trueArea} units={units} />
        </FigureRow>
        <FigureRow name={t('measure.planPerimeter')}>
          <Figure kind="length" value={measurement.planPerimeter} units={units} />
        </FigureRow>
        <FigureRow name={t('measure.slopePerimeter')}>
          <Figure kind="length" value={measurement.slopePerimeter} units={units} />
        </FigureRow>
      </dl>
      <p className="text-ink-soft text-xs">{t('measure.trueAreaOf', { surface: of })}</p>
      {measurement.grid !== null && (
        <GridFigures
          rows={[
            [t('measure.planArea'), 'area', measurement.grid.planArea],
            [t('measure.planPerimeter'), 'length', measurement.grid.planPerimeter],
          ]}
          combined={measurement.grid.combined}
          units={units}
        />
      )}
    </>
  );
}
