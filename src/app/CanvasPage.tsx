import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useApi } from '#api/api-context.ts';
import type { Project } from '#contract/schemas/project.ts';
import type { CanvasMode } from '#contract/validation/reserved-words.ts';
import type { Editor } from '#core/editor.ts';
import { CanvasScreen } from '#features/canvas/CanvasScreen.tsx';
import { DrawingPanel } from '#features/drawing/DrawingPanel.tsx';
import { useProject } from '#features/project/use-project.ts';
import { preferences } from '#features/shell/preferences.ts';
import { useText } from '#i18n/use-text.ts';
import { LoadingScreen } from '#ui/LoadingScreen.tsx';
import { type CanvasSession, openCanvasSession } from './canvas/open-session.ts';
import { isShownBy, layerId, sceneSourceOf } from './canvas/product-layers.ts';

interface CanvasPageProps {
  pk: number;
  mode: CanvasMode | null;
}

/** The canvas of a project with everything that it is made of. */
export function CanvasPage({ pk, mode }: CanvasPageProps) {
  const { t } = useText();
  const { data: project } = useProject(pk);
  const { theme } = useSnapshot(preferences);
  const session = useSession(project);
  const editor = session?.editor ?? null;
  useProducts(session, project, mode);
  useUnloadWarning(editor);
  useEffect(() => {
    void editor?.dispatch('display.set', { patch: { theme } }, 'program');
  }, [editor, theme]);
  if (editor === null || project === undefined) return <LoadingScreen label={t('loading')} />;
  return <CanvasScreen editor={editor} drawing={<DrawingPanel editor={editor} />} />;
}

/** Opens the session once the project is known; closes it when the project or the page is left. */
function useSession(project: Project | undefined): CanvasSession | null {
  const { client } = useApi();
  const { t } = useText();
  const [session, setSession] = useState<CanvasSession | null>(null);
  const pk = project?.pk;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a project that is polled anew is the same session
  useEffect(() => {
    if (project === undefined) return;
    const opening = openCanvasSession(client, project, t);
    let isLeft = false;
    void opening.then((opened) => {
      if (isLeft) return;
      setSession(opened);
      void opened.editor.open();
    });
    return () => {
      isLeft = true;
      setSession(null);
      void opening.then((opened) => opened.close());
    };
  }, [client, pk]);
  return session;
}

/** Adds products as they are finished, and shows those of the address's mode. */
function useProducts(
  session: CanvasSession | null,
  project: Project | undefined,
  mode: CanvasMode | null,
): void {
  const editor = session?.editor ?? null;
  const products = project?.products;
  useEffect(() => {
    if (session === null || products === undefined) return;
    const { editor } = session;
    session.setProducts(products);
    for (const product of products) {
      if (editor.views.workspace.scene.some((entry) => entry.id === layerId(product))) continue;
      const source = sceneSourceOf(product, mode, products);
      if (source !== null) editor.addSource(source);
    }
  }, [session, products, mode]);
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

/** Asks before the window closes over unsaved work. */
function useUnloadWarning(editor: Editor | null): void {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (editor?.hasUnsaved) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [editor]);
}
