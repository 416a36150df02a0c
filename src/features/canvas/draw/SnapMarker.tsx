import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import type { SnapKind } from '#domain/view/snap.ts';
import type { PaneId } from '#domain/view/view-mode.ts';
import { useText } from '#i18n/use-text.ts';

/** Symbols in a square of 20 around its middle, a distinct shape per kind. */
const symbols: Record<SnapKind, string> = {
  vertex: 'M4 4h12v12h-12z',
  intersection: 'M4 4l12 12M16 4l-12 12',
  midpoint: 'M10 3.5l7 12.5h-14z',
  centre: 'M10 4a6 6 0 1 1 -.01 0M10 1v18M1 10h18',
  tangent: 'M10 6a5 5 0 1 1 -.01 0M2 5h16',
  perpendicular: 'M4 3v13h13M4 10h6v6',
  apparent: 'M4 4l12 12M16 4l-12 12M3 3h14v14h-14z',
  edge: 'M4 4h12l-12 12h12z',
  'tin-vertex': 'M10 2l7 4.5v7l-7 4.5l-7 -4.5v-7z',
  'tin-edge': 'M3 16l7 -12l7 12M6.5 10h7',
  point: 'M10 3a7 7 0 1 1 -.01 0M10 9v2M9 10h2',
  grid: 'M7 3v14M13 3v14M3 7h14M3 13h14',
};

/** Announces to screen readers what the place under the pointer snaps to. */
export function SnapName({ editor }: { editor: Editor }) {
  const { t } = useText();
  const { snapped } = useSnapshot(editor.views.status);
  return <output className="sr-only">{snapped === null ? '' : t(`snap.${snapped.kind}`)}</output>;
}

/** Marks the snap target under the pointer in a pane: symbol and name. */
export function SnapMarker({ editor, pane }: { editor: Editor; pane: PaneId }) {
  const { t } = useText();
  const marker = useRef<HTMLDivElement>(null);
  const { snapped } = useSnapshot(editor.views.status);
  const [x, y, z] = snapped?.position ?? [];
  useEffect(() => {
    if (x === undefined || y === undefined || z === undefined) return;
    return editor.watchPlaces(pane, [[x, y, z]], ([place]) => {
      if (marker.current === null || !place) return;
      marker.current.style.transform = `translate(${place.x.toFixed(1)}px, ${place.y.toFixed(1)}px)`;
    });
  }, [editor, pane, x, y, z]);
  if (snapped === null) return null;
  return (
    <div ref={marker} aria-hidden="true" className="pointer-events-none absolute top-0 left-0">
      <svg
        aria-hidden="true"
        viewBox="0 0 20 20"
        className="-translate-x-1/2 -translate-y-1/2 absolute size-5 max-w-none fill-none"
      >
        <path
          d={symbols[snapped.kind]}
          className="stroke-black/70 contrast-more:stroke-black"
          strokeWidth={4.5}
        />
        <path d={symbols[snapped.kind]} className="stroke-[#ff5fe0]" strokeWidth={2} />
      </svg>
      <span className="elevated absolute top-3 left-3 whitespace-nowrap rounded-md px-1.5 py-0.5 text-xs">
        {t(`snap.${snapped.kind}`)}
      </span>
    </div>
  );
}
