import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { codeIndex, findCodes } from '#domain/drawing/codes/find-codes.ts';
import { inRankOrder } from '#domain/drawing/document.ts';
import type { FeatureCode } from '#domain/drawing/feature-code.ts';

/** The feature code dictionary in its order. */
export function useCodes(editor: Editor): readonly FeatureCode[] {
  const { codes } = useSnapshot(editor.views.document);
  return useMemo(() => inRankOrder(codes as Record<string, FeatureCode>), [codes]);
}

/** The codes that a query finds, the best first. */
export function useFoundCodes(codes: readonly FeatureCode[], query: string): readonly FeatureCode[] {
  const index = useMemo(() => codeIndex(codes), [codes]);
  return useMemo(() => findCodes(index, query), [index, query]);
}
