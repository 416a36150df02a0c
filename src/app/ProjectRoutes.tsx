import { useQuery } from '@tanstack/react-query';
import { Outlet, useMatchRoute } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useApi } from '#api/api-context.ts';
import { accountQuery, bootstrapQuery } from '#api/queries.ts';
import { type CanvasMode, canvasModes } from '#contract/validation/reserved-words.ts';
import { ProjectOverview } from '#features/project/ProjectOverview.tsx';
import { type ProjectPlace, ProjectScreen } from '#features/project/ProjectScreen.tsx';
import type { Viewer } from '#features/project/viewer.ts';
import { useText } from '#i18n/use-text.ts';
import { LoadingScreen } from '#ui/LoadingScreen.tsx';

/** Cloud projects always have the canvas (spec part 2, section 1). */
const hasCanvas = true;
const CanvasPage = lazy(async () => ({ default: (await import('./CanvasPage.tsx')).CanvasPage }));

function useViewer(): Viewer {
  const { client } = useApi();
  const edition = useQuery(bootstrapQuery(client)).data?.edition ?? 'cloud';
  const account = useQuery(accountQuery(client)).data;
  return { edition, isStaff: edition === 'desktop' || account?.is_superuser === true };
}

const readMode = (mode: string | null): CanvasMode | null =>
  canvasModes.find((candidate) => candidate === mode) ?? null;

function usePlace(): ProjectPlace {
  const matchRoute = useMatchRoute();
  const withMode = matchRoute({ to: '/projects/$pk/canvas/$mode' });
  if (withMode) return { tab: 'canvas', canvasMode: readMode(withMode.mode) };
  return { tab: matchRoute({ to: '/projects/$pk/canvas' }) ? 'canvas' : 'overview', canvasMode: null };
}

/** The frame of a project's tabs. */
export function ProjectRoute({ pk }: { pk: number | null }) {
  return (
    <ProjectScreen pk={pk} place={usePlace()} viewer={useViewer()} hasCanvas={hasCanvas}>
      <Outlet />
    </ProjectScreen>
  );
}

export function OverviewRoute({ pk, productPk }: { pk: number | null; productPk: number | null }) {
  const viewer = useViewer();
  if (pk === null) return null;
  return <ProjectOverview pk={pk} productPk={productPk} viewer={viewer} hasCanvas={hasCanvas} />;
}

/** The canvas, loaded when it is first opened. */
export function CanvasRoute({ pk, mode }: { pk: number | null; mode: string | null }) {
  const { t } = useText();
  if (pk === null) return null;
  return (
    <Suspense fallback={<LoadingScreen label={t('loading')} />}>
      <CanvasPage pk={pk} mode={readMode(mode)} />
    </Suspense>
  );
}
