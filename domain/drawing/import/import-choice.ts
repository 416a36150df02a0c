import { isSameSystem } from '../../crs/same-system.ts';
import type { CrsDefinition } from '../../crs/types.ts';
import { type LinearUnit, METRE, type Unit } from '../../units/units.ts';
import type { DrawingPlacement } from './place-drawing.ts';

/** What a person says of a file's coordinates. */
export interface ImportChoice {
  /** Null: not said yet. */
  readonly system: 'project' | 'file' | 'other' | null;
  /** The system that was chosen where it is another one. */
  readonly other: CrsDefinition | null;
  /** Unit of its lengths and heights. Null: not said, or as the file says. */
  readonly unit: LinearUnit | null;
  /** The first coordinate is north, the second east. */
  readonly isSwapped: boolean;
}

/** What is known of the file and of the project. */
export interface ImportFacts {
  /** The system and unit that the file states; null where it states none. */
  readonly fileSystem: CrsDefinition | null;
  readonly fileUnit: LinearUnit | null;
  readonly projectSystem: CrsDefinition | null;
  /** Unit of x and y of the project, and of its heights; null where they are not known. */
  readonly projectUnit: Unit | null;
  readonly projectHeightUnit: LinearUnit | null;
}

const chordTolerance = 0.001;

/** The system that a choice names; null for the project's own, and where it was not said. */
export function chosenSystem({ fileSystem }: ImportFacts, choice: ImportChoice): CrsDefinition | null {
  if (choice.system === 'file') return fileSystem;
  return choice.system === 'other' ? choice.other : null;
}

/** The unit of lengths in plan of a system; null for degrees, and where it has none. */
function planUnit(system: CrsDefinition | null): Unit | null {
  return system?.horizontal && 'unit' in system.horizontal ? system.horizontal.unit : null;
}

/**
 * The unit of heights: as chosen, as the file says, that of the system's heights, else that of its plan; metres beside
 * degrees.
 */
export function heightUnitOf(facts: ImportFacts, choice: ImportChoice): LinearUnit | null {
  const stated = choice.unit ?? facts.fileUnit;
  if (stated !== null || choice.system === 'project' || choice.system === null) return stated;
  const system = chosenSystem(facts, choice);
  const plan = planUnit(system);
  return system?.vertical?.unit ?? (plan?.kind === 'linear' ? plan : METRE);
}

/** Units of the system in one unit of the file: a file may state feet beside the code of a system in metres. */
function statedScale({ fileUnit }: ImportFacts, system: CrsDefinition): number {
  const unit = planUnit(system);
  return fileUnit && unit?.kind === 'linear' ? fileUnit.metres / unit.metres : 1;
}

/** How the file is placed; null while a question is open: its system, or the unit of its numbers. */
export function placementOf(facts: ImportFacts, choice: ImportChoice): DrawingPlacement | null {
  const { projectSystem, projectUnit, projectHeightUnit } = facts;
  const { isSwapped } = choice;
  if (choice.system === null || (choice.system === 'other' && choice.other === null)) return null;
  const system = chosenSystem(facts, choice);
  const unit = heightUnitOf(facts, choice);
  const height = unit && projectHeightUnit ? unit.metres / projectHeightUnit.metres : 1;
  const shared = { isSwapped, target: projectSystem, heightScale: height, tolerance: chordTolerance };
  if (system !== null && projectSystem !== null) {
    const planScale = statedScale(facts, system);
    if (isSameSystem(system, projectSystem)) return { ...shared, system: null, planScale };
    const angle = planUnit(system)?.kind === 'angular' ? chordTolerance / 111_000 : chordTolerance;
    return { ...shared, system, planScale, tolerance: angle };
  }
  // Degrees of the project are no lengths: the file's numbers are taken for the same.
  if (projectUnit?.kind === 'angular') return { ...shared, system: null, planScale: 1 };
  if (unit === null) return null;
  const plan = projectUnit ? unit.metres / projectUnit.metres : 1;
  return { ...shared, system: null, planScale: plan };
}
