import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { type BasemapPatch, type BasemapSettings, basemapZooms } from '#core/state/basemap.ts';
import { readTileTemplate } from '#domain/view/tile-address.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { NumberField } from '#ui/NumberField.tsx';
import { Section } from '#ui/Section.tsx';
import { Slider } from '#ui/Slider.tsx';
import { TextField } from '#ui/TextField.tsx';
import { foreignOrigin, needsReload } from './tile-origin.ts';
import { reloadWithBasemap } from './use-basemap-memory.ts';

/** The user's own map tiles under the data in 2D; nothing is fetched before they are configured and switched on. */
export function BasemapSection({ editor }: { editor: Editor }) {
  const { t, format } = useText();
  const { basemap } = useSnapshot(editor.views.workspace);
  const { epsg, wkt } = editor.facts;
  const set = (patch: BasemapPatch) => void editor.dispatch('basemap.set', patch, 'panel');
  if (epsg === null && wkt === null) {
    return (
      <Section title={t('basemap.title')}>
        <p className="text-ink-soft text-sm">{t('basemap.noSystem')}</p>
      </Section>
    );
  }
  const mustReload = needsReload(basemap.template);
  return (
    <Section title={t('basemap.title')}>
      <Checkbox
        label={t('basemap.show')}
        checked={basemap.isShown}
        disabled={basemap.template === '' || mustReload}
        onChange={(isShown) => set({ isShown })}
      />
      {basemap.isShown && (
        <Slider
          label={t('scene.opacity')}
          value={basemap.opacity}
          min={0.1}
          max={1}
          step={0.05}
          text={format.percent(basemap.opacity)}
          onChange={(opacity) => set({ opacity })}
        />
      )}
      <AddressField basemap={basemap} set={set} />
      {mustReload && (
        <div className="pb-2">
          <p className="pb-1 text-ink-soft text-sm">
            {t('basemap.reloadHint', { origin: foreignOrigin(basemap.template) ?? '' })}
          </p>
          <Button onClick={() => reloadWithBasemap(editor)}>{t('basemap.reload')}</Button>
        </div>
      )}
      <AttributionField basemap={basemap} set={set} />
      <NumberField
        label={t('basemap.maxZoom')}
        value={basemap.maxZoom}
        min={basemapZooms.min}
        onCommit={(maxZoom) => maxZoom !== null && set({ maxZoom })}
      />
    </Section>
  );
}

interface FieldProps {
  basemap: BasemapSettings;
  set(patch: BasemapPatch): void;
}

/** The address of the tiles, applied on blur or Enter. */
function AddressField({ basemap, set }: FieldProps) {
  const { t } = useText();
  const [text, setText] = useState(basemap.template);
  useEffect(() => setText(basemap.template), [basemap.template]);
  const read = readTileTemplate(text, location.origin);
  const fault =
    read.kind === 'bad' && read.reason !== 'empty' ? t(`basemap.fault.${read.reason}`) : undefined;
  const commit = () => {
    const template = read.kind === 'good' ? read.template : '';
    if ((read.kind === 'good' || read.reason === 'empty') && template !== basemap.template) {
      set({ template, ...(needsReload(template) ? { isShown: false } : {}) });
    }
  };
  return (
    <TextField
      label={t('basemap.address')}
      hint={t('basemap.addressHint')}
      error={fault}
      value={text}
      type="url"
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      placeholder="https://…/{z}/{x}/{y}.png"
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  );
}

function AttributionField({ basemap, set }: FieldProps) {
  const { t } = useText();
  const [text, setText] = useState(basemap.attribution);
  useEffect(() => setText(basemap.attribution), [basemap.attribution]);
  const commit = () => text.trim() !== basemap.attribution && set({ attribution: text.trim() });
  return (
    <TextField
      label={t('basemap.attribution')}
      hint={t('basemap.attributionHint')}
      value={text}
      maxLength={200}
      onChange={(event) => setText(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => event.key === 'Enter' && commit()}
    />
  );
}
