import type { ReactNode } from 'react';
import { useText } from '#i18n/use-text.ts';
import type { Bundle } from '../photo/photo-report.ts';

const flightLayers = ['footprints', 'links', 'residuals', 'gcps', 'checkpoints'] as const;

/** A layer of the flight map that can be toggled. */
export type FlightLayer = (typeof flightLayers)[number];

const signs: Readonly<Record<FlightLayer, ReactNode>> = {
  footprints: <rect x="1.5" y="3.5" width="13" height="9" className="fill-accent/15 stroke-ink-faint" />,
  links: <path d="M1 12L15 4" strokeWidth="2" className="stroke-accent/60" />,
  residuals: <path d="M2 13L13 3M8.5 3.5L13 3L12 7.5" strokeWidth="1.25" className="fill-none stroke-ink" />,
  gcps: <path d="M8 3L13.5 12.5H2.5Z" className="fill-ink" />,
  checkpoints: (
    <rect x="3.5" y="3.5" width="9" height="9" strokeWidth="1.75" className="fill-none stroke-ink" />
  ),
};

interface FlightLegendProps {
  bundle: Bundle;
  /** Exaggeration factor of residual arrows. */
  factor: number;
  shown: ReadonlySet<FlightLayer>;
  onToggle(layer: FlightLayer): void;
}

/** Legend of the flight map; each entry toggles its layer. */
export function FlightLegend({ bundle, factor, shown, onToggle }: FlightLegendProps) {
  const { t, format } = useText();
  const has: Readonly<Record<FlightLayer, boolean>> = {
    footprints: bundle.footprints.length > 0,
    links: bundle.matchGraph.length > 0,
    residuals: bundle.photos.some(({ gpsResidual }) => gpsResidual !== null),
    gcps: bundle.control.gcps.length > 0,
    checkpoints: bundle.control.checkpoints.length > 0,
  };
  const labels: Readonly<Record<FlightLayer, string>> = {
    footprints: t('flight.layer.footprints'),
    links: t('flight.layer.links'),
    residuals: t('flight.layer.residuals', { factor: format.number(factor) }),
    gcps: t('flight.layer.gcps'),
    checkpoints: t('flight.layer.checkpoints'),
  };
  return (
    <fieldset aria-label={t('flight.layers')} className="border-line border-t bg-panel px-2 py-1">
      <ul className="flex flex-wrap gap-x-1">
        {flightLayers
          .filter((layer) => has[layer])
          .map((layer) => (
            <li key={layer}>
              <button
                type="button"
                aria-pressed={shown.has(layer)}
                onClick={() => onToggle(layer)}
                className="flex h-7 items-center gap-2 rounded-sm px-2 text-ink-soft text-xs transition-colors hover:bg-hover hover:text-ink aria-pressed:text-ink pointer-coarse:h-11 [&[aria-pressed=false]>svg]:opacity-35"
              >
                <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4 shrink-0">
                  {signs[layer]}
                </svg>
                <span className={shown.has(layer) ? undefined : 'line-through'}>{labels[layer]}</span>
              </button>
            </li>
          ))}
      </ul>
    </fieldset>
  );
}
