import { describe, expect, it } from 'vitest';
import { initialCamera, projectPoint, type WorldPoint } from './camera.ts';
import { bestSnap, type SnapEdge, type SnapKind } from './snap.ts';
import { arcPlace, type SnapArc } from './snap-arc.ts';

const edge = (a: WorldPoint, b: WorldPoint, isTin = false): SnapEdge => ({ a, b, isTin });
const place = (a: WorldPoint): SnapEdge => ({ a, b: a, isTin: false });

/** Snaps in a plan view with one unit per pixel and y up. */
function snapAt(
  edges: readonly SnapEdge[],
  x: number,
  y: number,
  from: WorldPoint | null = null,
  kinds?: readonly SnapKind[],
) {
  return bestSnap(edges, {
    pointer: { x, y: -y },
    radiusPx: 5,
    isWanted: (kind) => kinds?.includes(kind) ?? true,
    from,
    isPerspective: false,
    project: ([px, py]) => ({ x: px, y: -py, depth: 1 }),
  });
}

const level = edge([0, 0, 10], [100, 0, 30]);
const upright = edge([30, -40, 5], [30, 90, 5]);

describe('snapping', () => {
  it('answers with the very coordinates of vertices', () => {
    const vertex: WorldPoint = [0.1 + 0.2, 1 / 3, 2 ** -40];
    expect(snapAt([place(vertex)], 2, 2)).toMatchObject({ kind: 'vertex', position: vertex });
    expect(snapAt([edge(vertex, [90, 0, 0])], 1, 0)?.position).toBe(vertex);
    expect(snapAt([place(vertex)], 6, 6)).toBeNull();
  });

  it('prefers kinds by their order, and the nearest within a kind', () => {
    expect(snapAt([level, upright], 33, 1)).toMatchObject({ kind: 'intersection', position: [30, 0, 16] });
    expect(snapAt([level, upright, place([34, 0, 1])], 33, 1)).toMatchObject({ kind: 'vertex' });
    expect(snapAt([place([1, 0, 0]), place([2, 0, 0])], 3, 0)?.position).toEqual([2, 0, 0]);
  });

  it('finds middles, feet of perpendiculars and places on edges', () => {
    expect(snapAt([level], 52, 3)).toMatchObject({ kind: 'midpoint', position: [50, 0, 20] });
    expect(snapAt([level], 72, 3, [70, 60, 0])).toMatchObject({
      kind: 'perpendicular',
      position: [70, 0, 24],
    });
    expect(snapAt([level], 72, 3, [170, 60, 0])).toMatchObject({ kind: 'edge', position: [72, 0, 24.4] });
  });

  it('keeps kinds that are not wanted out', () => {
    expect(snapAt([level, upright], 31, 1, null, ['edge'])).toMatchObject({ kind: 'edge' });
    expect(snapAt([level, upright], 31, 1, null, ['midpoint'])).toBeNull();
  });

  it('ranks a TIN behind what is drawn, and gives it neither middles nor crossings', () => {
    const tin = edge([0, 0, 1], [100, 0, 1], true);
    expect(snapAt([tin], 50, 2)).toMatchObject({ kind: 'tin-edge', position: [50, 0, 1] });
    expect(snapAt([tin], 99, 1)).toMatchObject({ kind: 'tin-vertex', position: [100, 0, 1] });
    expect(snapAt([tin, upright], 31, 1)).toMatchObject({ kind: 'edge' });
  });

  it('takes no crossing of edges that only touch or lie on one line', () => {
    const touching = edge([30, 0, 0], [30, 40, 0]);
    expect(snapAt([level, touching], 30, 2, null, ['intersection'])).toBeNull();
    expect(snapAt([level, edge([20, 0, 0], [70, 0, 0])], 40, 0, null, ['intersection'])).toBeNull();
  });

  it('carries a missing elevation along', () => {
    const draped = edge([0, 0, Number.NaN], [100, 0, Number.NaN]);
    expect(snapAt([draped], 70, 0)?.position).toEqual([70, 0, Number.NaN]);
    expect(snapAt([draped, upright], 30, 0)?.position).toEqual([30, 0, 5]);
  });

  it('stays on an edge that runs from behind the eye into the distance', () => {
    const size = { width: 800, height: 600 };
    const camera = { ...initialCamera, distance: 50, pitchRad: 0.2 };
    const long = edge([3, -900, 0], [3, 4000, 0]);
    const project = (world: WorldPoint) => projectPoint(world, camera, size, 1);
    const wanted: WorldPoint = [3, 120, 0];
    const snap = bestSnap([long], {
      pointer: project(wanted),
      radiusPx: 6,
      isWanted: (kind) => kind === 'edge',
      from: null,
      isPerspective: true,
      project,
    });
    expect(snap?.position[0]).toBe(3);
    expect(snap?.position[1]).toBeCloseTo(120, 6);
  });
});

