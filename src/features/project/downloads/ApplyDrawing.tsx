import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Crop } from 'lucide-react';
import { useApi } from '#api/api-context.ts';
import { applyDrawing } from '#api/apply-drawing.ts';
import { isShapedBy, purposesFor, shapedFormats, shapedRequest } from '#contract/rules/shapes.ts';
import type { Product } from '#contract/schemas/product.ts';
import type { Project } from '#contract/schemas/project.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { ProgressBar } from '#ui/Progress.tsx';

/** Requests a product with the drawing's crop and flatten applied; hidden where the drawing has none for it. */
export function ApplyDrawing({ project, product }: { project: Project; product: Product }) {
  const { t, errorText } = useText();
  const { client } = useApi();
  const cache = useQueryClient();
  const apply = useMutation(applyDrawing(client, cache, project.pk));
  const counts = project.drawing_shapes;
  if (!counts || !project.can_edit || product.status !== 'Done' || !isShapedBy(product.name, counts)) {
    return null;
  }
  if (product.requests.includes(shapedRequest)) return null;
  const isBeingMade = product.requests_generating.includes(shapedRequest);
  const isOld = product.files.some(({ format }) => format in shapedFormats);
  const effects = purposesFor(product.name)
    .filter((purpose) => counts[purpose] > 0)
    .map((purpose) => t(`applyDrawing.${purpose}`, { count: counts[purpose] }));
  const failure = apply.isError ? errorText(apply.error, 'applyDrawing.failed') : product.shaped_error;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t px-4 py-3">
      <p className="min-w-0 flex-1 basis-64 text-ink-soft text-sm">
        {isBeingMade
          ? t('applyDrawing.generating')
          : [...(isOld ? [t('applyDrawing.outdated')] : []), t('applyDrawing.hint'), ...effects].join(' ')}
      </p>
      <Button
        icon={<Crop className="size-4" />}
        pending={isBeingMade || apply.isPending}
        onClick={() => apply.mutate([product.pk])}
      >
        {t(isOld ? 'applyDrawing.again' : 'applyDrawing.apply')}
      </Button>
      {isBeingMade && (
        <ProgressBar
          value={product.requests_progress[shapedRequest] ?? 0}
          label={t('applyDrawing.generating')}
          className="basis-full"
        />
      )}
      {failure !== undefined && !isBeingMade && (
        <p role="alert" className="basis-full text-bad text-sm">
          {failure}
        </p>
      )}
    </div>
  );
}
