import type { DrawnShape } from '#domain/drawing/construct/shapes.ts';
import type { Snap } from '#domain/view/snap.ts';
import type { Viewport } from '#viewport/viewport.ts';
import type { CommandId, CommandPayloads } from '../commands/command-table.ts';
import type { PickPreview } from '../commands/pick-commands.ts';
import type { PickToolId } from '../state/pick-tools.ts';
import type { ScreenPlace } from '../state/screen-place.ts';
import type { StoreViews } from '../store/store.ts';

/** A pointer event passed to tools. */
export interface PointerInput extends ScreenPlace {
  /** 0 main, 1 middle, 2 secondary, as in the DOM; −1 for moves without a button. */
  readonly button: number;
  readonly isTouch: boolean;
  readonly hasShift: boolean;
  /** Control, or Command. */
  readonly hasControl?: boolean;
  /** 2 for the second press of a double click at one place. */
  readonly clickCount: number;
}

/** Keys that tools handle. */
export type ToolKey = 'Enter' | 'Escape' | 'Backspace' | 'Delete';

/** Context of states. They change the editor by commands only. */
export interface ToolContext {
  readonly views: StoreViews;
  readonly viewport: Viewport;
  /** Sends a command with the source `tool`; failures become notices. */
  dispatch<Id extends CommandId>(id: Id, payload: CommandPayloads[Id]): void;
  /** Shows where the draft would continue; null shows none. Drawn in the next frame. */
  hover(at: ScreenPlace | null): void;
  /** Shows what a click here would do; empty shows nothing. Drawn in the next frame. */
  preview(shapes: readonly DrawnShape[]): void;
  /** What an edit tool would do to the line here; null where there is none, or it does not fit. */
  pickPreview(tool: PickToolId, at: ScreenPlace): PickPreview | null;
  /** Shows and returns what a feature's vertex snaps to while it moves. */
  dragSnap(at: ScreenPlace, featureId: string): Snap | null;
}

/**
 * One state of a tool. A handler returns the next state (`Next` names the states of the tool);
 * undefined stays. Each state is left by commit (what it began is done) or cancel (`onCancel`: reverts what it began).
 */
export interface ToolState<Next> {
  readonly name: string;
  /** True between presses: a cancelled pointer leaves nothing to revert. */
  readonly isResting?: boolean;
  enter?(): void;
  exit?(): void;
  onPointerDown?(input: PointerInput): Next | undefined;
  onPointerMove?(input: PointerInput): Next | undefined;
  onPointerUp?(input: PointerInput): Next | undefined;
  onKey?(key: ToolKey): Next | undefined;
  /** Another tool is chosen, or the pointer was cancelled. */
  onCancel?(): Next | undefined;
}

/** The place of an input in the view that it was seen in. */
export function placeOf({ x, y, isFree }: PointerInput, viewport: Viewport): ScreenPlace {
  return { x, y, view: viewport.view, ...(isFree ? { isFree } : {}) };
}

/** Movement up to this is a click, CSS pixels. */
export const clickSlopPx = 5;

/** Whether two places count as the same for a click. */
export function isSameSpot(a: ScreenPlace, b: ScreenPlace, slopPx = clickSlopPx): boolean {
  return Math.hypot(a.x - b.x, a.y - b.y) <= slopPx;
}
