import { useMutation } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#i18n/use-text.ts';
import { cx } from '#ui/cx.ts';
import { DropZone } from '#ui/DropZone.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { useToast } from '#ui/Toast.tsx';
import { CreateDialog } from './CreateDialog.tsx';
import { type Preflight, preflight } from './preflight.ts';
import { nameOfFile, useCreateProject } from './use-create-project.ts';

/** Whether the files say everything, without contradicting themselves: then nothing needs to be asked. */
function isComplete({ files, refusals }: Preflight): boolean {
  if (refusals.length > 0 || files.length === 0) return false;
  return files.every(
    ({ crs }) => crs.kind !== 'unknown' && crs.kind !== 'vertical' && crs.conflicts.length === 0,
  );
}

interface LidarDropZoneProps {
  isLarge?: boolean;
}

/** The marked place that turns LAS and LAZ files into a project; asks only for what the files do not say. */
export function LidarDropZone({ isLarge = false }: LidarDropZoneProps) {
  const { t, errorText } = useText();
  const showToast = useToast();
  const [question, setQuestion] = useState<Preflight | null>(null);
  const create = useCreateProject();
  const check = useMutation({
    mutationFn: async (files: readonly File[]) => {
      const result = await preflight(files);
      const [first] = result.files;
      if (first === undefined || !isComplete(result)) setQuestion(result);
      else await create.mutateAsync({ name: nameOfFile(first.file.name), preflight: result, chosen: null });
    },
    onError: (error) =>
      showToast({ title: t('createPage.failed'), text: errorText(error, 'unknownError'), tone: 'bad' }),
  });
  return (
    <>
      <DropZone
        accept=".las,.laz,.prj"
        disabled={check.isPending}
        onFiles={(files) => check.mutate(files)}
        className={cx(
          'flex items-center gap-4 px-6',
          isLarge ? 'min-h-64 flex-col justify-center py-8 text-center' : 'min-h-18 py-3',
        )}
      >
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-ink">
          {check.isPending ? (
            <Spinner className="size-5" />
          ) : (
            <FileUp aria-hidden="true" className="size-5" />
          )}
        </span>
        <span className="min-w-0">
          <span className="block font-medium">
            {t(check.isPending ? 'createPage.reading' : 'createPage.drop')}
          </span>
          <span className="block text-ink-soft text-sm">{t('createPage.dropHint')}</span>
        </span>
      </DropZone>
      {question !== null && <CreateDialog preflight={question} onClose={() => setQuestion(null)} />}
    </>
  );
}
