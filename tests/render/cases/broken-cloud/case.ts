import { type ByteSource, memorySource } from '#domain/formats/byte-source.ts';
import { type CopcNode, copcEntryBytes, readHierarchyPage } from '#domain/formats/copc/hierarchy.ts';
import { CopcSource } from '#gpu/streaming/copc-source.ts';
import type { Check, RenderCase } from '../../page/render-case.ts';
import type { Stage } from '../../page/stage.ts';
import { copcFile } from '../../scenes/files.ts';
import { surveyPoints } from '../../scenes/terrain.ts';
import { lookFromAbove } from '../../scenes/views.ts';

/**
 * The file with an invalid hierarchy: a node outside the file, one listed twice, a page that links to itself, and one
 * with an incomplete entry.
 */
async function lyingFile(source: ByteSource): Promise<{ lying: ByteSource; sound: CopcNode[] }> {
  const { signal } = new AbortController();
  const { rootPage } = (await CopcSource.open(source, signal)).info;
  const bytes = await source.read(0, source.size);
  const { nodes } = await readHierarchyPage(source, rootPage);
  const view = new DataView(bytes.buffer, rootPage.offset, rootPage.byteLength);
  const last = nodes.length - 1;
  view.setBigUint64(last * copcEntryBytes + 16, BigInt(source.size), true);
  for (let word = 0; word < 4; word++) {
    view.setInt32((last - 1) * copcEntryBytes + word * 4, view.getInt32(word * 4, true), true);
  }
  view.setBigUint64((last - 2) * copcEntryBytes + 16, BigInt(rootPage.offset), true);
  view.setInt32((last - 2) * copcEntryBytes + 24, rootPage.byteLength, true);
  view.setInt32((last - 2) * copcEntryBytes + 28, -1, true);
  view.setInt32((last - 3) * copcEntryBytes + 24, copcEntryBytes + 1, true);
  view.setInt32((last - 3) * copcEntryBytes + 28, -1, true);
  return { lying: memorySource(source.name, bytes), sound: nodes.slice(0, last - 3) };
}

/** The file without the points of its root, which is valid: nodes may be empty. Returns the number left out. */
async function rootlessFile(source: ByteSource): Promise<{ rootless: ByteSource; left: number }> {
  const { rootPage } = (await CopcSource.open(source, new AbortController().signal)).info;
  const bytes = await source.read(0, source.size);
  const { nodes } = await readHierarchyPage(source, rootPage);
  const root = nodes.findIndex(({ key }) => key.level === 0);
  const view = new DataView(bytes.buffer, rootPage.offset, rootPage.byteLength);
  for (const at of [16, 20, 24, 28]) view.setInt32(root * copcEntryBytes + at, 0, true);
  return { rootless: memorySource(source.name, bytes), left: nodes[root]!.pointCount };
}

/** The file, of which some nodes cannot be read: the first always, the second once. */
function failingSource(source: ByteSource, [lost, late]: readonly CopcNode[]): ByteSource {
  let lateTries = 0;
  return {
    name: source.name,
    size: source.size,
    read: async (offset, length, signal) => {
      if (offset === lost!.offset) throw new Error('the server does not answer');
      if (offset === late!.offset && lateTries++ === 0) throw new Error('the server is busy');
      return await source.read(offset, length, signal);
    },
  };
}

/** Points drawn at rest. */
async function drawnPoints({ viewport, settle }: Stage): Promise<number> {
  let drawn = 0;
  const off = viewport.on('stats', (stats) => {
    drawn = stats.pointsDrawn;
  });
  viewport.setDisplay({ pointBudget: 1_000_000 });
  await settle();
  off();
  return drawn;
}

/** Waits until the cloud has this many gaps, or a timeout. */
async function waitForGaps({ viewport }: Stage, id: string, count: number): Promise<number> {
  const reached = () => viewport.summary(id)?.gaps === count;
  await new Promise<void>((done) => {
    const timer = setTimeout(done, 20_000);
    const off = viewport.on('layerReady', () => {
      if (!reached()) return;
      clearTimeout(timer);
      off();
      done();
    });
  });
  return viewport.summary(id)?.gaps ?? -1;
}

