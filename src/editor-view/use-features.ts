import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import type { DrawingFeature } from '#domain/drawing/feature.ts';

/** The features of the drawing, by id; renders again after every change. The table itself is changed in place. */
export function useFeatures(editor: Editor): Readonly<Record<string, DrawingFeature>> {
  // The table is not proxied: reading the revision subscribes to it.
  void useSnapshot(editor.views.document).revision;
  return editor.views.document.features;
}
