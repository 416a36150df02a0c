import type { Frame } from '../canvas/page/side.ts';
import type { TerrainFigures } from '../canvas/page/terrain.ts';
import { type CanvasFigures, picture, runCanvas, type SideFigures, slowLink } from '../canvas/run-canvas.ts';
import type { BenchContext, OnceCase } from '../case.ts';
import { median } from '../measure.ts';

/** About 0.5 million points, which a software adapter is fit for, and about 100 million. */
const sizes = {
  small: { survey: { sizeM: 200, pulsesPerM2: 12 }, budget: 200_000 },
  full: { survey: { sizeM: 2000, pulsesPerM2: 25 }, budget: 2_000_000 },
} as const;

let figures: Promise<CanvasFigures> | null = null;

/** All rows are of one run. */
function runOnce({ full, hardware, keep }: BenchContext): Promise<CanvasFigures> {
  figures ??= runCanvas({ ...(full ? sizes.full : sizes.small), isHardware: hardware, keep });
  return figures;
}

const thousands = (count: number) => `${Math.round(count / 1000)} k`;
const millions = (count: number) => `${(count / 1e6).toFixed(1)} M`;

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]!;
}

const times = (frames: readonly Frame[]) => frames.map(({ ms }) => ms);
const drawn = (frames: readonly Frame[]) => median(frames.map(({ points }) => points));

/** Milliseconds a million points drawn. */
function costOf(frames: readonly Frame[]): number {
  const sum = (pick: (frame: Frame) => number) => frames.reduce((total, frame) => total + pick(frame), 0);
  return sum(({ ms }) => ms) / (sum(({ points }) => points) / 1e6);
}

interface Row {
  readonly name: string;
  readonly what: string;
  readonly goal: number;
  ms(side: SideFigures): number;
  /** What is said of each side. */
  tell(side: SideFigures): string;
}

function decodingOf({ opened }: SideFigures): string {
  const { decoding, fullMs } = opened;
  const points = `${thousands(opened.points)} points`;
  if (!decoding) return points;
  const rate = decoding.points / decoding.busySeconds;
  const use = decoding.busySeconds / (decoding.workers * (fullMs / 1000));
  return `${points}, decoded at ${millions(rate)} points a second and busy worker, ${decoding.workers} workers busy ${Math.round(use * 100)} % of the time`;
}

const rows: readonly Row[] = [
  {
    name: 'canvas-frame',
    what: 'median frame of a camera path at equal budget, all loaded, until the next can start',
    goal: 1,
    ms: ({ resting }) => median(times(resting)),
    tell: ({ resting }) => `${thousands(drawn(resting))} points`,
  },
  {
    name: 'canvas-frame-p95',
    what: 'the same, 95th percentile',
    goal: 1,
    ms: ({ resting }) => percentile(times(resting), 0.95),
    tell: ({ resting }) => `${thousands(drawn(resting))} points`,
  },
  {
    name: 'canvas-points',
    what: 'the same, milliseconds a million points',
    goal: 1,
    ms: ({ resting }) => costOf(resting),
    tell: ({ resting }) => `${millions(1e9 / costOf(resting))} points a second`,
  },
  {
    name: 'canvas-motion',
    what: 'median frame of the path without a stop, loading on the way; ours draws fewer points while the camera moves',
    goal: 1,
    ms: ({ moving }) => median(times(moving)),
    tell: ({ moving }) => `${thousands(drawn(moving))} points`,
  },
  {
    name: 'canvas-motion-p95',
    what: 'the same, 95th percentile',
    goal: 1,
    ms: ({ moving }) => percentile(times(moving), 0.95),
    tell: ({ moving }) => `${thousands(drawn(moving))} points`,
  },
  {
    name: 'canvas-first',
    what: 'from opening the cloud to the first points drawn',
    goal: 2,
    ms: ({ opened }) => opened.firstMs,
    tell: decodingOf,
  },
  {
    name: 'canvas-full',
    what: 'from opening the cloud to all points of the view drawn',
    goal: 1,
    ms: ({ opened }) => opened.fullMs,
    tell: decodingOf,
  },
  {
    name: 'canvas-first-slow',
    what: `to the first points over ${slowLink.mbitPerSecond} Mbit/s and ${slowLink.latencyMs} ms`,
    goal: 2,
    ms: ({ openedSlowly }) => openedSlowly.firstMs,
    tell: ({ openedSlowly }) => `${thousands(openedSlowly.points)} points in the end`,
  },
  {
    name: 'canvas-full-slow',
    what: `to all points over ${slowLink.mbitPerSecond} Mbit/s and ${slowLink.latencyMs} ms`,
    goal: 1,
    ms: ({ openedSlowly }) => openedSlowly.fullMs,
    tell: ({ openedSlowly }) => `${thousands(openedSlowly.points)} points`,
  },
];

function noteOf({ tell }: Row, { survey, browser, ours, peer }: CanvasFigures): string {
  const { points, copcBytes, peerBytes } = survey;
  return [
    `ours ${tell(ours)} on ${ours.opened.adapter}`,
    `peer ${tell(peer)} on ${peer.opened.adapter}`,
    `${browser}, ${points} points, ${millions(copcBytes)}B as COPC for ours, ${millions(peerBytes)}B as Potree 2.0 for the peer`,
  ].join('; ');
}

interface TerrainRow {
  readonly name: string;
  readonly what: string;
  times(found: TerrainFigures): readonly number[];
}

const terrainRows: readonly TerrainRow[] = [
  {
    name: 'canvas-terrain',
    what: 'elevation colours and one light',
    times: ({ plainMs }) => plainMs,
  },
  {
    name: 'canvas-terrain-rich',
    what: 'slope colours, four lights, contours and water',
    times: ({ richMs }) => richMs,
  },
];

const size = `${picture.width} × ${picture.height} px`;

/**
 * The viewport against Potree (potree-core on three.js) in the same browser and run, wall time: the same points in
 * the same tree, image size, square points of the same size, budget and cameras. Terrain has no peer.
 */
export const canvasCases: readonly OnceCase[] = [
  ...rows.map((row) => ({
    name: row.name,
    group: 'canvas',
    workload: `${size}, points of ${picture.pointSizePx} px: ${row.what}`,
    goal: row.goal,
    async measure(context: BenchContext) {
      const found = await runOnce(context);
      return {
        oursMs: row.ms(found.ours),
        peer: { name: 'potree-core', ms: row.ms(found.peer) },
        note: noteOf(row, found),
      };
    },
  })),
  ...terrainRows.map(({ name, what, times: timesOf }) => ({
    name,
    group: 'canvas',
    workload: `${size}, 2000² cells that fill the picture: median frame of terrain, ${what}`,
    goal: 1,
    async measure(context: BenchContext) {
      const { terrain } = await runOnce(context);
      return { oursMs: median(timesOf(terrain)), note: `on ${terrain.adapter}` };
    },
  })),
];
