import { ChevronDown, Layers } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { drawingLayerId } from '#core/scene/drawing-scene.ts';
import type { CameraMode } from '#domain/view/camera.ts';
import type { PaneId } from '#domain/view/view-mode.ts';
import { useText } from '#i18n/use-text.ts';
import type { TextKey } from '#locales/texts.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { cx } from '#ui/cx.ts';
import { Segmented } from '#ui/Segmented.tsx';

/** Camera mode of one of two adjacent panes, and which products, surfaces and whether the drawing it shows. */
export function PaneBar({ editor, pane }: { editor: Editor; pane: PaneId }) {
  const { t } = useText();
  const { paneModes } = useSnapshot(editor.views.workspace);
  return (
    <div
      className={cx(
        'absolute bottom-3 left-3 flex max-w-[calc(100%-1.5rem)] items-center gap-1 rounded-lg border border-line bg-panel p-1',
        pane === 'first' && 'sm:left-18',
      )}
    >
      <Segmented<CameraMode>
        label={t('canvas.view')}
        value={paneModes[pane]}
        onChange={(mode) => void editor.dispatch('camera.mode', { mode, pane }, 'panel')}
        options={[
          { value: '2d', label: t('viewMode.2d') },
          { value: '3d', label: t('viewMode.3d') },
        ]}
      />
      <PaneProducts editor={editor} pane={pane} />
    </div>
  );
}

function PaneProducts({ editor, pane }: { editor: Editor; pane: PaneId }) {
  const { t, format } = useText();
  const { scene, derived, hidden } = useSnapshot(editor.views.workspace);
  const left = hidden[pane];
  const shown = scene.filter(({ id, isVisible }) => isVisible && !left.includes(id));
  const nameOf = (product: string) => t(`product.${product}` as TextKey);
  const [only] = shown;
  const summary =
    only !== undefined && shown.length === 1
      ? nameOf(only.product)
      : t('pane.products', { count: shown.length });
  return (
    <Popover.Root>
      <Popover.Trigger
        aria-label={t('pane.choose', { shown: summary })}
        className="inline-flex h-8 min-w-0 items-center gap-2 rounded-md px-2 font-medium text-ink text-sm hover:bg-hover data-[state=open]:bg-hover pointer-coarse:h-11"
      >
        <Layers className="size-4 shrink-0 text-ink-soft" />
        <span className="truncate">{summary}</span>
        <ChevronDown className="size-4 shrink-0 text-ink-soft" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          side="top"
          align="start"
          sideOffset={8}
          collisionPadding={8}
          aria-label={t('pane.shown')}
          className="elevated z-50 min-w-48 animate-enter rounded-lg px-3 py-2"
        >
          {scene.map(({ id, product, isVisible }) => (
            <Checkbox
              key={id}
              label={nameOf(product)}
              checked={isVisible && !left.includes(id)}
              onChange={(isShown) => void editor.dispatch('pane.show', { pane, id, isShown }, 'panel')}
            />
          ))}
          {derived
            .filter(({ isVisible }) => isVisible)
            .map(({ id, kind, interval, count }) => (
              <Checkbox
                key={id}
                label={
                  kind === 'tin'
                    ? t('scene.tin', { count, number: format.number(count) })
                    : t('scene.contours', { interval: interval ?? 0 })
                }
                checked={!left.includes(id)}
                onChange={(isShown) => void editor.dispatch('pane.show', { pane, id, isShown }, 'panel')}
              />
            ))}
          <Checkbox
            label={t('pane.drawing')}
            checked={!left.includes(drawingLayerId)}
            onChange={(isShown) =>
              void editor.dispatch('pane.show', { pane, id: drawingLayerId, isShown }, 'panel')
            }
          />
          {scene.length === 0 && <p className="text-ink-soft text-sm">{t('scene.empty')}</p>}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
