import { isSameSystem } from '../../crs/same-system.ts';
import type { CrsDefinition } from '../../crs/types.ts';
import { AppError, type ErrorRecord } from '../../errors/app-error.ts';
import type { LinearUnit, Unit } from '../../units/units.ts';
import { describeDeclared } from '../import/declared-system.ts';
import type { DrawingPlacement } from '../import/place-drawing.ts';
import type { ClipSystem } from './drawing-clip.ts';

/** What is known of the project that features are pasted into. */
export interface PasteTarget {
  readonly system: CrsDefinition | null;
  readonly wkt: string | null;
  readonly crsName: string | null;
  /** Unit of x and y; null where it is not known. */
  readonly coordinateUnit: Unit | null;
  readonly verticalUnit: LinearUnit | null;
}

export interface ClipPlacement {
  /** Null: the coordinates are those of the project already. */
  readonly placement: DrawingPlacement | null;
  /** What is done with the coordinates, for the person who pastes. */
  readonly notes: readonly ErrorRecord[];
}

/** Chords leave arcs by at most this, metres; degrees take what it is on the ground. */
const chordTolerance = 0.001;
const metresInDegree = 111_000;

/**
 * How the coordinates of copied features become those of a project: transformed where both systems are known, scaled
 * where only units are, else taken as they are, which is told. Heights are scaled and keep their datum.
 * @throws clip.unit-unknown where one side has degrees and the system of the other is not known
 */
export async function placeClip(
  source: ClipSystem,
  target: PasteTarget,
  count: number,
): Promise<ClipPlacement> {
  const { definition } =
    source.wkt === null || source.wkt === target.wkt
      ? { definition: source.wkt === null ? null : target.system }
      : await describeDeclared({ kind: 'wkt', wkt: source.wkt }, source.name ?? '');
  const heightScale =
    source.heightMetres !== null && target.verticalUnit !== null
      ? source.heightMetres / target.verticalUnit.metres
      : 1;
  const heightNotes: ErrorRecord[] =
    heightScale === 1 ? [] : [{ code: 'clip.heights-scaled', params: { count, factor: heightScale } }];
  const shared = { isSwapped: false, heightScale, target: target.system };
  if (definition !== null && target.system !== null) {
    if (isSameSystem(definition, target.system)) {
      const placement = { ...shared, system: null, planScale: 1, tolerance: chordTolerance };
      return { placement: heightScale === 1 ? null : placement, notes: heightNotes };
    }
    const tolerance = source.isAngular
      ? chordTolerance / metresInDegree
      : chordTolerance / (source.planMetres ?? 1);
    const params = { count, from: source.name ?? '', to: target.crsName ?? '' };
    return {
      placement: { ...shared, system: definition, planScale: 1, tolerance },
      notes: [{ code: 'clip.transformed', params }, ...heightNotes],
    };
  }
  const isTargetAngular = target.coordinateUnit?.kind === 'angular';
  if (source.isAngular !== isTargetAngular) throw new AppError('clip.unit-unknown');
  const unit = target.coordinateUnit?.kind === 'linear' ? target.coordinateUnit.metres : null;
  const planScale = source.planMetres !== null && unit !== null ? source.planMetres / unit : 1;
  const notes: ErrorRecord[] = [
    { code: 'clip.system-unknown', params: { count } },
    ...(planScale === 1 ? [] : [{ code: 'clip.scaled', params: { count, factor: planScale } } as const]),
    ...heightNotes,
  ];
  if (planScale === 1 && heightScale === 1) return { placement: null, notes };
  return { placement: { ...shared, system: null, planScale, tolerance: chordTolerance }, notes };
}
