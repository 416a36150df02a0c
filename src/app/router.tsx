import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Navigate,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { ApiClient } from '#api/client.ts';
import { parsePk } from '#contract/validation/reserved-words.ts';
import { CreateScreen } from '#features/create/CreateScreen.tsx';
import { SurveyDropZone } from '#features/create/choose/SurveyDropZone.tsx';
import { readDrawingSearch, shownDrawingOf } from '#features/drawing/manager/shown-drawing.ts';
import { UnpauseScreen } from '#features/project/processing/UnpauseScreen.tsx';
import { ProjectListScreen } from '#features/projects/ProjectListScreen.tsx';
import { readListSearch } from '#features/projects/search-params.ts';
import { CrashScreen } from '#features/shell/GateScreens.tsx';
import { PaidActivationRoute, TrialActivationRoute } from './LicenseRoutes.tsx';
import { LoginRoute } from './LoginRoute.tsx';
import {
  AnalyzerRoute,
  CanvasRoute,
  EmbeddedAnalyzerRoute,
  EmbeddedCanvasRoute,
  OverviewRoute,
  ProjectRoute,
  preloadCanvas,
  RegistrationRoute,
} from './ProjectRoutes.tsx';
import { DemoGate, SignedInRoute, StandAloneRoute } from './SignedInRoute.tsx';
import { SignInLinkRoute } from './SignInLinkRoute.tsx';

interface RouterContext {
  readonly queryClient: QueryClient;
  readonly client: ApiClient;
}

const root = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  notFoundComponent: () => <Navigate to="/" replace />,
});

const toList = () => {
  throw redirect({ to: '/projects/list', replace: true });
};

const home = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: toList });
const projects = createRoute({ getParentRoute: () => root, path: '/projects', beforeLoad: toList });

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: (search: Record<string, unknown>): { next?: string; link?: string } => ({
    ...(typeof search['next'] === 'string' && /^\/(?!\/)/.test(search['next'])
      ? { next: search['next'] }
      : {}),
    ...(typeof search['link'] === 'string' ? { link: search['link'] } : {}),
  }),
  component: function Login() {
    return <LoginRoute {...login.useSearch()} />;
  },
});

const signInLink = createRoute({
  getParentRoute: () => root,
  path: '/sign-in/$token',
  component: function SignInLink() {
    return <SignInLinkRoute token={signInLink.useParams().token} />;
  },
});

const paidActivation = createRoute({
  getParentRoute: () => root,
  path: '/paid-activation',
  component: PaidActivationRoute,
});

const trialActivation = createRoute({
  getParentRoute: () => root,
  path: '/trial-activation',
  component: TrialActivationRoute,
});

const signedIn = createRoute({ getParentRoute: () => root, id: 'signed-in', component: SignedInRoute });

const list = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/list',
  validateSearch: readListSearch,
  component: function List() {
    return <ProjectListScreen search={list.useSearch().search ?? ''} dropZone={<SurveyDropZone />} />;
  },
});

/** Reserved by the spec; the server provides no locations yet, so it leads to the list. */
const map = createRoute({ getParentRoute: () => root, path: '/projects/map', beforeLoad: toList });

const create = createRoute({ getParentRoute: () => signedIn, path: '/create', component: CreateScreen });

const project = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$pk',
  component: function Project() {
    return <ProjectRoute pk={parsePk(project.useParams().pk)} />;
  },
});

const overview = createRoute({
  getParentRoute: () => project,
  path: '/',
  component: function Overview() {
    return <OverviewRoute pk={parsePk(overview.useParams().pk)} productPk={null} />;
  },
});

const product = createRoute({
  getParentRoute: () => project,
  path: '/$productPk',
  component: function Product() {
    const params = product.useParams();
    return <OverviewRoute pk={parsePk(params.pk)} productPk={parsePk(params.productPk)} />;
  },
});

const analyzer = createRoute({
  getParentRoute: () => project,
  path: '/analyzer',
  component: function Analyzer() {
    return <AnalyzerRoute pk={parsePk(analyzer.useParams().pk)} />;
  },
});

const registration = createRoute({
  getParentRoute: () => project,
  path: '/lidar',
  component: function Registration() {
    return <RegistrationRoute pk={parsePk(registration.useParams().pk)} />;
  },
});

const canvas = createRoute({
  getParentRoute: () => project,
  path: '/canvas',
  validateSearch: readDrawingSearch,
  loader: preloadCanvas,
  component: function Canvas() {
    return (
      <CanvasRoute
        pk={parsePk(canvas.useParams().pk)}
        mode={null}
        shown={shownDrawingOf(canvas.useSearch())}
      />
    );
  },
});

const canvasWithMode = createRoute({
  getParentRoute: () => project,
  path: '/canvas/$mode',
  validateSearch: readDrawingSearch,
  loader: preloadCanvas,
  component: function CanvasWithMode() {
    const params = canvasWithMode.useParams();
    const shown = shownDrawingOf(canvasWithMode.useSearch());
    return <CanvasRoute pk={parsePk(params.pk)} mode={params.mode} shown={shown} />;
  },
});

/** Without the project's frame, whose mode changes with the project's progress. */
const unpause = createRoute({
  getParentRoute: () => signedIn,
  path: '/projects/$pk/analyzer/unpause',
  component: function Unpause() {
    const params = unpause.useParams();
    const pk = parsePk(params.pk);
    return pk === null ? <Navigate to="/projects/$pk" params={params} replace /> : <UnpauseScreen pk={pk} />;
  },
});

const standAlone = createRoute({
  getParentRoute: () => root,
  id: 'stand-alone',
  component: StandAloneRoute,
});

const embeddedCanvas = createRoute({
  getParentRoute: () => standAlone,
  path: '/imageset/$pk/canvas-mode',
  loader: preloadCanvas,
  component: function EmbeddedCanvas() {
    return <EmbeddedCanvasRoute pk={parsePk(embeddedCanvas.useParams().pk)} />;
  },
});

const embeddedAnalyzer = createRoute({
  getParentRoute: () => standAlone,
  path: '/imageset/$pk/analyzer/gcps',
  component: function EmbeddedAnalyzer() {
    return <EmbeddedAnalyzerRoute pk={parsePk(embeddedAnalyzer.useParams().pk)} tab="analyzer" />;
  },
});

const embeddedRegistration = createRoute({
  getParentRoute: () => standAlone,
  path: '/imageset/$pk/analyzer/registration',
  component: function EmbeddedRegistration() {
    return <EmbeddedAnalyzerRoute pk={parsePk(embeddedRegistration.useParams().pk)} tab="lidar" />;
  },
});

const demo = createRoute({
  getParentRoute: () => root,
  path: '/demos/$pk',
  loader: preloadCanvas,
  component: function Demo() {
    return (
      <DemoGate>
        <EmbeddedCanvasRoute pk={parsePk(demo.useParams().pk)} isDemo />
      </DemoGate>
    );
  },
});

const routeTree = root.addChildren([
  home,
  projects,
  login,
  signInLink,
  paidActivation,
  trialActivation,
  map,
  signedIn.addChildren([
    list,
    create,
    unpause,
    project.addChildren([overview, product, analyzer, registration, canvas, canvasWithMode]),
  ]),
  standAlone.addChildren([embeddedCanvas, embeddedAnalyzer, embeddedRegistration]),
  demo,
]);

/** All addresses of the page (spec part 1, section 2 and part 2, section 2). */
export function createAppRouter(context: RouterContext) {
  return createRouter({
    routeTree,
    context,
    scrollRestoration: true,
    trailingSlash: 'never',
    defaultErrorComponent: CrashScreen,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
