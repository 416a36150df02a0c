import { useState } from 'react';
import { useText } from '#i18n/use-text.ts';
import { useSize } from '#ui/use-size.ts';
import type { Bundle } from '../photo/photo-report.ts';
import { FlightDrawing } from './FlightDrawing.tsx';
import { type FlightLayer, FlightLegend } from './FlightLegend.tsx';
import { chooseExaggeration, planFlight } from './flight-plan.ts';

const shownFirst: readonly FlightLayer[] = ['footprints', 'residuals', 'gcps', 'checkpoints'];

/** Plan of photo positions and footprints, with layers to toggle. Fills its parent. */
export function FlightMap({ bundle }: { bundle: Bundle }) {
  const { t, format } = useText();
  const { ref, width, height } = useSize<HTMLDivElement>();
  const [shown, setShown] = useState<ReadonlySet<FlightLayer>>(() => new Set(shownFirst));
  const plan = planFlight(bundle, width, height);
  const factor = chooseExaggeration(bundle, plan);
  const { gcps, checkpoints } = bundle.control;
  const counted = (kind: 'photos' | 'gcps' | 'checkpoints', count: number) =>
    t(`counted.${kind}`, { count, number: format.number(count) });
  const toggle = (layer: FlightLayer) => {
    const next = new Set(shown);
    if (!next.delete(layer)) next.add(layer);
    setShown(next);
  };
  return (
    <figure className="flex size-full flex-col">
      <div ref={ref} className="min-h-0 flex-1">
        {width > 0 && height > 0 && (
          <FlightDrawing
            bundle={bundle}
            plan={plan}
            factor={factor}
            shown={shown}
            label={t('flight.label', {
              photos: counted('photos', bundle.photos.length),
              gcps: counted('gcps', gcps.length),
              checkpoints: counted('checkpoints', checkpoints.length),
            })}
          />
        )}
      </div>
      <FlightLegend bundle={bundle} factor={factor} shown={shown} onToggle={toggle} />
    </figure>
  );
}
