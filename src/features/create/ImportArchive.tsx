import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Archive } from 'lucide-react';
import { useApi } from '#api/api-context.ts';
import { queryKeys } from '#api/queries.ts';
import { announceImages } from '#api/uploads/image-upload.ts';
import { limits } from '#contract/limits.ts';
import { routes } from '#contract/routes/table.ts';
import { useText } from '#i18n/use-text.ts';
import { DropZone } from '#ui/DropZone.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { useToast } from '#ui/Toast.tsx';

/** Name of a project that is imported from an archive: that of the file, without its endings. */
export const nameOfArchive = (fileName: string): string =>
  fileName.replace(/(\.plumbline)?\.zip$/i, '').slice(0, limits.nameLength) || fileName;

/** The place that takes an archive of a project: it goes up as other files do, and becomes a project of its own. */
export function ImportArchive() {
  const { t, errorText } = useText();
  const showToast = useToast();
  const { client, uploads } = useApi();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const start = useMutation({
    mutationFn: async (file: File) => {
      const body = { name: nameOfArchive(file.name), type: 'archive' } as const;
      const made = await client.call(routes.projectCreate, { body });
      const stated = { epsg: null, wkt: null, uom: null };
      const parts = await announceImages(client, made.pk, [{ file, role: 'archive' }], stated);
      uploads.start({ pk: made.pk, name: made.name }, parts);
      void cache.invalidateQueries({ queryKey: [...queryKeys.projects, 'search'] });
      await navigate({ to: '/projects/$pk', params: { pk: String(made.pk) } });
    },
    onError: (error) =>
      showToast({ title: t('importArchive.failed'), text: errorText(error, 'unknownError'), tone: 'bad' }),
  });
  return (
    <DropZone
      accept=".zip"
      disabled={start.isPending}
      onFiles={([file]) => file && start.mutate(file)}
      className="flex min-h-18 items-center gap-4 px-6 py-3"
    >
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-ink">
        {start.isPending ? <Spinner className="size-5" /> : <Archive aria-hidden="true" className="size-5" />}
      </span>
      <span className="min-w-0">
        <span className="block font-medium">{t('importArchive.drop')}</span>
        <span className="block text-ink-soft text-sm">{t('importArchive.hint')}</span>
      </span>
    </DropZone>
  );
}
