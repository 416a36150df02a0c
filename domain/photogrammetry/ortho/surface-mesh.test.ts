import { describe, expect, it } from 'vitest';
import { createGrid } from '../../geometry/grid/grid.ts';
import { meshSurface } from './surface-mesh.ts';

const frame = { width: 130, height: 70, originX: 500_000.25, originY: 4_000_070.25, cellSize: 0.5 };
const texture = { width: 650, height: 350, originX: 500_000.05, originY: 4_000_070.45, cellSize: 0.1 };

function createSurface(height: (x: number, y: number) => number) {
  const values = new Float32Array(frame.width * frame.height);
  for (let cell = 0; cell < values.length; cell++) {
    values[cell] = height(cell % frame.width, Math.floor(cell / frame.width));
  }
  return createGrid(frame, values);
}

describe('surface mesh', () => {
  it('keeps places in the world and in the texture', () => {
    const surface = createSurface((x, y) => 120.5 + 3 * Math.sin(x / 20) + (x > 60 && y > 30 ? 5 : 0));
    const mesh = meshSurface(surface, { least: 0.02, maxVertices: 2000, texture })!;
    expect(mesh.positions.length / 3).toBeLessThanOrEqual(2000);
    expect(mesh.origin.every(Number.isInteger)).toBe(true);
    for (let i = 0; i < mesh.places.length / 2; i++) {
      const [u, v] = [mesh.places[2 * i]!, mesh.places[2 * i + 1]!];
      const x = mesh.positions[3 * i]! + mesh.origin[0];
      const y = mesh.positions[3 * i + 1]! + mesh.origin[1];
      const z = mesh.positions[3 * i + 2]! + mesh.origin[2];
      expect(500_000 + u * 65).toBeCloseTo(x, 3);
      expect(4_000_070.5 - v * 35).toBeCloseTo(y, 3);
      const column = Math.round((x - frame.originX) / 0.5);
      const row = Math.round((frame.originY - y) / 0.5);
      expect(surface.values[row * frame.width + column]).toBeCloseTo(z, 3);
    }
  });

  it('thins a surface whose outline alone takes too many vertices, and says when there is none', () => {
    const ragged = createSurface((x) => (x % 10 === 3 ? Number.NaN : 100));
    const mesh = meshSurface(ragged, { least: 0.02, maxVertices: 1500, texture })!;
    expect(mesh.cellSize).toBeGreaterThan(0.5);
    expect(mesh.positions.length / 3).toBeLessThanOrEqual(1500);
    expect(
      meshSurface(
        createSurface(() => Number.NaN),
        { least: 0.02, maxVertices: 100, texture },
      ),
    ).toBeNull();
  });
});
