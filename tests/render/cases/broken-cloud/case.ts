import { type ByteSource, memorySource } from '#domain/formats/byte-source.ts';
import { type CopcNode, copcEntryBytes, readHierarchyPage } from '#domain/formats/copc/hierarchy.ts';
import { CopcSource } from '#gpu/streaming/copc-source.ts';
import type { Check, RenderCase } from '../../page/render-case.ts';
import type { Stage } from '../../page/stage.ts';
import { copcFile } from '../../scenes/files.ts';
import { surveyPoints } from '../../scenes/terrain.ts';
import { lookFromAbove } from '../../scenes/views.ts';

/**
 * The file with a hierarchy that lies: a node outside the file, one listed twice, a page that leads back to itself, and
 * one that is no whole number of entries.
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

/** The file, of which some nodes cannot be read: the first for good, the second once. */
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

/** Waits until the cloud's gaps are as many, or a while is over. */
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

const sum = (nodes: readonly CopcNode[]) => nodes.reduce((total, { pointCount }) => total + pointCount, 0);

/** Clouds whose hierarchy lies or whose nodes fail: what is sound is drawn, the rest is told and tried again. */
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
    return { checks };
  },
};
