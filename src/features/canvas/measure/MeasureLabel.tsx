import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import type { Measurement } from '#core/state/measurement.ts';
import type { WorldPoint } from '#domain/view/camera.ts';
import type { PaneId } from '#domain/view/view-mode.ts';
import { useFigure } from '#editor-view/figures.tsx';

type Figures = ReturnType<typeof useFigure>;

/** The main figure of a measurement. */
function headline(measurement: Measurement, figure: Figures): string {
  switch (measurement.kind) {
    case 'location':
      return figure('elevation', measurement.coordinates[2] ?? Number.NaN);
    case 'distance':
      return figure('length', Number.isNaN(measurement.slope) ? measurement.plan : measurement.slope);
    case 'angle':
      return figure('angle', measurement.planRad);
    case 'area':
      return figure('area', measurement.planArea);
    case 'volume':
      return measurement.state.kind === 'done' ? figure('volume', measurement.state.result.net) : '';
  }
}

/** Position of the label: the middle of areas, the last place of everything else. */
function anchorOf({ kind, coordinates }: Measurement): WorldPoint {
  const at = (index: number) => coordinates[index] ?? Number.NaN;
  if (kind !== 'area' && kind !== 'volume') {
    const last = kind === 'angle' ? 3 : coordinates.length - 3;
    return [at(last), at(last + 1), at(last + 2)];
  }
  const count = coordinates.length / 3;
  const mean = (axis: number) => {
    let sum = 0;
    for (let i = axis; i < coordinates.length; i += 3) sum += at(i);
    return sum / count;
  };
  return [mean(0), mean(1), mean(2)];
}

/** The measured figure at its place in a pane, moved with every frame without React. */
export function MeasureLabel({ editor, pane }: { editor: Editor; pane: PaneId }) {
  const label = useRef<HTMLOutputElement>(null);
  const measurement = useSnapshot(editor.views.workspace).measurement as Measurement | null;
  const figure = useFigure(editor.facts);
  const text = measurement === null ? '' : headline(measurement, figure);
  useEffect(() => {
    if (measurement === null) return;
    return editor.watchPlaces(pane, [anchorOf(measurement)], ([place]) => {
      const element = label.current;
      if (element === null || place === undefined) return;
      element.style.visibility = place === null ? 'hidden' : 'visible';
      if (place !== null)
        element.style.transform = `translate(${Math.round(place.x)}px, ${Math.round(place.y)}px)`;
    });
  }, [editor, pane, measurement]);
  if (text === '') return null;
  return (
    <output ref={label} aria-hidden={pane !== 'first'} className="pointer-events-none absolute top-0 left-0">
      <span className="-translate-x-1/2 -translate-y-[calc(100%+12px)] elevated absolute whitespace-nowrap rounded-md px-2 py-1 font-semibold text-sm">
        {text}
      </span>
    </output>
  );
}
