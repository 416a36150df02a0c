import { useBlocker } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import { holdCanvas } from '#api/open-canvases.ts';
import type { Project } from '#contract/schemas/project.ts';
import type { CanvasMode } from '#contract/validation/reserved-words.ts';
import type { Editor } from '#core/editor.ts';
import { systemOf } from '#core/state/project-facts.ts';
import { CanvasScreen } from '#features/canvas/CanvasScreen.tsx';
import { OverviewsContext } from '#features/canvas/layers/overviews-context.ts';
import { StationsContext } from '#features/canvas/stations/stations-context.ts';
import { AskAttributes } from '#features/drawing/attributes/AskAttributes.tsx';
import { DrawingPanel } from '#features/drawing/DrawingPanel.tsx';
import { DrawingChoice } from '#features/drawing/manager/DrawingChoice.tsx';
import { mainDrawing, type ShownDrawing } from '#features/drawing/manager/shown-drawing.ts';
import { useProject } from '#features/project/use-project.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { LoadingScreen } from '#ui/LoadingScreen.tsx';
import { ErrorState } from '#ui/States.tsx';
import type { CanvasSession } from './canvas/open-session.ts';
import { isShownBy, layerId, readyModes, sceneSourceOf } from './canvas/product-layers.ts';
import { useLook } from './canvas/use-look.ts';
import { useOverviews } from './canvas/use-overviews.ts';
import { useSession } from './canvas/use-session.ts';
import { useStations } from './canvas/use-stations.ts';

interface CanvasPageProps {
  pk: number;
  mode: CanvasMode | null;
  /** Nothing can be saved or changed. */
  isDemo?: boolean;
  shown?: ShownDrawing;
  /** Navigates to the address of another mode. */
  onMode(mode: CanvasMode | null): void;
  /** Navigates to the address of another drawing; left out where there is none. */
  onDrawing?(shown: ShownDrawing): void;
}

/** The canvas page of a project. */
export function CanvasPage({
  pk,
  mode,
  isDemo = false,
  shown = mainDrawing,
  onMode,
  onDrawing,
}: CanvasPageProps) {
  const { t, errorText } = useText();
  const { data: project } = useProject(pk);
  const [epoch, setEpoch] = useState(0);
  const state = useSession(project, { isDemo, shown, epoch });
  useEffect(() => holdCanvas(pk), [pk]);
  const session = state.kind === 'open' ? state : null;
  const editor = session?.editor ?? null;
  useProducts(session, project, mode);
  const overviews = useOverviews(project, isDemo);
  const stations = useStations(session?.stations ?? null, project);
  useUnloadWarning(editor);
  useLeaveWarning(editor);
  useLook(editor);
  if (state.kind === 'failed') {
    return (
      <ErrorState
        title={t('failedToLoad')}
        action={<Button onClick={() => location.reload()}>{t('retry')}</Button>}
      >
        {errorText(state.error, 'unknownError')}
      </ErrorState>
    );
  }
  if (editor === null || project === undefined) return <LoadingScreen label={t('loading')} />;
  const choice = { mode, ready: readyModes(project.products), choose: onMode };
  return (
    <StationsContext value={stations}>
      <OverviewsContext value={overviews}>
        <AskAttributes editor={editor} />
        <CanvasScreen
          editor={editor}
          choice={choice}
          drawing={
            <DrawingPanel
              editor={editor}
              header={
                onDrawing && (
                  <DrawingChoice
                    editor={editor}
                    pk={pk}
                    shown={shown}
                    onShow={onDrawing}
                    onReopen={() => setEpoch(epoch + 1)}
                  />
                )
              }
            />
          }
        />
      </OverviewsContext>
    </StationsContext>
  );
}

/** Adds products when they are finished or their file changes, and shows those of the address's mode. */
function useProducts(
  session: CanvasSession | null,
  project: Project | undefined,
  mode: CanvasMode | null,
): void {
  const editor = session?.editor ?? null;
  const products = project?.products;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each session has a scene of its own
  const shown = useMemo(() => new Map<string, unknown>(), [session]);
  useEffect(() => {
    if (session === null || products === undefined) return;
    const { editor } = session;
    session.setProducts(products);
    for (const product of products) {
      const source = sceneSourceOf(product, mode, products, systemOf(editor.facts));
      if (source === null || source.layer.source === shown.get(source.layer.id)) continue;
      editor.addSource(source);
      shown.set(source.layer.id, source.layer.source);
    }
  }, [session, products, mode, shown]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new mode changes what is shown
  useEffect(() => {
    if (editor === null || products === undefined) return;
    for (const product of products) {
      if (!editor.views.workspace.scene.some((entry) => entry.id === layerId(product))) continue;
      const patch = { isVisible: isShownBy(product, mode, products) };
      void editor.dispatch('scene.set', { id: layerId(product), patch }, 'program');
    }
  }, [editor, mode]);
}

/** Saves when the page is hidden, and asks before the window closes over unsaved work. */
function useUnloadWarning(editor: Editor | null): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (editor?.hasUnsaved) event.preventDefault();
    };
    const saveWhenHidden = () => {
      if (document.visibilityState !== 'hidden') return;
      void editor?.keepUnsaved();
      void editor?.dispatch('save.now', null, 'program');
    };
    window.addEventListener('beforeunload', warn);
    document.addEventListener('visibilitychange', saveWhenHidden);
    return () => {
      window.removeEventListener('beforeunload', warn);
      document.removeEventListener('visibilitychange', saveWhenHidden);
    };
  }, [editor]);
}

/** Asks before another screen is shown while the drawing cannot be saved: closing the canvas would drop it. */
function useLeaveWarning(editor: Editor | null): void {
  const { t } = useText();
  useBlocker({
    shouldBlockFn: () => {
      const kind = editor?.views.status.save.kind;
      const isStuck = kind === 'conflict' || kind === 'failed';
      return isStuck && !window.confirm(t('canvas.leaveUnsaved'));
    },
    enableBeforeUnload: false,
  });
}
