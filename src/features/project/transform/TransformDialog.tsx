import { type FormEvent, useId, useState } from 'react';
import type { Product } from '#contract/schemas/product.ts';
import type { Project } from '#contract/schemas/project.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { useToast } from '#ui/Toast.tsx';
import type { Viewer } from '../viewer.ts';
import { PixelSizeFields } from './PixelSizeFields.tsx';
import { SystemFields } from './SystemFields.tsx';
import { useTransform } from './use-transform.ts';

interface TransformDialogProps {
  project: Project;
  viewer: Viewer;
  /** The product being viewed, the default choice where it can be transformed. */
  selected: Product | null;
  onClose(): void;
}

/** Requests a product in another coordinate system, with larger pixels, or both. Mounted while it is open. */
export function TransformDialog({ project, viewer, selected, onClose }: TransformDialogProps) {
  const { t, errorText } = useText();
  const formId = useId();
  const showToast = useToast();
  const form = useTransform(project, viewer, selected, () => {
    showToast({ title: t('transform.requested') });
    onClose();
  });
  const { original, pixels, request, reading, refusal } = form;
  const [isChecked, setChecked] = useState(false);
  const isRefused = refusal !== null || !pixels.isFit;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!isRefused && !reading.isReading && reading.system?.unit != null) form.submit();
  };
  return (
    <Dialog
      wide
      open
      onOpenChange={(open) => !open && onClose()}
      closable={!request.isPending}
      title={t('transform.title')}
      description={t('transform.text')}
      closeLabel={t('close')}
      footer={
        <>
          <Button disabled={request.isPending} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button tone="primary" type="submit" form={formId} pending={request.isPending} disabled={isRefused}>
            {t('transform.request')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <SelectField
          label={t('transform.product')}
          value={String(original?.pk ?? '')}
          options={form.originals.map((each) => ({
            value: String(each.pk),
            label: t(`product.${each.name}`),
          }))}
          onChange={(pk) => {
            const next = form.originals.find((each) => String(each.pk) === pk);
            if (next !== undefined) form.choose(next);
          }}
        />
        <SystemFields
          choice={form.choice}
          onChange={form.chooseSystem}
          source={form.source}
          reading={reading}
          isChecked={isChecked}
        />
        {pixels.form !== null && (
          <PixelSizeFields
            form={pixels.form}
            faults={pixels.faults}
            original={pixels.original}
            unit={form.unit}
            onChange={pixels.set}
          />
        )}
        {original?.name === 'orthoimage' && (
          <Checkbox
            label={t('transform.singleJpeg')}
            hint={t(form.jpeg.fits ? 'transform.singleJpegHint' : 'transform.singleJpegTooLarge')}
            checked={form.jpeg.isWanted}
            disabled={!form.jpeg.fits}
            onChange={form.jpeg.want}
          />
        )}
        <p role="alert" className="min-h-5 text-bad">
          {refusal !== null && errorText(refusal, 'transform.failedToTransform')}
          {refusal === null && request.isError && errorText(request.error, 'transform.failedToTransform')}
        </p>
      </form>
    </Dialog>
  );
}
