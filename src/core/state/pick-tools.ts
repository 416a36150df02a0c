/** Tools that edit a line where it is clicked. */
export const pickTools = ['pick-split', 'pick-trim', 'pick-extend', 'pick-fillet'] as const;
export type PickToolId = (typeof pickTools)[number];

/** Whether a tool edits the line that is clicked. */
export function isPicking(tool: string): tool is PickToolId {
  return pickTools.some((known) => known === tool);
}
