import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assessCheckpoints } from '#domain/photogrammetry/summary/checkpoint-accuracy.ts';
import { overlapOf } from '#domain/photogrammetry/summary/footprints.ts';
import type { ReportModel, ReportPoint } from './model.ts';
import { printable } from './page-layout.ts';
import { writeReportPdf } from './write-report-pdf.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-report-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const point = (index: number, type: ReportPoint['type']): ReportPoint => ({
  label: `${type === 'gcp' ? 'GCP' : 'CP'}${index}`,
  type,
  x: (index % 4) * 22,
  y: Math.floor(index / 4) * 17,
  residual: [0.012 * Math.sin(index), -0.008, index % 3 ? 0.02 : null],
  marks: 6,
  rmsPx: 0.41,
  isOutlier: index === 3 && type === 'gcp',
  suspect: index === 3 && type === 'gcp' ? 'GCP1' : null,
});

function createModel(change: Partial<ReportModel> = {}): ReportModel {
  const photos = Array.from({ length: 20 }, (_, index) => ({
    x: (index % 5) * 15,
    y: Math.floor(index / 5) * 20,
    dx: Math.sin(index) * 1.2,
    dy: Math.cos(index * 2),
  }));
  const footprints = photos.map(({ x, y }) => [
    [x - 25, y - 18] as const,
    [x + 25, y - 18] as const,
    [x + 25, y + 18] as const,
    [x - 25, y + 18] as const,
  ]);
  const [columns, rows] = [16, 12];
  const mean = Float64Array.from({ length: 2 * columns * rows }, (_, index) => Math.sin(index) * 0.1);
  const checks = Array.from({ length: 12 }, (_, index) => point(index, 'checkpoint'));
  return {
    title: 'Quarry north',
    capturedAt: '2026-05-01T10:00:00Z',
    facts: [
      ['Coordinate system', 'NAD83 / UTM zone 17N'],
      ['Photos', '20 of 21'],
    ],
    unit: { symbol: 'm', metres: 1 },
    photos,
    footprints,
    overlap: overlapOf(footprints.map((corners, photo) => ({ photo, corners }))),
    links: photos.slice(1).map((_, a) => ({ a, b: a + 1, points: 400 + 40 * a })),
    rejected: [['IMG_0007.JPG', 'blurred']],
    cameras: [
      {
        name: 'SimCam',
        aspect: 4 / 3,
        parameters: [
          { name: 'focal', initial: 1400, value: 1403.271, sigma: 0.31 },
          { name: 'k1', initial: 0, value: -0.012345, sigma: 0.00021 },
          { name: 'k3', initial: 0, value: 0, sigma: null },
        ],
        correlations: {
          names: ['focal', 'k1'],
          matrix: [
            [1, -0.93],
            [-0.93, 1],
          ],
        },
        field: {
          camera: 0,
          columns,
          rows,
          mean,
          counts: new Uint32Array(columns * rows).fill(30),
          rmsPx: 0.52,
        },
      },
    ],
    points: [...Array.from({ length: 5 }, (_, index) => point(index, 'gcp')), ...checks],
    scaleBars: [
      { from: 'P1', to: 'P2', length: 12.5, sigma: 0.002, residual: -0.001 },
      { from: 'P1', to: 'P9', length: 3, sigma: 0.002, residual: null },
    ],
    accuracy: assessCheckpoints(
      checks.map(({ residual: [x, y, z] }) => ({
        x,
        y,
        z,
        surveySigma: { horizontal: 0.008, vertical: 0.012 },
      })),
    ),
    fixes: [
      {
        fix: 'with a fixed solution',
        photos: 18,
        used: 18,
        residual: { e: 0.01, n: 0.01, u: 0.02, d3: 0.024 },
      },
      { fix: 'without a fix', photos: 2, used: 1, residual: { e: 0.8, n: 0.7, u: null, d3: 1.1 } },
      { fix: 'without a position', photos: 1, used: 0, residual: null },
    ],
    positions: photos.map((_, index) => ({
      photo: `IMG_${index}.JPG`,
      fix: 'with a fixed solution',
      sigma: [0.02, 0.02, index % 2 ? 0.04 : null],
      residual: [0.01, -0.01, index % 2 ? 0.02 : null],
    })),
    pictures: [],
    settings: [['Density', 'medium']],
    steps: [{ name: 'features', wallS: 20.2, cpuS: 38.1, peakMiB: 420 }],
    doubts: [],
    ...change,
  };
}

async function write(model: ReportModel): Promise<{ bytes: Buffer; keys: string[] }> {
  const keys: string[] = [];
  const path = join(folder, 'report.pdf');
  await writeReportPdf(
    model,
    (key, params) => {
      keys.push(key);
      return `${key} ${JSON.stringify(params ?? {})}`;
    },
    path,
  );
  return { bytes: await readFile(path), keys };
}

describe('the report as PDF', () => {
  it('is the same bytes for the same run', async () => {
    const [one, other] = [await write(createModel()), await write(createModel())];
    expect(one.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(one.bytes.equals(other.bytes)).toBe(true);
    expect(one.bytes.equals((await write(createModel({ title: 'Quarry south' }))).bytes)).toBe(false);
  });

  it('claims no class from a dozen checkpoints, names a suspect mark and a strong correlation', async () => {
    const { keys } = await write(createModel());
    expect(keys).toContain('report.accuracy.too-few');
    expect(keys).not.toContain('report.accuracy.class');
    expect(keys).toContain('report.suspect');
    expect(keys).toContain('report.correlated');
    expect(keys).toContain('report.bars');
    expect(keys).toContain('report.gps.residuals');
  });

  it('says that nothing was tested where no checkpoints are', async () => {
    const { keys } = await write(
      createModel({ points: [], scaleBars: [], accuracy: null, fixes: [], overlap: null, footprints: [] }),
    );
    expect(keys).toContain('report.accuracy.untested');
    expect(keys).not.toContain('report.bars');
    expect(keys).not.toContain('report.gps.residuals');
  });

  it('runs over many pages', async () => {
    const many = Array.from({ length: 300 }, (_, index) => point(index, 'checkpoint'));
    const short = (await write(createModel())).bytes.length;
    expect((await write(createModel({ points: many }))).bytes.length).toBeGreaterThan(short);
  });

  it('never shows a letter as another', () => {
    expect(printable('Größe 5 m² − Łódź')).toBe('Größe 5 m² - ?ód?');
  });
});
