import type { CrsDefinition } from '#domain/crs/types.ts';
import type { FeaturePurpose } from '#domain/drawing/document.ts';
import type { LinearUnit, Unit } from '#domain/units/units.ts';
import type { History } from './history/history.ts';
import type { Jobs } from './jobs.ts';
import type { Ground } from './measure/ground.ts';
import type { Clock, RequestFrame } from './ports/clock.ts';
import type { CloudAccess } from './ports/clouds.ts';
import type { DrawingStore } from './ports/drawing-store.ts';
import type { FileAccess } from './ports/files.ts';
import type { SurfaceAccess } from './ports/surface.ts';
import type { TaskRunner } from './ports/tasks.ts';
import type { Viewport } from './ports/viewport.ts';
import type { DrawingSaver } from './save/drawing-saver.ts';
import type { Snapper } from './snap/snapper.ts';
import type { Store } from './store/store.ts';
import type { SurfaceRegistry } from './surface/surface-registry.ts';
import type { SightHistory } from './view/sight-history.ts';

/** What the editor reaches the world through. */
export interface EditorPorts {
  readonly viewport: Viewport;
  readonly tasks: TaskRunner;
  readonly drawings: DrawingStore;
  /** The elevation model, else the surface model; null where the project has neither. */
  readonly surface: SurfaceAccess | null;
  /** The surface model beside an elevation model; null where the project has not both. */
  readonly top: SurfaceAccess | null;
  /** Null where the project's clouds cannot be cut. */
  readonly clouds: CloudAccess | null;
  readonly files: FileAccess;
  readonly clock: Clock;
  readonly requestFrame: RequestFrame;
  createId(): string;
  /** A number as the person's language writes it, with exactly so many decimals. */
  numberText(value: number, digits: number): string;
  /** What a feature is for, in the person's language. */
  purposeText(purpose: FeaturePurpose): string;
}

/** Facts of the project that the editor counts in. */
export interface ProjectFacts {
  readonly name: string;
  /** Unit of x and y; null where it is not known. */
  readonly coordinateUnit: Unit | null;
  /** Unit of lengths in plan; null where it is not known, or x and y are angles. */
  readonly horizontalUnit: LinearUnit | null;
  readonly verticalUnit: LinearUnit | null;
  /** No unit is declared for heights: they are taken to be in `verticalUnit`. */
  readonly isVerticalUnitAssumed: boolean;
  readonly epsg: number | null;
  readonly wkt: string | null;
  readonly crsName: string | null;
  /** The system of x and y; null where it is not known. */
  readonly system: CrsDefinition | null;
  readonly canEdit: boolean;
  /** Name of the layer that an empty drawing gets. */
  readonly firstLayerName: string;
}

/** What commands work with. */
export interface EditorContext {
  readonly ports: EditorPorts;
  readonly facts: ProjectFacts;
  /** Horizontal units in one vertical unit. */
  readonly zFactor: number;
  /** Where lengths are measured. */
  readonly ground: Ground;
  readonly store: Store;
  readonly history: History;
  readonly jobs: Jobs;
  readonly saver: DrawingSaver;
  readonly surfaces: SurfaceRegistry;
  readonly sights: SightHistory;
  readonly snapper: Snapper;
}
