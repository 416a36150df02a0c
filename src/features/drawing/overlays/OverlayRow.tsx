import { ArrowDown, ArrowUp, ChevronDown, ChevronUp, Crosshair, Eye, EyeOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { OverlayPatch } from '#core/commands/overlay-commands.ts';
import type { Editor } from '#core/editor.ts';
import type { DrawingOverlay } from '#domain/drawing/overlay.ts';
import { unitSymbol } from '#domain/units/units.ts';
import { useText } from '#i18n/use-text.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { NumberField } from '#ui/NumberField.tsx';
import { Slider } from '#ui/Slider.tsx';
import { OverlayDownload } from './OverlayDownload.tsx';
import { usePlacement } from './use-placement.ts';

interface OverlayRowProps {
  editor: Editor;
  overlay: DrawingOverlay;
  canEdit: boolean;
}

/** An overlay of the list: its name and visibility, and behind a press its opacity, draping and order. */
export function OverlayRow({ editor, overlay, canEdit }: OverlayRowProps) {
  const { t, errorText } = useText();
  const [isOpen, setOpen] = useState(false);
  const placement = usePlacement(overlay);
  const { id, name, isVisible } = overlay;
  const update = (patch: OverlayPatch) => void editor.dispatch('overlay.update', { id, patch }, 'panel');
  return (
    <li className="border-line border-t py-1 first:border-t-0">
      <div className="flex items-center gap-1 pl-1">
        <input
          key={name}
          defaultValue={name}
          disabled={!canEdit}
          aria-label={t('overlays.name', { name })}
          onBlur={(event) => {
            const next = event.target.value.trim();
            if (next === '') event.target.value = name;
            else if (next !== name) update({ name: next });
          }}
          onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
          className="h-8 min-w-0 flex-1 rounded-sm bg-transparent px-1 focus:bg-panel"
        />
        <IconButton
          label={t('overlays.place', { name })}
          icon={<Crosshair />}
          disabled={!canEdit}
          onClick={() => void editor.dispatch('overlay.edit', { id }, 'panel')}
        />
        <IconButton
          label={t(isVisible ? 'overlays.hide' : 'overlays.show', { name })}
          icon={isVisible ? <Eye /> : <EyeOff />}
          disabled={!canEdit}
          onClick={() => update({ isVisible: !isVisible })}
        />
        <IconButton
          label={t('overlays.properties', { name })}
          icon={isOpen ? <ChevronUp /> : <ChevronDown />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </div>
      {placement.kind === 'unplaced' && (
        <p className="px-2 pb-1 text-sm text-warn">{errorText(placement.error, 'unknownError')}</p>
      )}
      {isOpen && (
        <OverlayProperties
          editor={editor}
          overlay={overlay}
          canEdit={canEdit}
          isPlaced={placement.kind !== 'unplaced'}
          onChange={update}
        />
      )}
    </li>
  );
}

interface OverlayPropertiesProps extends OverlayRowProps {
  isPlaced: boolean;
  onChange(patch: OverlayPatch): void;
}

function OverlayProperties({ editor, overlay, canEdit, isPlaced, onChange }: OverlayPropertiesProps) {
  const { t, format } = useText();
  const { id, name, image, opacity, isDraped, elevation } = overlay;
  const [shown, setShown] = useState<number | null>(null);
  const unit = editor.facts.verticalUnit;
  const move = (by: -1 | 1) => void editor.dispatch('overlay.move', { id, by }, 'panel');
  return (
    <div className="px-2 pb-2">
      <p className="break-words text-ink-soft text-sm">
        {t('overlays.image', {
          file: image.source,
          width: format.number(image.width),
          height: format.number(image.height),
        })}
      </p>
      {isPlaced && <OverlayDownload editor={editor} overlay={overlay} />}
      {canEdit && (
        <>
          <Slider
            label={t('overlays.opacity')}
            value={shown ?? opacity}
            min={0}
            max={1}
            step={0.05}
            text={`${format.number((shown ?? opacity) * 100, 0)} %`}
            onChange={setShown}
            onCommit={(value) => {
              if (value !== opacity) onChange({ opacity: value });
              setShown(null);
            }}
          />
          <Checkbox
            label={t('overlays.draped')}
            checked={isDraped}
            onChange={(next) => onChange({ isDraped: next })}
          />
          {!isDraped && (
            <NumberField
              label={t('overlays.elevation')}
              value={elevation}
              {...(unit === null ? {} : { unit: unitSymbol(unit) })}
              onCommit={(value) => value !== null && onChange({ elevation: value })}
            />
          )}
          <div className="flex gap-1 pt-1">
            <IconButton
              label={t('overlays.up', { name })}
              icon={<ArrowUp />}
              disabled={!editor.isEnabled('overlay.move', { id, by: 1 })}
              onClick={() => move(1)}
            />
            <IconButton
              label={t('overlays.down', { name })}
              icon={<ArrowDown />}
              disabled={!editor.isEnabled('overlay.move', { id, by: -1 })}
              onClick={() => move(-1)}
            />
            <IconButton
              label={t('overlays.remove', { name })}
              icon={<Trash2 />}
              className="ml-auto"
              onClick={() => void editor.dispatch('overlay.remove', { id }, 'panel')}
            />
          </div>
        </>
      )}
    </div>
  );
}
