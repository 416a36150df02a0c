import { useQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useMatchRoute } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense } from 'react';
import { useApi } from '#api/api-context.ts';
import { accountQuery, bootstrapQuery } from '#api/queries.ts';
import { type CanvasMode, canvasModes } from '#contract/validation/reserved-words.ts';
import { ProjectOverview } from '#features/project/ProjectOverview.tsx';
import { type ProjectPlace, ProjectScreen } from '#features/project/ProjectScreen.tsx';
import type { Viewer } from '#features/project/viewer.ts';
import { useText } from '#i18n/use-text.ts';
import { LoadingScreen } from '#ui/LoadingScreen.tsx';

/** What the canvas is told: the project and the mode of the address. */
interface CanvasProps {
  pk: number;
  mode: CanvasMode | null;
}

const canvasModules = import.meta.glob<{ CanvasScreen: ComponentType<CanvasProps> }>(
  '../features/canvas/CanvasScreen.tsx',
);
const loadCanvas = canvasModules['../features/canvas/CanvasScreen.tsx'];
const hasCanvas = loadCanvas !== undefined;
const CanvasScreen = lazy(async () => {
  if (loadCanvas === undefined) throw new Error('this build has no canvas');
  return { default: (await loadCanvas()).CanvasScreen };
});

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
  if (!hasCanvas) return <Navigate to="/projects/$pk" params={{ pk: String(pk) }} replace />;
  return (
    <Suspense fallback={<LoadingScreen label={t('loading')} />}>
      <CanvasScreen pk={pk} mode={readMode(mode)} />
    </Suspense>
  );
}
