import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { LayerPatch } from '#core/commands/layer-commands.ts';
import type { Editor } from '#core/editor.ts';
import type { DrawingLayer } from '#domain/drawing/layer.ts';
import { type LineType, lineTypes } from '#domain/formats/exchange-model.ts';
import { useFeatures } from '#editor-view/use-features.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { NumberField } from '#ui/NumberField.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { lineWeights } from '../line-weights.ts';

interface LayerDialogProps {
  editor: Editor;
  layer: DrawingLayer;
  layers: readonly DrawingLayer[];
  onClose(): void;
}

const plain = '';

/** Properties of a layer, applied as they are changed, and what can be done with it as a whole. */
export function LayerDialog({ editor, layer, layers, onClose }: LayerDialogProps) {
  const { t, format } = useText();
  const features = useFeatures(editor);
  const { id, name, description = '', lineType = 'solid', lineWeight, transparency = 0, group = '' } = layer;
  const count = Object.values(features).filter((feature) => feature.layerId === id).length;
  const update = (patch: LayerPatch) => void editor.dispatch('layer.update', { id, patch }, 'panel');
  const weights = [
    { value: plain, label: t('drawing.lineWeightPlain') },
    ...[...new Set([...lineWeights, ...(lineWeight === undefined ? [] : [lineWeight])])]
      .sort((a, b) => a - b)
      .map((value) => ({ value: String(value), label: `${format.number(value, 2)}\u00a0mm` })),
  ];
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t('drawing.layerProperties', { name })}
      description={t('drawing.layerCount', { count })}
      closeLabel={t('close')}
      footer={
        <Button tone="primary" onClick={onClose}>
          {t('close')}
        </Button>
      }
    >
      <Kept
        label={t('drawing.description')}
        value={description}
        onKeep={(text) => update({ description: text || null })}
      />
      <Kept label={t('drawing.group')} value={group} onKeep={(text) => update({ group: text || null })} />
      <div className="grid grid-cols-2 gap-x-3">
        <SelectField<LineType>
          label={t('drawing.lineType')}
          value={lineType}
          options={lineTypes.map((value) => ({ value, label: t(`lineType.${value}`) }))}
          onChange={(value) => update({ lineType: value === 'solid' ? null : value })}
        />
        <SelectField
          label={t('drawing.lineWeight')}
          value={lineWeight === undefined ? plain : String(lineWeight)}
          options={weights}
          onChange={(value) => update({ lineWeight: value === plain ? null : Number(value) })}
        />
        <NumberField
          label={t('drawing.transparency')}
          value={Math.round(transparency * 100)}
          unit="%"
          min={0}
          onCommit={(value) => update({ transparency: value === null ? null : Math.min(value, 100) / 100 })}
        />
      </div>
      <Checkbox
        label={t('drawing.locked')}
        hint={t('drawing.lockedHint')}
        checked={layer.isLocked === true}
        onChange={(isLocked) => update({ isLocked: isLocked ? true : null })}
      />
      <WholeLayer editor={editor} layer={layer} layers={layers} onClose={onClose} />
    </Dialog>
  );
}

/** A line of text that is kept when it is left. */
function Kept({ label, value, onKeep }: { label: string; value: string; onKeep(text: string): void }) {
  return (
    <TextField
      key={value}
      label={label}
      defaultValue={value}
      maxLength={255}
      onBlur={(event) => {
        const text = event.target.value.trim();
        if (text !== value) onKeep(text);
      }}
      onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
    />
  );
}

function WholeLayer({ editor, layer, layers, onClose }: LayerDialogProps): ReactNode {
  const { t } = useText();
  const { id, name } = layer;
  const others = layers.filter((other) => other.id !== id);
  const move = (by: -1 | 1) => void editor.dispatch('layer.move', { id, by }, 'panel');
  return (
    <div className="mt-2 flex items-end gap-2 border-line border-t pt-2">
      <IconButton
        label={t('drawing.layerUp')}
        icon={<ArrowUp />}
        disabled={!editor.isEnabled('layer.move', { id, by: -1 })}
        onClick={() => move(-1)}
      />
      <IconButton
        label={t('drawing.layerDown')}
        icon={<ArrowDown />}
        disabled={!editor.isEnabled('layer.move', { id, by: 1 })}
        onClick={() => move(1)}
      />
      <div className="min-w-0 flex-1">
        <SelectField
          label={t('drawing.mergeInto')}
          value={plain}
          disabled={others.length === 0 || layer.isLocked === true}
          options={[
            { value: plain, label: t('drawing.chooseLayer') },
            ...others.map((other) => ({ value: other.id, label: other.name })),
          ]}
          onChange={(into) => {
            if (into === plain) return;
            onClose();
            void editor.dispatch('layer.merge', { id, into }, 'panel');
          }}
        />
      </div>
      <IconButton
        label={t('drawing.deleteLayer', { name })}
        icon={<Trash2 />}
        disabled={!editor.isEnabled('layer.delete', { id }) || layer.isLocked === true}
        onClick={() => {
          onClose();
          void editor.dispatch('layer.delete', { id }, 'panel');
        }}
      />
    </div>
  );
}