describe('snapping to arcs', () => {
  // A quarter of a circle of 50 about (0, 0), from the east to the north, rising from 10 to 20.
  const plan = { centreX: 0, centreY: 0, radius: 50, startAngle: 0, sweep: Math.PI / 2 };
  const arc: SnapArc = { plan, from: [50, 0, 10], to: [0, 50, 20] };
  const places = [arc.from, ...[0.25, 0.5, 0.75].map((share) => arcPlace(arc, share)), arc.to];
  const chords = places.slice(1).map((b, i): SnapEdge => ({ a: places[i]!, b, isTin: false, arc }));
  const find = (x: number, y: number, kinds: readonly SnapKind[], from: WorldPoint | null = null) =>
    bestSnap(
      chords,
      {
        pointer: { x, y: -y },
        radiusPx: 5,
        isWanted: (kind) => kinds.includes(kind),
        from,
        isPerspective: false,
        project: ([px, py]) => ({ x: px, y: -py, depth: 1 }),
      },
      [arc],
    );
  const at = (degrees: number) => {
    const angle = (degrees * Math.PI) / 180;
    return [50 * Math.cos(angle), 50 * Math.sin(angle)] as const;
  };

  it('finds their ends, not those of their chords', () => {
    expect(find(49, 1, ['vertex'])?.position).toBe(arc.from);
    expect(find(...at(45), ['vertex'])).toBeNull();
  });

  it('finds their middles, places and centres exactly', () => {
    const [x, y] = at(45);
    const middle = find(x + 1, y, ['midpoint'])!;
    expect(Math.hypot(middle.position[0], middle.position[1])).toBeCloseTo(50, 12);
    expect(middle.position[2]).toBeCloseTo(15, 12);
    const edge = find(...at(30), ['edge'])!;
    expect(Math.hypot(edge.position[0], edge.position[1])).toBeCloseTo(50, 12);
    expect(edge.position[2]).toBeCloseTo(10 + 10 / 3, 1);
    expect(find(2, -2, ['centre'])?.position).toEqual([0, 0, 15]);
  });

  it('finds where lines touch them or stand upright on them, as far as they reach', () => {
    // From (100, 0) lines touch at ±60 degrees: the arc has the one above.
    expect(find(...at(60), ['tangent'], [100, 0, 0])?.position[0]).toBeCloseTo(25, 9);
    expect(find(...at(-60), ['tangent'], [100, 0, 0])).toBeNull();
    expect(find(...at(60), ['tangent'], [10, 0, 0])).toBeNull();
    const foot = find(...at(45), ['perpendicular'], [20, 20, 0])!;
    expect(foot.position[0]).toBeCloseTo(50 * Math.SQRT1_2, 12);
  });
});

describe('an apparent intersection', () => {
  // Seen from the south, level: y is depth, z goes up.
  const low = edge([-50, 10, 0], [50, 10, 40]);
  const high = edge([-50, 90, 40], [50, 90, 0]);
  const find = (isPerspective: boolean) =>
    bestSnap([low, high], {
      pointer: { x: 0, y: -20 },
      radiusPx: 8,
      isWanted: (kind) => kind === 'apparent' || kind === 'intersection',
      from: null,
      isPerspective,
      project: ([x, y, z]) => ({ x, y: -z, depth: y }),
    });

  it('is where lines cross in the view alone, on the nearer of them', () => {
    expect(find(true)).toMatchObject({ kind: 'apparent', position: [0, 10, 20] });
    expect(find(false)).toMatchObject({ kind: 'apparent', position: [0, 10, 20] });
  });
});
