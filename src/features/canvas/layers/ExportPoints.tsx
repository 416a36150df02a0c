import { Download } from 'lucide-react';
import { useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { type PointFileFormat, pointFileFormats } from '#core/ports/clouds.ts';
import { fileNameFault, fileNameOf } from '#domain/formats/file-name.ts';
import { useFeatures } from '#editor-view/use-features.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { TextField } from '#ui/TextField.tsx';

/** Exports the shown points of the visible clouds to a file; hidden where no cloud is shown. */
export function ExportPoints({ editor }: { editor: Editor }) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  const { scene } = useSnapshot(editor.views.workspace);
  if (!scene.some(({ kind, isVisible }) => kind === 'copc' && isVisible)) return null;
  return (
    <>
      <Button className="mt-2" icon={<Download className="size-4" />} onClick={() => setOpen(true)}>
        {t('exportPoints.open')}
      </Button>
      {isOpen && <ExportPointsDialog editor={editor} onClose={() => setOpen(false)} />}
    </>
  );
}

function ExportPointsDialog({ editor, onClose }: { editor: Editor; onClose(): void }) {
  const { t } = useText();
  const [format, setFormat] = useState<PointFileFormat>('laz');
  const [name, setName] = useState(() => fileNameOf(editor.facts.name, t('export.plainName')));
  const { selection, scene } = useSnapshot(editor.views.workspace);
  const clouds = scene.filter(({ kind, isVisible }) => kind === 'copc' && isVisible).length;
  const formats = pointFileFormats.filter((each) => each !== 'copc' || clouds === 1);
  const features = useFeatures(editor);
  const areas = selection.filter((id) => features[id]?.kind === 'polygon').length;
  const [isWithin, setWithin] = useState(areas > 0);
  const fault = fileNameFault(name);
  const write = () => {
    const request = { format, name: name.trim(), isWithinSelection: isWithin && areas > 0 };
    void editor.dispatch('points.export', request, 'panel');
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('exportPoints.title')}
      closeLabel={t('close')}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button tone="primary" disabled={fault !== null} onClick={write}>
            {t('export.save')}
          </Button>
        </>
      }
    >
      <Segmented<PointFileFormat>
        label={t('export.format')}
        value={format}
        onChange={setFormat}
        options={formats.map((value) => ({ value, label: t(`exportPoints.${value}`) }))}
      />
      <p className="mt-3 text-ink-soft text-sm">{t('exportPoints.hint')}</p>
      <TextField
        label={t('export.fileName')}
        value={name}
        error={fault === null ? undefined : t(`export.nameFault.${fault}`)}
        onChange={(event) => setName(event.target.value)}
        className="mt-4"
      />
      <Checkbox
        label={t('exportPoints.within', { count: areas })}
        checked={isWithin && areas > 0}
        disabled={areas === 0}
        onChange={setWithin}
      />
    </Dialog>
  );
}
