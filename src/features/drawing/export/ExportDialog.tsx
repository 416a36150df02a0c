import { useState } from 'react';
import type { Editor } from '#core/editor.ts';
import { coordinateDigits } from '#core/measure/quantities.ts';
import { fileNameOf } from '#domain/formats/file-name.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { TextField } from '#ui/TextField.tsx';
import { ContentFields } from './ContentFields.tsx';
import { DxfFields } from './DxfFields.tsx';
import { emptyForm, faultsOf, hasTarget, isFaulty, requestOf } from './export-form.ts';
import { FormatChoice } from './FormatChoice.tsx';
import { PointFields } from './PointFields.tsx';
import { TargetFields } from './TargetFields.tsx';

interface ExportDialogProps {
  editor: Editor;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** Chooses a format, contents, coordinates and details; the file is written as a job and downloaded by the browser. */
export function ExportDialog({ editor, open, onOpenChange }: ExportDialogProps) {
  const { t } = useText();
  const [form, setForm] = useState(() =>
    emptyForm(
      fileNameOf(editor.facts.name, t('export.plainName')),
      coordinateDigits(editor.facts.coordinateUnit),
    ),
  );
  const change = (part: Partial<typeof form>) => setForm((before) => ({ ...before, ...part }));
  const faults = faultsOf(form);
  const write = () => {
    const layerNames = { contours: t('export.contoursLayer'), surface: t('export.surfaceLayer') };
    void editor.dispatch('drawing.export', requestOf(form, layerNames), 'panel');
    onOpenChange(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('export.title')}
      wide
      closeLabel={t('close')}
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{t('cancel')}</Button>
          <Button tone="primary" disabled={isFaulty(faults)} onClick={write}>
            {t('export.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <FormatChoice value={form.format} onChange={(format) => change({ format })} />
        <TextField
          label={t('export.fileName')}
          value={form.name}
          error={faults.name === null ? undefined : t(`export.nameFault.${faults.name}`)}
          onChange={(event) => change({ name: event.target.value })}
        />
        <ContentFields editor={editor} form={form} onChange={change} />
        {hasTarget(form.format) && <TargetFields editor={editor} form={form} onChange={change} />}
        {form.format === 'dxf' && <DxfFields form={form} onChange={change} />}
        {form.format === 'points' && <PointFields form={form} faults={faults} onChange={change} />}
      </div>
    </Dialog>
  );
}
