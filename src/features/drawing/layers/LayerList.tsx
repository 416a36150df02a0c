import { Eraser, Eye, EyeOff, Lock, Plus, Settings2 } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { inRankOrder } from '#domain/drawing/document.ts';
import type { DrawingLayer } from '#domain/drawing/layer.ts';
import { useText } from '#i18n/use-text.ts';
import { cx } from '#ui/cx.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { LayerDialog } from './LayerDialog.tsx';

/** The layers in the order in which they are drawn, by group; one of them is the active one. */
export function LayerList({ editor }: { editor: Editor }) {
  const { t } = useText();
  const { layers } = useSnapshot(editor.views.document);
  const [shown, setShown] = useState<string | null>(null);
  const ordered = inRankOrder(layers as Record<string, DrawingLayer>);
  const add = () => {
    const name = t('drawing.newLayer', { number: ordered.length + 1 });
    void editor.dispatch('layer.add', { name }, 'panel');
  };
  const groups = [...new Set(ordered.map(({ group }) => group ?? ''))].sort();
  const dialog = shown === null ? undefined : ordered.find(({ id }) => id === shown);
  return (
    <section className="border-line border-b px-3 py-3">
      <header className="mb-1 flex items-center justify-between pl-1">
        <h3 className="font-semibold text-sm">{t('drawing.layers')}</h3>
        <span className="flex">
          <IconButton
            label={t('command.layer.purge')}
            icon={<Eraser />}
            disabled={!editor.isEnabled('layer.purge', null)}
            onClick={() => void editor.dispatch('layer.purge', null, 'panel')}
          />
          <IconButton label={t('command.layer.add')} icon={<Plus />} onClick={add} />
        </span>
      </header>
      {groups.map((group) => (
        <div key={group}>
          {group !== '' && <h4 className="pt-2 pl-1 text-ink-soft text-sm">{group}</h4>}
          <ul>
            {ordered
              .filter((layer) => (layer.group ?? '') === group)
              .map((layer) => (
                <LayerRow key={layer.id} editor={editor} layer={layer} onOpen={() => setShown(layer.id)} />
              ))}
          </ul>
        </div>
      ))}
      {dialog && (
        <LayerDialog editor={editor} layer={dialog} layers={ordered} onClose={() => setShown(null)} />
      )}
    </section>
  );
}

interface RowProps {
  editor: Editor;
  layer: DrawingLayer;
  onOpen(): void;
}

function LayerRow({ editor, layer, onOpen }: RowProps) {
  const { t } = useText();
  const { activeLayerId } = useSnapshot(editor.views.workspace);
  const { id, name, colour, isVisible, isLocked } = layer;
  const isActive = activeLayerId === id;
  const update = (patch: { name?: string; colour?: string; isVisible?: boolean }) =>
    void editor.dispatch('layer.update', { id, patch }, 'panel');
  return (
    <li className={cx('flex items-center gap-1 rounded-md pl-1', isActive && 'bg-accent-soft')}>
      <input
        type="radio"
        name="active-layer"
        checked={isActive}
        aria-label={t('drawing.activate', { name })}
        onChange={() => void editor.dispatch('layer.activate', { id }, 'panel')}
        className="size-4 accent-accent"
      />
      <input
        type="color"
        defaultValue={colour}
        key={colour}
        aria-label={t('drawing.layerColour', { name })}
        onBlur={(event) => event.target.value !== colour && update({ colour: event.target.value })}
        className="size-6 shrink-0 cursor-pointer rounded-sm border-0 bg-transparent p-0.5"
      />
      <input
        key={name}
        defaultValue={name}
        aria-label={t('drawing.layerName', { name })}
        onBlur={(event) => {
          const next = event.target.value.trim();
          if (next === '') event.target.value = name;
          else if (next !== name) update({ name: next });
        }}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
        className="h-8 min-w-0 flex-1 rounded-sm bg-transparent px-1 focus:bg-panel"
      />
      {isLocked && <Lock aria-label={t('drawing.layerLocked')} className="size-4 shrink-0 text-ink-soft" />}
      <IconButton
        label={t(isVisible ? 'drawing.hideLayer' : 'drawing.showLayer', { name })}
        icon={isVisible ? <Eye /> : <EyeOff />}
        onClick={() => update({ isVisible: !isVisible })}
      />
      <IconButton label={t('drawing.layerProperties', { name })} icon={<Settings2 />} onClick={onOpen} />
    </li>
  );
}
