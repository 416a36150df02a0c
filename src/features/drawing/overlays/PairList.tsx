import { Eye, EyeOff, Pencil, Trash2, TriangleAlert } from 'lucide-react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import type { DrawingOverlay, OverlayPair, OverlayPlacement } from '#domain/drawing/overlay.ts';
import { Figure } from '#editor-view/figures.tsx';
import { useText } from '#i18n/use-text.ts';
import { cx } from '#ui/cx.ts';
import { IconButton } from '#ui/IconButton.tsx';

interface PairListProps {
  editor: Editor;
  overlay: DrawingOverlay;
  /** Null while the pairs determine no map. */
  placement: OverlayPlacement | null;
}

/** The pairs of an overlay with their colours, residuals, and the outlier among them. */
export function PairList({ editor, overlay, placement }: PairListProps) {
  const { t } = useText();
  const { overlayEditing: editing } = useSnapshot(editor.views.workspace);
  const { id, pairs } = overlay;
  const set = (next: readonly OverlayPair[]) =>
    void editor.dispatch('overlay.update', { id, patch: { pairs: next } }, 'panel');
  const change = (pairId: string, patch: Partial<OverlayPair>) =>
    set(pairs.map((pair) => (pair.id === pairId ? { ...pair, ...patch } : pair)));
  if (pairs.length === 0) return null;
  return (
    <ol aria-label={t('overlays.pairs')}>
      {pairs.map((pair, i) => {
        const number = i + 1;
        const isPicked = editing?.pairId === pair.id;
        const isOutlier = placement?.outlier === i;
        const residual = placement?.residuals[i];
        return (
          <li
            key={pair.id}
            className={cx('flex flex-wrap items-center gap-1 rounded-md pl-1', isPicked && 'bg-accent-soft')}
          >
            <input
              type="color"
              defaultValue={pair.colour}
              key={pair.colour}
              aria-label={t('overlays.pairColour', { number })}
              onBlur={({ target }) =>
                target.value !== pair.colour && change(pair.id, { colour: target.value })
              }
              className="size-6 shrink-0 cursor-pointer rounded-sm border-0 bg-transparent p-0.5"
            />
            <span className="w-6 tabular-nums">{number}</span>
            <span className={cx('min-w-0 flex-1 text-right', isOutlier && 'font-semibold text-bad')}>
              {residual && <Figure kind="length" value={Math.hypot(...residual)} units={editor.facts} />}
            </span>
            <IconButton
              label={t('overlays.repick', { number })}
              icon={<Pencil />}
              aria-pressed={isPicked}
              onClick={() =>
                void editor.dispatch('overlay.repick', { pairId: isPicked ? null : pair.id }, 'panel')
              }
            />
            <IconButton
              label={t(pair.isVisible ? 'overlays.hidePair' : 'overlays.showPair', { number })}
              icon={pair.isVisible ? <Eye /> : <EyeOff />}
              onClick={() => change(pair.id, { isVisible: !pair.isVisible })}
            />
            <IconButton
              label={t('overlays.removePair', { number })}
              icon={<Trash2 />}
              onClick={() => set(pairs.filter((other) => other.id !== pair.id))}
            />
            {isOutlier && (
              <p className="flex w-full items-center gap-1 pb-1 text-bad text-sm">
                <TriangleAlert aria-hidden="true" className="size-4 shrink-0" />
                {t('overlays.outlier', { number })}
              </p>
            )}
          </li>
        );
      })}
    </ol>
  );
}
