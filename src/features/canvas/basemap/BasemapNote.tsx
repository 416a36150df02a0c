import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';

/** Says who made the map under the plan. */
export function BasemapNote({ editor }: { editor: Editor }) {
  const { basemap, cameraMode } = useSnapshot(editor.views.workspace);
  if (!basemap.isShown || basemap.attribution === '' || cameraMode !== '2d') return null;
  return (
    <p className="pointer-events-none absolute bottom-0 left-1/2 max-w-[calc(100%-1rem)] -translate-x-1/2 truncate rounded-t-sm bg-panel/85 px-2 text-ink-soft text-xs">
      {basemap.attribution}
    </p>
  );
}
