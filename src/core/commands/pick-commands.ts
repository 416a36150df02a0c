import type { EditOutcome } from '#domain/drawing/edit/outcome.ts';
import { type PickEdit, pickOutcome } from '#domain/drawing/edit/pick-edits.ts';
import type { DrawingFeature } from '#domain/drawing/feature.ts';
import type { HalfSpace } from '#domain/geometry/plane/box-tree.ts';
import { combinedScale } from '../measure/ground.ts';
import { rectOf } from '../measure/rect-of.ts';
import { type PickedLine, pickLine } from '../select/pick-line.ts';
import type { PickToolId } from '../state/pick-tools.ts';
import type { ScreenPlace } from '../state/screen-place.ts';
import { type Command, defineCommand } from './command.ts';
import { planOutcome } from './edit/plan-outcome.ts';
import type { EditorContext } from './editor-context.ts';
import { canEdit } from './guards.ts';

/** A line under the pointer and what a click would do to it. */
export interface PickPreview extends PickedLine {
  readonly outcome: EditOutcome;
}

type PickContext = Pick<EditorContext, 'areas' | 'store' | 'ports' | 'ground'>;

/**
 * What a tool does to the line under the pointer; null where there is none.
 * @throws what `pickOutcome` throws
 */
export function pickAt(context: PickContext, tool: PickToolId, at: ScreenPlace): PickPreview | null {
  const { areas, store, ports, ground } = context;
  const line = pickLine(areas, ports.viewport, at);
  if (line === null) return null;
  const { feature, place } = line;
  const { filletRadius, entry } = store.views.workspace;
  const factor = entry.lengths === 'ground' ? combinedScale(ground, feature.coordinates) : 1;
  const edit = editOf(tool, filletRadius * factor);
  const edges = edgesFor(context, edit, feature);
  return { ...line, outcome: pickOutcome(edit, feature, [place[0], place[1]], edges) };
}

function editOf(tool: PickToolId, radius: number): PickEdit {
  switch (tool) {
    case 'pick-split':
      return { kind: 'split' };
    case 'pick-trim':
      return { kind: 'trim' };
    case 'pick-extend':
      return { kind: 'extend' };
    case 'pick-fillet':
      return { kind: 'fillet', radius };
  }
}

/** Visible lines and areas that a line may meet: those round it, or all where it goes on. */
function edgesFor({ areas }: PickContext, { kind }: PickEdit, feature: DrawingFeature): DrawingFeature[] {
  if (kind === 'split' || kind === 'fillet') return [];
  const { minX, minY, maxX, maxY } = rectOf(feature.coordinates);
  // Arcs leave the rectangle round their vertices by at most its diagonal.
  const room = feature.bulges ? Math.hypot(maxX - minX, maxY - minY) : 0;
  const region: HalfSpace[] = [
    [1, 0, 0, room - minX],
    [-1, 0, 0, room + maxX],
    [0, 1, 0, room - minY],
    [0, -1, 0, room + maxY],
  ];
  return areas
    .near(kind === 'trim' ? region : [])
    .filter((other) => other.id !== feature.id && (other.kind === 'polyline' || other.kind === 'polygon'));
}

function definePick<const Id extends string>(
  id: Id,
  tool: PickToolId,
  labelKey: string,
): Command<Id, { readonly at: ScreenPlace }> {
  return defineCommand<{ readonly at: ScreenPlace }>()({
    id,
    labelKey,
    recording: 'record',
    enabled: canEdit,
    plan(context, { at }) {
      const picked = pickAt(context, tool, at);
      if (picked === null) return null;
      const plan = planOutcome(context, picked.outcome);
      return { ...plan, workspace: { ...plan.workspace, selection: [] } };
    },
  });
}

/** Radius that corners are rounded with where they are clicked, horizontal unit. */
const pickRadius = defineCommand<{ readonly radius: number }>()({
  id: 'pick.radius',
  labelKey: 'command.edit.fillet',
  recording: 'skip',
  plan: (_, { radius }) => ({ workspace: { filletRadius: radius } }),
});

export const pickCommands = [
  definePick('pick.split', 'pick-split', 'command.edit.split'),
  definePick('pick.trim', 'pick-trim', 'command.edit.trim'),
  definePick('pick.extend', 'pick-extend', 'command.edit.extend-to'),
  definePick('pick.fillet', 'pick-fillet', 'command.edit.fillet'),
  pickRadius,
] as const;
