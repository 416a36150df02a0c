import { type DrawingDocument, drawingSchemaVersion } from '#domain/drawing/document.ts';
import type { DrawingFeature } from '#domain/drawing/feature.ts';
import { layerColours } from '#domain/drawing/layer.ts';
import { serialiseDrawing } from '#domain/drawing/serialise.ts';
import { createRandom } from '#domain/math/random.ts';
import { createBench, createMemoryDrawings, type EditorBench } from '#tests/support/editor.ts';
import type { PickResult } from '#viewport/pick.ts';
import type { BenchContext, OnceCase } from '../case.ts';
import { median } from '../measure.ts';

/** Metres from the first to the last place of the drawing, in plan. */
const extent = 4000;
const verticesEach = 10;
/** Gestures of each kind; the median is told. */
const gestures = 9;

/** What one run found, milliseconds of this thread. */
interface DrawingFigures {
  readonly openMs: number;
  readonly selectMs: number;
  readonly dragMs: number;
  readonly undoMs: number;
  readonly styleMs: number;
  readonly layerMs: number;
  /** Longest call of a line that is drawn. */
  readonly drawingMs: number;
  /** Of one moved vertex. */
  readonly savedBytes: number;
  readonly heapMiB: number;
}

/** Saved drawing: lines of ten vertices on ten layers. */
function makeDocument(count: number): string {
  const random = createRandom(29);
  const layers = Object.fromEntries(
    Array.from({ length: 10 }, (_, i) => {
      const id = `layer-${i}`;
      return [
        id,
        { id, name: `Layer ${i}`, colour: layerColours[i % layerColours.length]!, isVisible: true, rank: i },
      ];
    }),
  );
  const features: Record<string, DrawingFeature> = {};
  for (let i = 0; i < count; i++) {
    let [x, y] = [random.next() * extent, -random.next() * extent];
    const coordinates: number[] = [];
    for (let k = 0; k < verticesEach; k++) {
      coordinates.push(x, y, 100 + random.next());
      x += random.between(-5, 5);
      y += random.between(-5, 5);
    }
    const id = `f${i}`;
    features[id] = {
      id,
      kind: 'polyline',
      layerId: `layer-${i % 10}`,
      code: 'EP',
      name: '',
      coordinates,
      rank: i,
    };
  }
  const document: DrawingDocument = {
    schemaVersion: drawingSchemaVersion,
    layers,
    features,
    views: {},
    codes: {},
    overlays: {},
  };
  return JSON.stringify(serialiseDrawing(document));
}

async function timed(run: () => unknown): Promise<number> {
  const started = performance.now();
  await run();
  return performance.now() - started;
}

/** The median of some runs of a gesture, the picture's records included. */
async function gesture(
  { frame, clock, editor }: EditorBench,
  run: (k: number) => Promise<unknown>,
): Promise<number> {
  const times: number[] = [];
  for (let k = 0; k < gestures; k++) {
    times.push(
      await timed(async () => {
        await run(k);
        frame();
      }),
    );
    clock.advance(5000);
    await editor.settle();
  }
  return median(times);
}

async function openEditor(text: string): Promise<{ bench: EditorBench; openMs: number }> {
  const server = createMemoryDrawings();
  server.stored = { ...server.stored, revision: 1 };
  let bench: EditorBench | undefined;
  const openMs = await timed(async () => {
    server.stored = { ...server.stored, document: JSON.parse(text) };
    bench = await createBench({ server });
    bench.frame();
  });
  const opened = Object.keys(bench!.editor.views.document.features).length;
  if (opened === 0) throw new Error(`not opened: ${JSON.stringify(bench!.editor.views.status)}`);
  return { bench: bench!, openMs };
}

/** Picks of the fake viewport look at every feature: what is under the pointer is known here. */
function knownPicks(bench: EditorBench): { at: PickResult | null } {
  const known: { at: PickResult | null } = { at: null };
  Object.assign(bench.viewport, { pick: async () => known.at });
  return known;
}

