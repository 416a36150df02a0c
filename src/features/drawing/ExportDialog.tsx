import { RadioGroup } from 'radix-ui';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { type ExportFormat, exportFormats } from '#core/export/export-request.ts';
import { useFeatures } from '#editor-view/use-features.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { TextField } from '#ui/TextField.tsx';

interface ExportDialogProps {
  editor: Editor;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** Chooses a format and contents; the file is downloaded by the browser. */
export function ExportDialog({ editor, open, onOpenChange }: ExportDialogProps) {
  const { t } = useText();
  const [format, setFormat] = useState<ExportFormat>('dxf');
  const [name, setName] = useState(editor.facts.name);
  const [hasFeatures, setFeatures] = useState(true);
  const [hasContours, setContours] = useState(true);
  const [hasSurfaces, setSurfaces] = useState(true);
  const fileName = name.trim().replace(/[\\/:*?"<>|]+/g, '_');
  const write = () => {
    const layerNames = { contours: t('export.contoursLayer'), surface: t('export.surfaceLayer') };
    const request = { format, name: fileName, hasFeatures, hasContours, hasSurfaces, layerNames };
    void editor.dispatch('drawing.export', request, 'panel');
    onOpenChange(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('export.title')}
      closeLabel={t('close')}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('cancel')}</Button>
          <Button tone="primary" disabled={fileName === ''} onClick={write}>
            {t('export.save')}
          </Button>
        </>
      }
    >
      <FormatChoice value={format} onChange={setFormat} />
      <TextField
        label={t('export.fileName')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        className="mt-4"
      />
      <Contents
        editor={editor}
        format={format}
        parts={[
          { id: 'features', checked: hasFeatures, onChange: setFeatures },
          { id: 'contours', checked: hasContours, onChange: setContours },
          { id: 'surfaces', checked: hasSurfaces, onChange: setSurfaces },
        ]}
      />
    </Dialog>
  );
}

function FormatChoice({ value, onChange }: { value: ExportFormat; onChange(format: ExportFormat): void }) {
  const { t } = useText();
  return (
    <RadioGroup.Root
      aria-label={t('export.format')}
      value={value}
      onValueChange={(next) => onChange(next as ExportFormat)}
      className="grid gap-2"
    >
      {exportFormats.map((format) => (
        <RadioGroup.Item
          key={format}
          value={format}
          className="flex flex-col rounded-md border border-line px-3 py-2 text-left hover:bg-hover data-[state=checked]:border-accent data-[state=checked]:bg-accent-soft"
        >
          <span className="font-medium">{t(`exportFormat.${format}.name`)}</span>
          <span className="text-ink-soft text-sm">{t(`exportFormat.${format}.hint`)}</span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}

type PartId = 'features' | 'contours' | 'surfaces';

const takenBy: Readonly<Record<ExportFormat, readonly PartId[]>> = {
  dxf: ['features', 'contours', 'surfaces'],
  geojson: ['features', 'contours', 'surfaces'],
  shapefile: ['features', 'contours', 'surfaces'],
  kml: ['features', 'contours', 'surfaces'],
  kmz: ['features', 'contours', 'surfaces'],
  landxml: ['features', 'contours', 'surfaces'],
  pnezd: ['features'],
};

interface ContentsProps {
  editor: Editor;
  format: ExportFormat;
  parts: readonly { id: PartId; checked: boolean; onChange(checked: boolean): void }[];
}

/** Contents that the format supports and the canvas has. */
function Contents({ editor, format, parts }: ContentsProps) {
  const { t, format: figures } = useText();
  const features = useFeatures(editor);
  const shown = useSnapshot(editor.views.workspace).derived.filter((entry) => entry.isVisible);
  const points = Object.values(features).filter((feature) => feature.kind === 'point').length;
  const counts: Record<PartId, number> = {
    features: format === 'pnezd' ? points : Object.keys(features).length,
    contours: shown.filter((entry) => entry.kind === 'contours').length,
    surfaces: shown.filter((entry) => entry.kind === 'tin').length,
  };
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-ink-soft text-sm">{t('export.contents')}</legend>
      {parts
        .filter(({ id }) => takenBy[format].includes(id))
        .map(({ id, checked, onChange }) => (
          <Checkbox
            key={id}
            label={`${t(format === 'pnezd' ? 'export.points' : `export.${id}`)} (${figures.number(counts[id])})`}
            checked={checked && counts[id] > 0}
            disabled={counts[id] === 0}
            onChange={onChange}
          />
        ))}
    </fieldset>
  );
}
