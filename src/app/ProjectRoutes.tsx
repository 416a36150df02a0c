import { useQuery } from '@tanstack/react-query';
import { Outlet, useMatchRoute, useNavigate } from '@tanstack/react-router';
import { type ComponentProps, lazy, Suspense, useState } from 'react';
import { useApi } from '#api/api-context.ts';
import { licenseQuery } from '#api/license-queries.ts';
import { accountQuery, bootstrapQuery } from '#api/queries.ts';
import { hasFeature } from '#contract/editions.ts';
import { type CanvasMode, canvasModes } from '#contract/validation/reserved-words.ts';
import { CanvasPaywall } from '#features/canvas/paywall/CanvasPaywall.tsx';
import { type ShownDrawing, searchOf } from '#features/drawing/manager/shown-drawing.ts';
import { ProjectOverview } from '#features/project/ProjectOverview.tsx';
import { type ProjectPlace, ProjectScreen, useProjectTitle } from '#features/project/ProjectScreen.tsx';
import { LivePreviewProvider } from '#features/project/products/live-preview.ts';
import { AnalyzerView } from '#features/project/tabs/AnalyzerView.tsx';
import { RegistrationView } from '#features/project/tabs/RegistrationView.tsx';
import { useProject } from '#features/project/use-project.ts';
import type { Viewer } from '#features/project/viewer.ts';
import { useText } from '#i18n/use-text.ts';
import { LoadingScreen } from '#ui/LoadingScreen.tsx';
import { ErrorState } from '#ui/States.tsx';

const importCanvas = () => import('./CanvasPage.tsx');
const CanvasPage = lazy(async () => ({ default: (await importCanvas()).CanvasPage }));

/** Starts loading the canvas's code where an address leads to it, in parallel with server requests. */
export function preloadCanvas(): void {
  // The canvas route loads it again and reports failures.
  importCanvas().catch(() => {});
}

const ProductViewport = lazy(async () => ({
  default: (await import('./ProductViewport.tsx')).ProductViewport,
}));

/** A product drawn on the project page; the rendering core is loaded with the first one. */
function LivePreview(props: ComponentProps<typeof ProductViewport>) {
  const { t } = useText();
  return (
    <Suspense fallback={<LoadingScreen label={t('loading')} />}>
      <ProductViewport {...props} />
    </Suspense>
  );
}

/**
 * Cloud projects always have the canvas; on a desktop it depends on the licence (spec part 2, section 2). Null: not
 * known yet.
 */
function useHasCanvas(): boolean | null {
  const { client } = useApi();
  const edition = useQuery(bootstrapQuery(client)).data?.edition;
  const isLicensed = edition !== undefined && hasFeature(edition, 'canvasAddon');
  const license = useQuery({ ...licenseQuery(client), enabled: isLicensed });
  if (!isLicensed) return true;
  return license.data === undefined ? null : license.data.addons['canvas'] === true;
}

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
  const tabs = {
    canvas: '/projects/$pk/canvas',
    analyzer: '/projects/$pk/analyzer',
    lidar: '/projects/$pk/lidar',
  } as const;
  const tab = (['canvas', 'analyzer', 'lidar'] as const).find((each) =>
    matchRoute({ to: tabs[each], fuzzy: true }),
  );
  return { tab: tab ?? 'overview', canvasMode: null };
}

/** The frame of a project's tabs. */
export function ProjectRoute({ pk }: { pk: number | null }) {
  return (
    <ProjectScreen pk={pk} place={usePlace()} viewer={useViewer()}>
      <Outlet />
    </ProjectScreen>
  );
}

export function OverviewRoute({ pk, productPk }: { pk: number | null; productPk: number | null }) {
  const viewer = useViewer();
  const hasCanvas = useHasCanvas();
  if (pk === null) return null;
  return (
    <LivePreviewProvider value={LivePreview}>
      <ProjectOverview pk={pk} productPk={productPk} viewer={viewer} hasCanvas={hasCanvas !== false} />
    </LivePreviewProvider>
  );
}

export function AnalyzerRoute({ pk }: { pk: number | null }) {
  return pk === null ? null : <AnalyzerView pk={pk} />;
}

export function RegistrationRoute({ pk }: { pk: number | null }) {
  return pk === null ? null : <RegistrationView pk={pk} />;
}

/** Analyzer or registration alone, for embedding in another page; a spinner until it is loaded. */
export function EmbeddedAnalyzerRoute({ pk, tab }: { pk: number | null; tab: 'analyzer' | 'lidar' }) {
  const { t } = useText();
  const query = useProject(pk ?? 0);
  useProjectTitle(query.data, pk === null || query.isError, { tab, canvasMode: null });
  if (pk === null || (query.isError && query.data === undefined)) return <MissingHere />;
  if (query.data === undefined) return <LoadingScreen label={t('loading')} />;
  return (
    <div className="size-full overflow-y-auto">
      {tab === 'analyzer' ? <AnalyzerView pk={pk} /> : <RegistrationView pk={pk} />}
    </div>
  );
}

/** The canvas, loaded when first opened; the paywall where the licence does not include it. */
export function CanvasRoute({
  pk,
  mode,
  shown,
}: {
  pk: number | null;
  mode: string | null;
  shown: ShownDrawing;
}) {
  const navigate = useNavigate();
  if (pk === null) return null;
  const params = { pk: String(pk) };
  const show = (next: CanvasMode | null, drawing: ShownDrawing) => {
    const search = searchOf(drawing);
    void (next === null
      ? navigate({ to: '/projects/$pk/canvas', params, search })
      : navigate({ to: '/projects/$pk/canvas/$mode', params: { ...params, mode: next }, search }));
  };
  return (
    <LoadedCanvas
      pk={pk}
      mode={readMode(mode)}
      shown={shown}
      onMode={(next) => show(next, shown)}
      onDrawing={(next) => show(readMode(mode), next)}
    />
  );
}

/** The canvas alone, for embedding in another page. A demo is read-only. */
export function EmbeddedCanvasRoute({ pk, isDemo = false }: { pk: number | null; isDemo?: boolean }) {
  const [mode, setMode] = useState<CanvasMode | null>(null);
  const query = useProject(pk ?? 0);
  useProjectTitle(query.data, pk === null || query.isError, { tab: 'canvas', canvasMode: mode });
  if (pk === null || (query.isError && query.data === undefined)) return <MissingHere />;
  return <LoadedCanvas pk={pk} mode={mode} onMode={setMode} isDemo={isDemo} />;
}

function MissingHere() {
  const { t } = useText();
  return <ErrorState title={t('projectPage.missing')}>{t('projectPage.missingHint')}</ErrorState>;
}

function LoadedCanvas(props: ComponentProps<typeof CanvasPage>) {
  const { t } = useText();
  const hasCanvas = useHasCanvas();
  if (hasCanvas === null) return <LoadingScreen label={t('loading')} />;
  if (!hasCanvas) return <CanvasPaywall />;
  return (
    <Suspense fallback={<LoadingScreen label={t('loading')} />}>
      <CanvasPage {...props} />
    </Suspense>
  );
}
