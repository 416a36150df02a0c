import { takesKind } from '#domain/drawing/codes/dictionary.ts';
import type { FeatureCode } from '#domain/drawing/feature-code.ts';
import { draftPlan, isDrawing, isMeasuring } from './draft-plans.ts';
import type { DocumentState, WorkspaceState } from './state.ts';

/** The code that the active tool draws with, and whether its features can be of what the tool draws; null for none. */
export function drawingCode(
  { codes }: Pick<DocumentState, 'codes'>,
  { codeId, tool }: Pick<WorkspaceState, 'codeId' | 'tool'>,
): { readonly code: FeatureCode; readonly isFit: boolean } | null {
  const code = codeId === null ? undefined : codes[codeId];
  if (code === undefined || !isDrawing(tool) || isMeasuring(tool)) return null;
  const { shape } = draftPlan(tool);
  return { code, isFit: takesKind(code, shape) };
}
