import { AppError } from '#domain/errors/app-error.ts';
import { sampleGrid } from '#domain/geometry/grid/grid.ts';
import { planLength } from '#domain/geometry/plane/measure.ts';
import { type Corridor, createCorridor, placeAtStation } from '#domain/profile/corridor.ts';
import { type Ground, groundPositions } from '../measure/ground.ts';
import { rectOf } from '../measure/rect-of.ts';
import type { EditorPorts } from '../ports/editor-ports.ts';
import type { Profile, ProfileLine } from '../state/profile-data.ts';
import type { Store } from '../store/store.ts';

/** Maximum number of vertices of a profile's line. */
export const profileVertexLimit = 1000;
/** Approximate number of cloud points in a profile. */
const pointLimit = 300_000;
/** Places at which the surface is read. */
const surfaceSteps = 2000;
const cellLimit = 4_000_000;

/** Sources of a profile. */
export interface ProfileContext {
  readonly ports: Pick<EditorPorts, 'clouds' | 'surface'>;
  readonly store: Store;
  /** Horizontal units in one vertical unit. */
  readonly zFactor: number;
  /** Where lengths are measured. */
  readonly ground: Ground;
}

/** Checks that a line can be cut along. Throws editor.profile-too-long, editor.profile-no-length. */
export function corridorOf(coordinates: readonly number[], width: number): Corridor {
  const count = coordinates.length / 3;
  if (count > profileVertexLimit) {
    throw new AppError('editor.profile-too-long', { count, limit: profileVertexLimit });
  }
  const corridor = createCorridor(coordinates, width);
  if (corridor.length === 0) throw new AppError('editor.profile-no-length');
  return corridor;
}

/** Cuts the visible clouds and the measured surface along a corridor; stations are those of the ground. */
export async function cutProfile(
  { ports, store, zFactor, ground }: ProfileContext,
  corridor: Corridor,
  signal: AbortSignal,
): Promise<Profile> {
  const { scene, display } = store.views.workspace;
  const ids = scene.filter(({ kind, isVisible }) => kind === 'copc' && isVisible).map(({ id }) => id);
  const points =
    ports.clouds === null || ids.length === 0
      ? null
      : await ports.clouds.gather(ids, corridor, display, pointLimit, signal);
  const flat = corridor.stations.flatMap((_, i) => [corridor.xy[2 * i]!, corridor.xy[2 * i + 1]!, 0]);
  const line = ports.surface === null ? null : await readLine(flat);
  const factor = groundFactor(flat, points?.xyz, line);
  const onGround = (stations: Float64Array) => stations.map((station) => station * factor);
  return {
    corridor,
    length: corridor.length * factor,
    points: points && { ...points, stations: onGround(points.stations) },
    line: line && { ...line, stations: onGround(line.stations) },
  };

  /** Ground length over length on the map of the whole line, at the height of what lies along it. */
  function groundFactor(
    coordinates: readonly number[],
    xyz: Float64Array | undefined,
    surface: ProfileLine | null,
  ): number {
    const heights = surface ? [...surface.heights] : [...(xyz ?? [])].filter((_, i) => i % 3 === 2);
    const known = heights.filter((z) => !Number.isNaN(z));
    const mean = known.reduce((sum, z) => sum + z, 0) / known.length;
    const raised = coordinates.map((value, i) => (i % 3 === 2 ? mean : value));
    return planLength(groundPositions(raised, 1, ground(raised))) / corridor.length;
  }

  async function readLine(coordinates: readonly number[]): Promise<ProfileLine | null> {
    const surface = ports.surface!;
    try {
      const { grid } = await surface.readWindow(rectOf(coordinates), cellLimit, signal);
      const stations = Float64Array.from(
        { length: surfaceSteps + 1 },
        (_, i) => (corridor.length * i) / surfaceSteps,
      );
      const heights = stations.map(
        (station) => sampleGrid(grid, ...placeAtStation(corridor, station)) / zFactor,
      );
      return { name: surface.name, stations, heights };
    } catch (error) {
      // Outside the surface only the points are shown.
      if (error instanceof AppError && error.code === 'geometry.no-overlap') return null;
      throw error;
    }
  }
}
