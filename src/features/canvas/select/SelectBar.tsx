import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { isAreaSelecting, selectionActions } from '#core/state/selection-area.ts';
import { useText } from '#i18n/use-text.ts';
import { Segmented } from '#ui/Segmented.tsx';

/** How the active area selects, what the next areas do with the selection, and what the last one found. */
export function SelectBar({ editor }: { editor: Editor }) {
  const { t } = useText();
  const { tool, selectionAction, selectionOutline, selection } = useSnapshot(editor.views.workspace);
  const { selectionReport } = useSnapshot(editor.views.status);
  if (!isAreaSelecting(tool)) return null;
  const hint = () => {
    if (selectionOutline !== null && selectionOutline.places.length > 1) {
      return t(selectionOutline.isCrossing ? 'select.crossing' : 'select.window');
    }
    if (selectionReport === null) return t(`toolHint.${tool}`);
    const { count, locked } = selectionReport;
    const found = t(selectionAction === 'remove' ? 'select.left' : 'select.found', { count });
    const left = locked === 0 ? '' : ` ${t('select.locked', { count: locked })}`;
    return `${found}${left} ${t('drawing.selected', { count: selection.length })}.`;
  };
  return (
    <div className="elevated pointer-events-auto flex max-w-full flex-wrap items-center gap-2 rounded-lg px-3 py-2 max-sm:justify-end max-sm:gap-1">
      <output className="text-ink-soft max-sm:w-full max-sm:text-sm">{hint()}</output>
      <Segmented
        label={t('select.action')}
        value={selectionAction}
        options={selectionActions.map((action) => ({ value: action, label: t(`selectAction.${action}`) }))}
        onChange={(action) => void editor.dispatch('selection.action', { action }, 'panel')}
      />
    </div>
  );
}
