import { CircleAlert, CirclePause, Clock, Loader } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { overallProgress } from '#contract/rules/progress.ts';
import { silenceOf } from '#contract/rules/states.ts';
import type { Project } from '#contract/schemas/project.ts';
import { type Text, useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { cx } from '#ui/cx.ts';
import { ProgressBar, type ProgressTone } from '#ui/Progress.tsx';
import type { Viewer } from '../viewer.ts';
import { EngineConsole } from './EngineConsole.tsx';
import { failureText } from './failure-text.ts';
import { ProcessingActions } from './ProcessingActions.tsx';
import { RetryDialog } from './RetryDialog.tsx';

const toneClasses: Record<ProgressTone, string> = {
  accent: 'text-accent-ink',
  good: 'text-good',
  warn: 'text-warn',
  bad: 'text-bad',
};

interface Look {
  readonly tone: ProgressTone;
  readonly icon: ReactNode;
}

function lookOf({ state, awaits_worker }: Project): Look {
  if (state === 'errored' || state === 'deleted') return { tone: 'bad', icon: <CircleAlert /> };
  if (state === 'stalled' || state === 'recovery') return { tone: 'warn', icon: <CircleAlert /> };
  if (state === 'paused') return { tone: 'warn', icon: <CirclePause /> };
  if (awaits_worker || state === 'initialized' || state === 'unset')
    return { tone: 'accent', icon: <Clock /> };
  return { tone: 'accent', icon: <Loader /> };
}

/** Status of a project that is not completed: state, percent, step, last progress, retry. */
export function StatusBanner({ project, viewer }: { project: Project; viewer: Viewer }) {
  const { t, format } = useText();
  const [isRetryOpen, setRetryOpen] = useState(false);
  const { state } = project;
  if (state === 'completed') return null;
  const { tone, icon } = lookOf(project);
  const hasFailed = state === 'errored' || state === 'stalled';
  const fraction = overallProgress(project.products);
  return (
    <section
      aria-label={t('statusBanner.label')}
      className="overflow-hidden rounded-lg border border-line bg-panel"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
        <div
          className={cx(
            'flex items-center gap-2 font-medium [&_svg]:size-5 [&_svg]:shrink-0',
            toneClasses[tone],
          )}
        >
          {icon}
          <span>{t(state === 'errored' ? failureText(project.products) : `projectState.${state}`)}</span>
          {state === 'processing' && <output>{format.percent(fraction)}</output>}
        </div>
        <p className="min-w-0 grow basis-64 text-ink-soft first-letter:uppercase max-sm:order-last max-sm:basis-full">
          <BannerText project={project} viewer={viewer} />
        </p>
        {viewer.isStaff && !project.awaits_worker && <SignOfLife project={project} />}
        {hasFailed && viewer.isStaff && (
          <Button onClick={() => setRetryOpen(true)}>{t('statusBanner.showTasks')}</Button>
        )}
        <ProcessingActions project={project} />
      </div>
      {state === 'processing' && (
        <ProgressBar value={fraction} label={t('statusBanner.label')} className="rounded-none" />
      )}
      {project.settings.engine === 'nodeodm' && <EngineConsole project={project} />}
      <RetryDialog
        project={project}
        edition={viewer.edition}
        open={isRetryOpen}
        onOpenChange={setRetryOpen}
      />
    </section>
  );
}

function BannerText({ project, viewer }: { project: Project; viewer: Viewer }) {
  const text = useText();
  const { t } = text;
  switch (project.state) {
    case 'processing':
      return project.awaits_worker ? t('statusBanner.waiting') : stageText(project, text);
    case 'errored':
      return t(viewer.isStaff ? 'statusBanner.errored' : 'statusBanner.contactSupport');
    case 'stalled':
      return t(viewer.isStaff ? 'statusBanner.stalled' : 'statusBanner.contactSupport');
    case 'initialized':
    case 'unset':
      return t('statusBanner.waiting');
    case 'paused':
      return t(project.gcps_ready_for_correction ? 'statusBanner.pausedAdjusted' : 'statusBanner.paused');
    case 'deleted':
      return t('statusBanner.deleted');
    default:
      return null;
  }
}

/** The step of the product that is being made. */
function stageText(project: Project, { t, named }: Text): string {
  const running = project.products.find(
    (product) => product.status === 'In Progress' && product.stage !== null,
  );
  if (running === undefined) return t('statusBanner.processing');
  return t('statusBanner.making', {
    step: named(`cli.stage.${running.stage}`, t(`product.${running.name}`)),
  });
}

function SignOfLife({ project }: { project: Project }) {
  const { t, format } = useText();
  const now = useNow();
  const silence = silenceOf(project.last_sign_of_life, now);
  const text =
    silence === null
      ? t('statusBanner.lastUpdateNow')
      : t('statusBanner.lastUpdate', { time: format.duration(silence / 1000) });
  return <p className="text-ink-soft text-sm">{text}</p>;
}

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
