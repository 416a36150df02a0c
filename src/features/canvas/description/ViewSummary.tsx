import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import type { PaneId } from '#domain/view/view-mode.ts';
import { summaryOf } from './describe-pane.ts';
import { useDescribed } from './use-described.ts';

/** Id of the element that describes a pane. */
export const summaryId = (pane: PaneId) => `view-summary-${pane}`;

/** The content of a pane in a sentence for screen readers: read with the view, and again after it has moved. */
export function ViewSummary({ editor, pane }: { editor: Editor; pane: PaneId }) {
  const { activePane } = useSnapshot(editor.views.workspace);
  const text = useDescribed(editor, (words) => summaryOf(editor, pane, words));
  return (
    <p id={summaryId(pane)} aria-live={activePane === pane ? 'polite' : 'off'} className="sr-only">
      {text}
    </p>
  );
}
