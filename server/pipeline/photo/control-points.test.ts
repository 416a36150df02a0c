import { describe, expect, it } from 'vitest';
import { readControlFile } from '#domain/photogrammetry/control/read-control-file.ts';
import { frameControl } from './control-points.ts';
import { chooseSystem } from './project-system.ts';

async function frame(header: string, ...rows: readonly string[]) {
  const file = readControlFile([header, ...rows].join('\n'), 'gcp.txt');
  const system = await chooseSystem(null, [file], []);
  return frameControl({ control: file, checkpoints: null }, system, []);
}

describe('accuracy of control', () => {
  it('is no better than the digits that its coordinates are given to, and that is told', async () => {
    const { points, warnings } = await frame(
      'EPSG:32615',
      '374012.1 5200100.4 250.12 A',
      '374090.0 5200180.3 251.05 B',
      '374055.7 5200120.9 249.98 C',
    );
    for (const { sigma } of points) {
      expect(sigma[0]).toBeCloseTo(Math.hypot(0.02, 0.1 / Math.sqrt(12)), 6);
      expect(sigma[2]).toBeCloseTo(0.03, 2);
    }
    expect(warnings).toEqual([
      { code: 'control.rounded-plan', params: { file: 'gcp.txt', step: '0.1 m', sigma: 0.03 } },
    ]);
  });

  it('counts digits of feet and degrees in metres', async () => {
    const feet = await frame('EPSG:2229', '6480012 1840100 25.12 A', '6480090 1840180 25.05 B');
    expect(feet.points[0]!.sigma[0]).toBeCloseTo(Math.hypot(0.02, 0.3048 / Math.sqrt(12)), 4);
    const degrees = await frame(
      'EPSG:4326',
      '-84.12345 33.12345 25.12 A',
      '-84.12311 33.12301 25.05 B',
      '-84.12399 33.12399 25.07 C',
    );
    expect(degrees.points[0]!.sigma[0]).toBeGreaterThan(0.3);
    expect(degrees.warnings).toMatchObject([{ code: 'control.rounded-plan', params: { step: '0.00001 °' } }]);
  });

  it('is as assumed where all digits are given', async () => {
    const { points, warnings } = await frame(
      'EPSG:32615',
      '374012.123 5200100.456 250.121 A',
      '374090.037 5200180.310 251.054 B',
      '374055.700 5200120.921 249.983 C',
    );
    expect(points[0]!.sigma[0]).toBeCloseTo(0.02, 4);
    expect(warnings).toEqual([]);
  });
});
