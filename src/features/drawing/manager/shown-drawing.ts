import { parsePk } from '#contract/validation/reserved-words.ts';

/** Which drawing of a project is open. */
export interface ShownDrawing {
  /** Its pk; null: the main one. */
  readonly drawing: number | null;
  /** An older version of it, to be looked at; null: the newest, to be worked on. */
  readonly version: number | null;
}

/** The main drawing of a project, as it is. */
export const mainDrawing: ShownDrawing = { drawing: null, version: null };

/** The same in the address of the canvas: `?drawing=3&version=12`. */
export interface DrawingSearch {
  readonly drawing?: number;
  readonly version?: number;
}

/** Reads the address; what is no number of a drawing is left out. */
export function readDrawingSearch(search: Record<string, unknown>): DrawingSearch {
  const [drawing, version] = [parsePk(String(search['drawing'])), parsePk(String(search['version']))];
  return { ...(drawing === null ? {} : { drawing }), ...(version === null ? {} : { version }) };
}

export function shownDrawingOf({ drawing = null, version = null }: Partial<ShownDrawing>): ShownDrawing {
  return { drawing, version };
}

export function searchOf({ drawing, version }: ShownDrawing): DrawingSearch {
  return { ...(drawing === null ? {} : { drawing }), ...(version === null ? {} : { version }) };
}
