import { useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import type { DrawingFeature } from '#domain/drawing/feature.ts';
import {
  type FeatureIndex,
  featureIndex,
  featuresInOrder,
  findFeatures,
} from '#domain/drawing/find-features.ts';
import { useDebounced } from '#ui/use-debounced.ts';

const pauseMs = 150;

/** The features that a query finds, by rank, when typing has paused; all of them where it is empty. */
export function useFoundFeatures(
  editor: Editor,
  query: string,
): { readonly found: readonly DrawingFeature[]; readonly count: number } {
  const { revision, layers } = useSnapshot(editor.views.document);
  const settled = useDebounced(query.trim(), pauseMs);
  const earlier = useRef<FeatureIndex>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table of features is changed in place
  const ordered = useMemo(() => featuresInOrder(editor.views.document.features), [editor, revision]);
  const found = useMemo(() => {
    if (settled === '') return ordered;
    earlier.current = featureIndex(ordered, earlier.current);
    return findFeatures(earlier.current, layers, settled);
  }, [ordered, layers, settled]);
  return { found, count: ordered.length };
}
