import { Link } from '@tanstack/react-router';
import { Mountain } from 'lucide-react';
import { readProjectState } from '#contract/rules/states.ts';
import type { ProjectListItem } from '#contract/schemas/project.ts';
import { useText } from '#i18n/use-text.ts';
import { Chip, type ChipTone } from '#ui/Chip.tsx';
import { cx } from '#ui/cx.ts';
import { ProgressBar } from '#ui/Progress.tsx';
import { Quantity } from '#ui/Quantity.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';

/** Colour of each project state. */
const stateTones = {
  initialized: 'neutral',
  uploading: 'accent',
  processing: 'accent',
  paused: 'warn',
  stalled: 'warn',
  errored: 'bad',
  completed: 'good',
  deleted: 'bad',
  recovery: 'warn',
  unset: 'neutral',
} as const satisfies Record<string, ChipTone>;

/** A project in the list: thumbnail, name, state. The whole card is the link. */
export function ProjectCard({ project }: { project: ProjectListItem }) {
  const { t, format } = useText();
  const state = readProjectState(project.state);
  const isMoving = state === 'processing' || state === 'uploading';
  return (
    <Link
      to="/projects/$pk"
      params={{ pk: String(project.pk) }}
      className="group block overflow-hidden max-sm:grid max-sm:grid-cols-[112px_minmax(0,1fr)] rounded-lg border border-line bg-panel transition-colors hover:border-line-strong"
    >
      <div className="relative bg-well sm:aspect-[16/10]">
        <Thumbnail url={project.thumbnail_url} />
        {project.is_deleted && <Strike />}
        {isMoving && (
          <ProgressBar
            value={project.progress}
            label={project.name}
            className="absolute inset-x-0 bottom-0 rounded-none"
          />
        )}
      </div>
      <div className="flex flex-col gap-2 p-3">
        <p className={cx('truncate font-medium', project.is_deleted && 'text-bad line-through')}>
          {project.name}
        </p>
        <div className="flex items-center justify-between gap-2 text-ink-soft text-sm">
          <Chip tone={stateTones[state]}>
            {t(`projectState.${state}`)}
            {isMoving && ` ${format.percent(project.progress)}`}
          </Chip>
          <Quantity value={project.size.input} text={format.bytes(project.size.input)} />
        </div>
      </div>
    </Link>
  );
}

function Thumbnail({ url }: { url: string | null }) {
  if (url !== null)
    return <img src={url} alt="" loading="lazy" className="absolute inset-0 size-full object-cover" />;
  return (
    <div className="hatched grid size-full place-items-center">
      <Mountain aria-hidden="true" className="size-8 stroke-[1.25] text-ink-faint" />
    </div>
  );
}

/** The diagonal over the thumbnail of a deleted project. */
function Strike() {
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="absolute inset-0 size-full text-bad"
    >
      <path d="M0 100 100 0" stroke="currentColor" strokeWidth="2" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

/** Placeholder of a card. */
export function CardSkeleton() {
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-panel max-sm:grid max-sm:grid-cols-[112px_minmax(0,1fr)]">
      <Skeleton className="rounded-none sm:aspect-[16/10]" />
      <div className="flex flex-col gap-2 p-3">
        <Skeleton className="h-5 w-2/3" />
        <Skeleton className="h-6 w-1/3" />
      </div>
    </div>
  );
}
