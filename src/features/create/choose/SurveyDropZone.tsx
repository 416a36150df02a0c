import { useMutation, useQuery } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '#api/api-context.ts';
import { bootstrapQuery } from '#api/queries.ts';
import { hasFeature } from '#contract/editions.ts';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import { useText } from '#i18n/use-text.ts';
import { cx } from '#ui/cx.ts';
import { DropZone } from '#ui/DropZone.tsx';
import { ProgressBar } from '#ui/Progress.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { useToast } from '#ui/Toast.tsx';
import { ImageDialog } from '../ImageDialog.tsx';
import { LidarDialog } from '../LidarDialog.tsx';
import { type ImagePreflight, type PreflightOptions, preflightImages } from './image-preflight.ts';
import { type Preflight, preflight } from './preflight.ts';
import { RefusalDialog } from './RefusalDialog.tsx';
import { acceptedFiles, kindOf } from './survey-files.ts';

type Question =
  | { readonly kind: 'refused'; readonly refusals: readonly ErrorRecord[] }
  | { readonly kind: 'lidar'; readonly preflight: Preflight }
  | { readonly kind: 'images'; readonly preflight: ImagePreflight };

async function questionOf(files: readonly File[], options: PreflightOptions): Promise<Question> {
  const kind = kindOf(files);
  const name = files[0]?.name ?? '';
  if (kind === 'neither') {
    return { kind: 'refused', refusals: [{ code: 'create.not-survey', params: { file: name } }] };
  }
  const read =
    kind === 'images'
      ? ({ kind, preflight: await preflightImages(files, options) } as const)
      : ({ kind, preflight: await preflight(files) } as const);
  const { refusals } = read.preflight;
  return refusals.length > 0 ? { kind: 'refused', refusals } : read;
}

interface SurveyDropZoneProps {
  isLarge?: boolean;
}

/** The drop zone that turns photos or lidar files into a project, after the questions before the upload. */
export function SurveyDropZone({ isLarge = false }: SurveyDropZoneProps) {
  const { t, format, errorText } = useText();
  const showToast = useToast();
  const [question, setQuestion] = useState<Question | null>(null);
  const { client, tasks } = useApi();
  const edition = useQuery(bootstrapQuery(client)).data?.edition;
  const [read, setRead] = useState<readonly [done: number, total: number] | null>(null);
  const check = useMutation({
    mutationFn: async (files: readonly File[]) => {
      setRead(null);
      const takesTiff = edition !== undefined && hasFeature(edition, 'tiffImages');
      const onRead = (done: number, total: number) => setRead([done, total]);
      setQuestion(await questionOf(files, { tasks, takesTiff, onRead }));
    },
    onError: (error) =>
      showToast({ title: t('createPage.failed'), text: errorText(error, 'unknownError'), tone: 'bad' }),
  });
  const close = () => setQuestion(null);
  const reading = read
    ? t('createPage.readingPhotos', { done: format.number(read[0]), total: format.number(read[1]) })
    : t('createPage.reading');
  return (
    <>
      <DropZone
        accept={acceptedFiles}
        disabled={check.isPending}
        onFiles={(files) => check.mutate(files)}
        className={cx(
          'flex items-center gap-4 px-6',
          isLarge
            ? 'min-h-48 flex-col justify-center py-8 text-center sm:min-h-64'
            : 'min-h-18 py-3 text-left',
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
          <span className="block font-medium">{check.isPending ? reading : t('createPage.drop')}</span>
          {check.isPending && read !== null && (
            <ProgressBar value={read[0] / read[1]} label={reading} className="my-1" />
          )}
          <span className="block text-ink-soft text-sm">{t('createPage.dropHint')}</span>
        </span>
      </DropZone>
      {question?.kind === 'refused' && <RefusalDialog refusals={question.refusals} onClose={close} />}
      {question?.kind === 'lidar' && <LidarDialog preflight={question.preflight} onClose={close} />}
      {question?.kind === 'images' && <ImageDialog preflight={question.preflight} onClose={close} />}
    </>
  );
}
