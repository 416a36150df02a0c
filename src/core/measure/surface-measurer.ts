import { AppError, type ErrorRecord } from '#domain/errors/app-error.ts';
import type { Rect } from '#domain/geometry/grid.ts';
import type { Position } from '#domain/geometry/position.ts';
import type { SurfaceAccess } from '../ports/surface.ts';
import type { TaskRunner } from '../ports/tasks.ts';
import type { VolumeSettings } from '../store/state.ts';
import type { VolumeResult } from './measurement.ts';

/** Most cells that one measurement reads. */
export const measureCellLimit = 16_000_000;

/** The smallest rectangle round flat xyz coordinates. */
export function rectOf(coordinates: readonly number[]): Rect {
  const rect = { minX: Infinity, minY: Infinity, maxX: -Infinity, maxY: -Infinity };
  for (let i = 0; i < coordinates.length; i += 3) {
    rect.minX = Math.min(rect.minX, coordinates[i]!);
    rect.maxX = Math.max(rect.maxX, coordinates[i]!);
    rect.minY = Math.min(rect.minY, coordinates[i + 1]!);
    rect.maxY = Math.max(rect.maxY, coordinates[i + 1]!);
  }
  return rect;
}

/**
 * Measures the volume of the surface inside a ring against a base. Corners take the surface's elevations.
 * @param coordinates xyz a corner; z is not used
 * @throws editor.no-surface, editor.area-too-large, and those of `geometry.volume`
 */
export async function measureVolume(
  surface: SurfaceAccess | null,
  tasks: TaskRunner,
  coordinates: readonly number[],
  settings: VolumeSettings,
  signal: AbortSignal,
): Promise<VolumeResult> {
  if (surface === null) throw new AppError('editor.no-surface');
  const { grid, nativeCellSize } = await surface.readWindow(rectOf(coordinates), measureCellLimit, signal);
  const ring: Position[] = [];
  for (let i = 0; i < coordinates.length; i += 3) ring.push([coordinates[i]!, coordinates[i + 1]!]);
  const report = await tasks.run(
    'geometry.volume',
    {
      surface: { kind: 'grid', grid },
      base: { kind: 'polygon', choice: { kind: settings.base, elevation: settings.elevation } },
      polygon: [ring],
      accuracy: {
        cellSize: nativeCellSize,
        ...(settings.statedSigma === null ? {} : { statedSigma: settings.statedSigma }),
      },
    },
    { signal, priority: 10, transfer: [grid.values.buffer] },
  );
  return { ...report, surface: surface.name, cellSize: nativeCellSize };
}

/** The error record of anything thrown. */
export function recordOf(error: unknown, command: string): ErrorRecord {
  if (error instanceof AppError) return error.toRecord();
  const reason = error instanceof Error ? error.message : String(error);
  return new AppError('editor.command-failed', { command, reason }).toRecord();
}
