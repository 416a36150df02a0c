import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import DxfParser from 'dxf-parser';
import { readDxf } from '#domain/formats/dxf/read/read-dxf.ts';
import { openFileSource } from '#workers/io/file-source.ts';
import type { BenchCase, MeasuredOnce } from '../case.ts';
import { makeDxf } from '../data/dxf.ts';

async function writeDrawing(path: string, length: number): Promise<void> {
  const file = await open(path, 'w');
  try {
    for (const piece of makeDxf(length)) await file.write(piece);
  } finally {
    await file.close();
  }
}

/** Processor milliseconds of some work, and its result. */
async function processorTime<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  (globalThis as { gc?: () => void }).gc?.();
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { ms: (user + system) / 1000, result };
}

async function readOurs(path: string) {
  const source = await openFileSource(path);
  try {
    const { features, texts = [], surfaces = [] } = await readDxf(source, { tolerance: 0.001 });
    const triangles = surfaces.reduce((sum, surface) => sum + surface.triangles.length / 3, 0);
    // Faces of four corners are two triangles.
    return features.length + texts.length + triangles / 2;
  } finally {
    await source.close();
  }
}

async function readPeer(path: string): Promise<number> {
  return new DxfParser().parseSync(await readFile(path, 'latin1'))?.entities.length ?? 0;
}

const mebibytes = (bytes: number) => Math.round(bytes / 2 ** 20);

async function measure(length: number): Promise<MeasuredOnce> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-bench-dxf-'));
  const path = join(folder, 'drawing.dxf');
  try {
    await writeDrawing(path, length);
    const ours = await processorTime(() => readOurs(path));
    // Of the whole program so far, in kilobytes.
    const peak = process.resourceUsage().maxRSS * 1024;
    const peer = await processorTime(() => readPeer(path));
    const peerPeak = process.resourceUsage().maxRSS * 1024;
    if (ours.result !== peer.result)
      throw new Error(`${ours.result} objects read, the peer has ${peer.result}`);
    return {
      oursMs: ours.ms,
      peer: { name: 'dxf-parser', ms: peer.ms },
      note: `dxf: ${mebibytes(length)} MiB, ${ours.result} objects; the program took ${mebibytes(peak)} MiB at most with ours, ${mebibytes(peerPeak)} MiB with the peer`,
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A drawing from disk to features, texts and surfaces, against a parser that makes an object of each entity. */
export const dxfCase: BenchCase = {
  name: 'dxf',
  workload: 'DXF text of 20 MB (200 MB with --full) of lines, points, polylines, texts and faces, from disk',
  goal: 5,
  measure: ({ full }) => measure(full ? 200_000_000 : 20_000_000),
};
