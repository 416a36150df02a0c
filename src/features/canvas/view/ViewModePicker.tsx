import { Copy, Map as MapIcon, Rows2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { type ViewMode, viewModes } from '#domain/view/view-mode.ts';
import { useText } from '#i18n/use-text.ts';
import { Segmented } from '#ui/Segmented.tsx';
import { useIsWide } from '#ui/use-media.ts';

/** Short labels and icons shown where there is no space for text, under an invisible select. */
const signs: Readonly<Record<ViewMode, ReactNode>> = {
  '2d': '2D',
  classic: <MapIcon />,
  '3d': '3D',
  split: <Rows2 />,
  'side-by-side': <Copy />,
};

/** Chooses the view mode; a select where there is no space for all. */
export function ViewModePicker({ editor }: { editor: Editor }) {
  const { t } = useText();
  const { viewMode } = useSnapshot(editor.views.workspace);
  const hasRoom = useIsWide('xl');
  const choose = (mode: ViewMode) => void editor.dispatch('view.mode', { mode }, 'panel');
  const options = viewModes.map((mode) => ({ value: mode, label: t(`viewMode.${mode}`) }));
  if (hasRoom) {
    return (
      <Segmented<ViewMode> label={t('canvas.view')} value={viewMode} options={options} onChange={choose} />
    );
  }
  return (
    <span className="relative inline-grid min-w-0 place-items-center compact:min-w-11 rounded-md hover:bg-hover compact:h-8 compact:pointer-coarse:h-11 compact:has-focus-visible:outline-2 compact:has-focus-visible:outline-accent">
      <span aria-hidden="true" className="font-semibold hidden text-ink text-sm compact:block [&_svg]:size-5">
        {signs[viewMode]}
      </span>
      <select
        aria-label={t('canvas.view')}
        value={viewMode}
        onChange={(event) => choose(event.target.value as ViewMode)}
        className="h-8 min-w-0 max-w-32 rounded-md border-0 bg-transparent px-2 font-medium text-ink text-sm pointer-coarse:h-11 compact:absolute compact:inset-0 compact:size-full compact:opacity-0"
      >
        {options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </span>
  );
}
