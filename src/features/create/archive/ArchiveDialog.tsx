import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Archive } from 'lucide-react';
import { useApi } from '#api/api-context.ts';
import { queryKeys } from '#api/queries.ts';
import { announceImages } from '#api/uploads/image-upload.ts';
import { limits } from '#contract/limits.ts';
import { routes } from '#contract/routes/table.ts';
import type { NoticeSettings } from '#contract/rules/notices.ts';
import { useText } from '#i18n/use-text.ts';
import { ProjectDialog } from '../ProjectDialog.tsx';

/** Name of a project that is imported from an archive: that of the file, without its endings. */
const nameOfArchive = (fileName: string): string =>
  fileName.replace(/(\.plumbline)?\.zip$/i, '').slice(0, limits.nameLength) || fileName;

/** Asks for the name of the project, then uploads the archive like other files. */
export function ArchiveDialog({ file, onClose }: { file: File; onClose(): void }) {
  const { t, format } = useText();
  const { client, uploads } = useApi();
  const cache = useQueryClient();
  const navigate = useNavigate();
  const start = useMutation({
    mutationFn: async ({ name, mail }: { name: string; mail: NoticeSettings }) => {
      const body = { name, type: 'archive', ...mail } as const;
      const made = await client.call(routes.projectCreate, { body });
      const stated = { epsg: null, wkt: null, uom: null };
      const parts = await announceImages(client, made.pk, [{ file, role: 'archive' }], stated);
      uploads.start({ pk: made.pk, name: made.name }, parts);
      void cache.invalidateQueries({ queryKey: [...queryKeys.projects, 'search'] });
      await navigate({ to: '/projects/$pk', params: { pk: String(made.pk) } });
    },
  });
  return (
    <ProjectDialog
      initialName={nameOfArchive(file.name)}
      isPending={start.isPending}
      error={start.error}
      isFaulty={false}
      mailAbout="import"
      submitLabel={t('importArchive.submit')}
      onSubmit={(name, mail) => start.mutate({ name, mail })}
      onClose={onClose}
    >
      {() => (
        <div className="flex items-start gap-3 rounded-md border border-line px-3 py-2">
          <Archive aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-ink-soft" />
          <div className="min-w-0">
            <p className="break-words">
              {file.name} <span className="whitespace-nowrap text-ink-soft">{format.bytes(file.size)}</span>
            </p>
            <p className="text-ink-soft text-sm">{t('importArchive.becomes')}</p>
          </div>
        </div>
      )}
    </ProjectDialog>
  );
}