async function boxOf(source: ByteSource, { key }: CopcNode) {
  return (await CopcSource.open(source, new AbortController().signal)).boxOf(key);
}

/** Shares of the sides of a node's box, seen from above, along which its outline is seen. */
async function edgesSeen({ viewport }: Stage, source: ByteSource, node: CopcNode): Promise<number[]> {
  const { width, data } = await viewport.capture();
  const { min, max } = await boxOf(source, node);
  const isLine = (x: number, y: number) =>
    [-1, 0, 1].some((dx) =>
      [-1, 0, 1].some((dy) => {
        const at = ((Math.round(y) + dy) * width + Math.round(x) + dx) * 4;
        return data[at]! > 150 && data[at + 2]! < 110 && data[at]! > data[at + 1]! + 30;
      }),
    );
  const corners = (
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ] as const
  ).map(([i, j]) => viewport.project([i ? max[0] : min[0], j ? max[1] : min[1], min[2]]));
  return corners.map((from, side) => {
    const to = corners[(side + 1) % 4]!;
    const steps = Array.from({ length: 19 }, (_, i) => (i + 1) / 20);
    const seen = steps.filter((t) =>
      isLine(from.x + (to.x - from.x) * t - 0.5, from.y + (to.y - from.y) * t - 0.5),
    );
    return seen.length / steps.length;
  });
}

const sum = (nodes: readonly CopcNode[]) => nodes.reduce((total, { pointCount }) => total + pointCount, 0);

/** Clouds with an invalid hierarchy or failing nodes: valid parts are drawn, the rest is reported and retried. */
export const renderCase: RenderCase = {
  width: 640,
  height: 640,
  async run(stage) {
    const { viewport, settle, pool, failures } = stage;
    const checks: Check[] = [];
    lookFromAbove(viewport);
    viewport.setDisplay({ pointSizePx: 1, hasEdl: false });
    const whole = await copcFile(surveyPoints(8000), pool);
    const { lying, sound } = await lyingFile(whole);
    viewport.addLayer({ id: 'lying', kind: 'copc', isVisible: true, source: lying });
    await settle();
    const drawn = await drawnPoints(stage);
    const told = failures.splice(0);
    checks.push({
      what: 'a lying hierarchy',
      isOk: drawn === sum(sound) && told.length === 1 && told[0]!.includes('hierarchy'),
      detail: `${drawn} of ${sum(sound)} sound points; ${told.join(' | ')}`,
    });
    viewport.removeLayer('lying');
    const { rootless, left } = await rootlessFile(whole);
    viewport.addLayer({ id: 'rootless', kind: 'copc', isVisible: true, source: rootless });
    await settle();
    const others = await drawnPoints(stage);
    const refused = failures.splice(0);
    checks.push({
      what: 'a root without points',
      isOk: others === 8000 - left && left > 0 && refused.length === 0,
      detail: `${others} of ${8000 - left} points; ${refused.join(' | ')}`,
    });
    viewport.removeLayer('rootless');
    const finest = [...sound].filter(({ pointCount }) => pointCount > 0).slice(-2);
    viewport.addLayer({ id: 'failing', kind: 'copc', isVisible: true, source: failingSource(whole, finest) });
    const gaps = await waitForGaps(stage, 'failing', 1);
    const after = await drawnPoints(stage);
    const missing = failures.splice(0);
    checks.push({
      what: 'failing nodes',
      isOk: gaps === 1 && after === 8000 - finest[0]!.pointCount && missing.length === 1,
      detail: `${gaps} gaps, ${after} points without ${finest[0]!.pointCount}; ${missing.join(' | ')}`,
    });
    const outlined = await edgesSeen(stage, whole, finest[0]!);
    checks.push({
      what: 'a box round what is missing',
      isOk: outlined.every((share) => share > 0.9),
      detail: outlined.map((share) => share.toFixed(2)).join(', '),
    });
    const { min, max } = await boxOf(whole, finest[0]!);
    const corner = viewport.project(min);
    const picked = await viewport.pick(
      corner.x,
      (corner.y + viewport.project([min[0], max[1], min[2]]).y) / 2,
    );
    checks.push({ what: 'no pick finds it', isOk: picked?.kind !== 'feature', detail: `${picked?.kind}` });
    return { checks };
  },
};
