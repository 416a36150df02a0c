import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { type ViewMode, viewModes } from '#domain/view/view-mode.ts';
import { useText } from '#i18n/use-text.ts';
import { Segmented } from '#ui/Segmented.tsx';
import { useIsWide } from '#ui/use-is-wide.ts';

/** Chooses the way to look at the project; a list where there is no room for all. */
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
    <select
      aria-label={t('canvas.view')}
      value={viewMode}
      onChange={(event) => choose(event.target.value as ViewMode)}
      className="h-8 min-w-0 max-w-32 rounded-md border-0 bg-transparent px-2 font-medium text-ink text-sm hover:bg-hover pointer-coarse:h-10"
    >
      {options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
