import { useMutation, useQueryClient } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { useApi } from '#api/api-context.ts';
import { requestFile } from '#api/request-file.ts';
import { tifRequest } from '#contract/rules/products.ts';
import type { Product } from '#contract/schemas/product.ts';
import type { Project } from '#contract/schemas/project.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';

/** Requests an orthoimage as one plain GeoTIFF; hidden once it exists. */
export function TifRequest({ project, product }: { project: Project; product: Product }) {
  const { t, errorText } = useText();
  const { client } = useApi();
  const cache = useQueryClient();
  const request = useMutation(requestFile(client, cache, project.pk, tifRequest));
  if (!project.can_edit || product.requests.includes(tifRequest)) return null;
  const isBeingMade = product.requests_generating.includes(tifRequest);
  const failure = request.isError
    ? errorText(request.error, 'downloads.tifFailed')
    : product.requests_failed[tifRequest];
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t px-4 py-3">
      <p className="min-w-0 flex-1 basis-64 text-ink-soft text-sm">
        {t(isBeingMade ? 'downloads.tifGenerating' : 'downloads.tifHint')}
      </p>
      <Button
        icon={<FileDown className="size-4" />}
        pending={isBeingMade}
        onClick={() => request.mutate(product.pk)}
      >
        {t('downloads.requestTif')}
      </Button>
      {failure !== undefined && !isBeingMade && (
        <p role="alert" className="basis-full text-bad text-sm">
          {failure}
        </p>
      )}
    </div>
  );
}
