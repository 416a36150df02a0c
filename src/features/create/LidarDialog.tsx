import { type FormEvent, useId, useState } from 'react';
import type { CrsEntry } from '#domain/crs/table.ts';
import { type Text, useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { TextField } from '#ui/TextField.tsx';
import { CrsField } from './CrsField.tsx';
import { Notice } from './Notice.tsx';
import type { Preflight, ReadableFile } from './preflight.ts';
import { nameOfFile, useCreateProject } from './use-create-project.ts';

interface LidarDialogProps {
  preflight: Preflight;
  onClose(): void;
}

/** Asks for what lidar files do not say, and shows what they contradict. */
export function LidarDialog({ preflight, onClose }: LidarDialogProps) {
  const text = useText();
  const { t, errorText } = text;
  const formId = useId();
  const create = useCreateProject();
  const [name, setName] = useState(nameOfFile(preflight.files[0]?.file.name ?? ''));
  const [chosen, setChosen] = useState<CrsEntry | null>(null);
  const [isChecked, setChecked] = useState(false);
  const lacksSystem = preflight.files.some(({ crs }) => crs.kind === 'unknown' || crs.kind === 'vertical');
  const hasConflicts = preflight.files.some(({ crs }) => crs.conflicts.length > 0);
  const used = preflight.files[0]?.crs.name ?? '';
  const nameFault = name.trim() === '' ? t('validation.requiredField') : undefined;
  const systemFault = lacksSystem && chosen === null ? t('crsField.required') : undefined;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (nameFault === undefined && systemFault === undefined)
      create.mutate({ kind: 'lidar', name: name.trim(), preflight, chosen });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      closable={!create.isPending}
      title={t('createPage.question')}
      closeLabel={t('close')}
      footer={
        <>
          <Button disabled={create.isPending} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button tone="primary" type="submit" form={formId} pending={create.isPending}>
            {t('createPage.submit')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex min-h-72 flex-col gap-2">
        <TextField
          label={t('renameProject.name')}
          value={name}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
          error={isChecked ? nameFault : undefined}
        />
        <ul className="flex flex-col gap-2 pb-2">
          {preflight.files.map((file) => (
            <FileLine key={file.file.name} file={file} text={text} />
          ))}
        </ul>
        {(lacksSystem || hasConflicts) && (
          <CrsField
            hint={lacksSystem ? t('crsField.hint') : t('crsField.optionalHint', { name: used })}
            onSelect={setChosen}
            error={isChecked ? systemFault : undefined}
          />
        )}
        {create.isError && (
          <p role="alert" className="text-bad text-sm">
            {errorText(create.error, 'createPage.failed')}
          </p>
        )}
      </form>
    </Dialog>
  );
}

/** A file with what it holds, and each contradiction in what it says of its coordinates. */
function FileLine({ file: { file, las, crs }, text }: { file: ReadableFile; text: Text }) {
  const { t, format } = text;
  const facts = [
    t('createPage.points', { count: las.header.pointCount, number: format.number(las.header.pointCount) }),
    `LAS 1.${las.header.versionMinor}`,
    format.bytes(file.size),
  ];
  return (
    <li className="flex flex-col gap-2">
      <div>
        <p className="select-text truncate font-medium">{file.name}</p>
        <p className="text-ink-soft text-sm">{facts.join(' · ')}</p>
        <p className="text-ink-soft text-sm">{crs.name ?? t('coordinateSystem.unknown')}</p>
      </div>
      {crs.conflicts.map((conflict) => (
        <Notice key={JSON.stringify(conflict)} tone="warn">
          {t(`createPage.${conflict.code}`, { offsetMetres: '–', ...conflict.params })}
        </Notice>
      ))}
    </li>
  );
}
