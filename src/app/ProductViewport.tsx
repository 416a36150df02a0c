import { useEffect } from 'react';
import { previews3d } from '#contract/rules/products.ts';
import type { Product } from '#contract/schemas/product.ts';
import type { Project } from '#contract/schemas/project.ts';
import { systemOf } from '#core/state/project-facts.ts';
import { Panes } from '#features/canvas/panes/Panes.tsx';
import { DeviceNotice } from '#features/canvas/status/DeviceNotice.tsx';
import { mainDrawing } from '#features/drawing/manager/shown-drawing.ts';
import { useText } from '#i18n/use-text.ts';
import { LoadingScreen } from '#ui/LoadingScreen.tsx';
import { ErrorState } from '#ui/States.tsx';
import { sceneSourceOf } from './canvas/product-layers.ts';
import { useLook } from './canvas/use-look.ts';
import { useSession } from './canvas/use-session.ts';

/** A single product in the rendering core: rasters from above, models and points in space. Nothing is saved. */
export function ProductViewport({ project, product }: { project: Project; product: Product }) {
  const { t, errorText } = useText();
  const state = useSession(project, { isDemo: true, shown: mainDrawing });
  const editor = state.kind === 'open' ? state.editor : null;
  useLook(editor);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a refetched product is the same layer
  useEffect(() => {
    if (editor === null) return;
    const source = sceneSourceOf(product, null, project.products, systemOf(editor.facts));
    if (source !== null) editor.addSource({ ...source, layer: { ...source.layer, isVisible: true } });
    const mode = previews3d.includes(product.name) ? '3d' : '2d';
    void editor.dispatch('view.mode', { mode }, 'program');
  }, [editor, product.pk]);
  if (state.kind === 'failed') {
    return <ErrorState title={t('failedToLoad')}>{errorText(state.error, 'unknownError')}</ErrorState>;
  }
  if (editor === null) return <LoadingScreen label={t('loading')} />;
  return (
    <>
      <Panes editor={editor} rightPx={0} />
      <DeviceNotice editor={editor} />
    </>
  );
}
