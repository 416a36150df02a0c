import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { hasTwoPanes } from '#domain/view/view-mode.ts';

/** Attribution of the map under the plan. */
export function BasemapNote({ editor }: { editor: Editor }) {
  const { basemap, viewMode, paneModes } = useSnapshot(editor.views.workspace);
  const hasPlan = paneModes.first === '2d' || (hasTwoPanes(viewMode) && paneModes.second === '2d');
  if (!basemap.isShown || basemap.attribution === '' || !hasPlan) return null;
  return (
    <p className="pointer-events-none absolute bottom-0 left-1/2 max-w-[calc(100%-1rem)] -translate-x-1/2 truncate rounded-t-sm bg-panel/85 px-2 text-ink-soft text-xs">
      {basemap.attribution}
    </p>
  );
}
