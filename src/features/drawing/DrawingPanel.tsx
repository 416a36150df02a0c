import { Download, Eye, EyeOff, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { inRankOrder } from '#domain/drawing/document.ts';
import type { DrawingLayer } from '#domain/drawing/layer.ts';
import { type LineType, lineTypes } from '#domain/formats/exchange-model.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { cx } from '#ui/cx.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { ExportDialog } from './ExportDialog.tsx';
import { FeatureList } from './FeatureList.tsx';
import { SelectionFields } from './SelectionFields.tsx';

/** The drawing: selection, layers, features, and export. */
export function DrawingPanel({ editor }: { editor: Editor }) {
  const { t } = useText();
  const [isExporting, setExporting] = useState(false);
  return (
    <div className="flex min-h-full flex-col">
      <SelectionFields editor={editor} />
      <LayerList editor={editor} />
      <FeatureList editor={editor} />
      <div className="mt-auto border-line border-t p-3">
        <Button className="w-full" icon={<Download className="size-4" />} onClick={() => setExporting(true)}>
          {t('export.open')}
        </Button>
      </div>
      <ExportDialog editor={editor} open={isExporting} onOpenChange={setExporting} />
    </div>
  );
}

function LayerList({ editor }: { editor: Editor }) {
  const { t } = useText();
  const { layers } = useSnapshot(editor.views.document);
  const ordered = inRankOrder(layers as Record<string, DrawingLayer>);
  const add = () => {
    const name = t('drawing.newLayer', { number: ordered.length + 1 });
    void editor.dispatch('layer.add', { name }, 'panel');
  };
  return (
    <section className="border-line border-b px-3 py-3">
      <header className="mb-1 flex items-center justify-between pl-1">
        <h3 className="font-semibold text-sm">{t('drawing.layers')}</h3>
        <IconButton label={t('command.layer.add')} icon={<Plus />} onClick={add} />
      </header>
      <ul>
        {ordered.map((layer) => (
          <LayerRow key={layer.id} editor={editor} layer={layer} />
        ))}
      </ul>
    </section>
  );
}

/** Samples of line types. */
const lineSigns: Readonly<Record<LineType, string>> = {
  solid: '───',
  dashed: '╌╌╌',
  dotted: '···',
  'dash-dot': '─·─',
};

function LayerRow({ editor, layer }: { editor: Editor; layer: DrawingLayer }) {
  const { t } = useText();
  const { activeLayerId } = useSnapshot(editor.views.workspace);
  const { id, name, colour, lineType = 'solid', isVisible } = layer;
  const isActive = activeLayerId === id;
  const update = (patch: Partial<Pick<DrawingLayer, 'name' | 'colour' | 'lineType' | 'isVisible'>>) =>
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
      <select
        value={lineType}
        aria-label={t('drawing.layerLineType', { name })}
        title={t(`lineType.${lineType}`)}
        onChange={(event) => update({ lineType: event.target.value as LineType })}
        className="h-8 w-14 shrink-0 cursor-pointer rounded-sm bg-transparent font-mono text-sm hover:bg-hover"
      >
        {lineTypes.map((type) => (
          <option key={type} value={type} aria-label={t(`lineType.${type}`)}>
            {lineSigns[type]}
          </option>
        ))}
      </select>
      <IconButton
        label={t(isVisible ? 'drawing.hideLayer' : 'drawing.showLayer', { name })}
        icon={isVisible ? <Eye /> : <EyeOff />}
        onClick={() => update({ isVisible: !isVisible })}
      />
      <IconButton
        label={t('drawing.deleteLayer', { name })}
        icon={<Trash2 />}
        disabled={!editor.isEnabled('layer.delete', { id })}
        onClick={() => void editor.dispatch('layer.delete', { id }, 'panel')}
      />
    </li>
  );
}