async function measureDrawing(count: number): Promise<DrawingFigures> {
  const { bench, openMs } = await openEditor(makeDocument(count));
  const { editor, frame, server } = bench;
  const known = knownPicks(bench);
  const idOf = (k: number) => `f${(k * 7919) % count}`;
  const select = (k: number) => editor.dispatch('selection.set', { ids: [idOf(k)] }, 'panel');
  const colour = (k: number) => (k % 2 ? '#112233' : '#332211');
  const selectMs = await gesture(bench, select);
  const dragMs = await gesture(bench, async (k) => {
    await select(k);
    const [x, y, z] = editor.views.document.features[idOf(k)]!.coordinates as [number, number, number];
    const found = {
      kind: 'feature',
      layerId: 'drawing',
      featureId: idOf(k),
      part: 'vertex',
      index: 0,
    } as const;
    known.at = { ...found, position: [x, y, z], distancePx: 0 };
    await bench.drag([x, -y], [x + 20, -y], [x + 30, 10 - y], [x + 40, 20 - y]);
  });
  await editor.dispatch('save.now', null, 'shortcut');
  await editor.settle();
  const before = server.stored.revision;
  const one = editor.views.document.features[idOf(1)]!;
  await editor.dispatch(
    'vertex.move',
    { featureId: one.id, index: 0, position: [one.coordinates[0]! + 0.5, one.coordinates[1]!, 100] },
    'panel',
  );
  await editor.dispatch('save.now', null, 'shortcut');
  await editor.settle();
  if (server.stored.revision !== before + 1) throw new Error('the moved vertex was not saved');
  const savedBytes = server.sent;
  const undoMs = await gesture(bench, () => editor.dispatch('history.undo', null, 'shortcut'));
  const styleMs = await gesture(bench, (k) =>
    editor.dispatch('feature.update', { ids: [idOf(k)], patch: { look: { colour: colour(k) } } }, 'panel'),
  );
  const layerMs = await gesture(bench, (k) =>
    editor.dispatch('layer.update', { id: 'layer-3', patch: { colour: colour(k) } }, 'panel'),
  );
  await editor.dispatch('tool.choose', { tool: 'polyline' }, 'panel');
  let drawingMs = 0;
  for (let k = 0; k < 40; k++) {
    const position = [100 + 5 * k, -100 - (k % 7), 100] as const;
    known.at = { kind: 'terrain', layerId: 'ground', position, distancePx: 0, cellSize: 1 };
    const ms = await timed(async () => {
      await bench.click(position[0], -position[1]);
      frame();
    });
    drawingMs = Math.max(drawingMs, ms);
  }
  const heapMiB = process.memoryUsage().heapUsed / 2 ** 20;
  return { openMs, selectMs, dragMs, undoMs, styleMs, layerMs, drawingMs, savedBytes, heapMiB };
}

let figures: Promise<DrawingFigures> | null = null;

/** All rows are of one run. */
function measureOnce({ quick }: BenchContext): Promise<DrawingFigures> {
  figures ??= measureDrawing(quick ? 10_000 : 100_000);
  return figures;
}

interface Row {
  readonly name: string;
  readonly what: string;
  /** Most that it may take, milliseconds. */
  readonly limitMs: number;
  ms(found: DrawingFigures): number;
  note?(found: DrawingFigures): string;
}

const rows: readonly Row[] = [
  {
    name: 'drawing-open',
    what: 'from the text of the document to the records of its picture',
    limitMs: 3000,
    ms: ({ openMs }) => openMs,
    note: ({ heapMiB }) => `${heapMiB.toFixed(0)} MiB of memory at the end, garbage included`,
  },
  { name: 'drawing-select', what: 'a feature is selected', limitMs: 50, ms: ({ selectMs }) => selectMs },
  {
    name: 'drawing-drag',
    what: 'a vertex is dragged over three places',
    limitMs: 50,
    ms: ({ dragMs }) => dragMs,
  },
  {
    name: 'drawing-undo',
    what: 'a change of one feature is undone',
    limitMs: 50,
    ms: ({ undoMs }) => undoMs,
    note: ({ savedBytes }) => `one moved vertex is saved in ${savedBytes} bytes`,
  },
  { name: 'drawing-style', what: 'a feature gets another colour', limitMs: 50, ms: ({ styleMs }) => styleMs },
  {
    name: 'drawing-layer',
    what: 'a layer of a tenth of them gets another colour',
    limitMs: 50,
    ms: ({ layerMs }) => layerMs,
  },
  {
    name: 'drawing-click',
    what: 'the slowest of 40 clicks of a line that is drawn',
    limitMs: 16,
    ms: ({ drawingMs }) => drawingMs,
  },
];

/**
 * A drawing of 100,000 lines of ten vertices in the editor, on one thread and without its picture (see `vectors` for
 * that); held against what is promised.
 */
export const drawingCases: readonly OnceCase[] = rows.map(({ name, what, limitMs, ms, note }) => ({
  name,
  group: 'drawing',
  workload: `100,000 lines of 10 vertices (10,000 with --quick), the editor without its picture: ${what}`,
  goal: 1,
  async measure(context) {
    const found = await measureOnce(context);
    return {
      oursMs: ms(found),
      peer: { name: 'promised', ms: limitMs },
      ...(note ? { note: note(found) } : {}),
    };
  },
}));
