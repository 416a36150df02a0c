import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#api/api-context.ts';
import { applyDrawing } from '#api/apply-drawing.ts';
import { rawRoutes } from '#contract/routes/raw-routes.ts';
import { fillPath } from '#contract/routes/route.ts';
import { routes } from '#contract/routes/table.ts';
import { isInSystemOf, isShapedBy, shapedRequest } from '#contract/rules/shapes.ts';
import type { Project } from '#contract/schemas/project.ts';
import { useText } from '#i18n/use-text.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { ProgressBar } from '#ui/Progress.tsx';
import { Quantity } from '#ui/Quantity.tsx';
import { useToast } from '#ui/Toast.tsx';
import type { Viewer } from '../viewer.ts';
import { useExportFolder } from './use-export-folder.ts';

interface ExportArchiveDialogProps {
  project: Project;
  viewer: Viewer;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** The products that an archive with the drawing applied waits for. */
function waitingFor({ drawing_shapes: counts, products }: Project) {
  const base = products.find(
    ({ original, wkt, epsg }) => original === null && (wkt !== null || epsg !== null),
  );
  return products.filter(
    (product) =>
      counts !== undefined &&
      product.status === 'Done' &&
      (product.original === null || isInSystemOf(product, base)) &&
      isShapedBy(product.name, counts) &&
      !product.requests.includes(shapedRequest),
  );
}

/** Progress of the awaited products, 0 to 1. */
const preparedShare = (products: Project['products']): number =>
  products.reduce((sum, { requests_progress }) => sum + (requests_progress[shapedRequest] ?? 0), 0) /
  products.length;

/** Saves the whole project as one archive: on a desktop into the projects folder, else as a download. */
export function ExportArchiveDialog({ project, viewer, open, onOpenChange }: ExportArchiveDialogProps) {
  const { t, errorText, format } = useText();
  const { client } = useApi();
  const cache = useQueryClient();
  const showToast = useToast();
  const folder = useExportFolder(project, viewer);
  const [withInputs, setWithInputs] = useState(false);
  const [isApplied, setApplied] = useState(false);
  const prepare = useMutation(applyDrawing(client, cache, project.pk));
  const write = useMutation({
    mutationFn: (dest: string) =>
      client.call(routes.projectExportArchive, {
        params: { pk: project.pk },
        query: { dest, inputs: withInputs, drawing: isApplied },
      }),
    onSuccess: ({ path }) => {
      showToast({ title: t('downloads.exported', { path }) });
      onOpenChange(false);
    },
  });
  const query = [...(withInputs ? ['inputs'] : []), ...(isApplied ? ['drawing'] : [])].join('&');
  const address = fillPath(rawRoutes.archiveGet.path, { pk: project.pk });
  const { input } = project.size;
  const waiting = isApplied ? waitingFor(project) : [];
  const isPreparing = waiting.some(({ requests_generating }) => requests_generating.includes(shapedRequest));
  const faults = isPreparing ? [] : waiting.flatMap(({ shaped_error }) => shaped_error ?? []);
  const failure = write.isError
    ? errorText(write.error, 'downloads.exportFailed')
    : prepare.isError
      ? errorText(prepare.error, 'applyDrawing.failed')
      : faults[0];
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      closable={!write.isPending}
      title={t('exportArchive.title')}
      closeLabel={t('close')}
      footer={
        <>
          <Button disabled={write.isPending} onClick={() => onOpenChange(false)}>
            {t('cancel')}
          </Button>
          {waiting.length > 0 ? (
            <Button
              tone="primary"
              pending={isPreparing || prepare.isPending}
              onClick={() => prepare.mutate(waiting.map(({ pk }) => pk))}
            >
              {t(isPreparing ? 'exportArchive.preparing' : 'exportArchive.prepare', {
                count: waiting.length,
              })}
            </Button>
          ) : folder === null ? (
            <a
              download
              href={query === '' ? address : `${address}?${query}`}
              className={buttonClass('primary')}
              onClick={() => onOpenChange(false)}
            >
              {t('exportArchive.download')}
            </a>
          ) : (
            <Button tone="primary" pending={write.isPending} onClick={() => write.mutate(folder)}>
              {t('exportArchive.save')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-3 pb-4">
        <p className="text-ink-soft">{t('exportArchive.what')}</p>
        <Checkbox
          label={t('exportArchive.inputs')}
          checked={withInputs}
          onChange={setWithInputs}
          trailing={<Quantity value={input} text={format.bytes(input)} />}
        />
        {project.drawing_shapes && (
          <Checkbox
            label={t('exportArchive.drawing')}
            checked={isApplied}
            onChange={setApplied}
            hint={t('exportArchive.drawingHint')}
          />
        )}
        {folder !== null && <p className="break-all text-ink-soft text-sm">{folder}</p>}
        {isPreparing && (
          <div className="flex items-center gap-3">
            <ProgressBar
              value={preparedShare(waiting)}
              label={t('exportArchive.preparing', { count: waiting.length })}
              className="flex-1"
            />
            <output className="text-ink-soft text-sm tabular-nums">
              {format.percent(preparedShare(waiting))}
            </output>
          </div>
        )}
        {failure !== undefined && (
          <p role="alert" className="text-bad">
            {failure}
          </p>
        )}
      </div>
    </Dialog>
  );
}
