import type { ScaleBarResult } from '#domain/photogrammetry/adjustment/problem.ts';
import type { CheckpointAccuracy } from '#domain/photogrammetry/summary/checkpoint-accuracy.ts';
import type { OverlapMap } from '#domain/photogrammetry/summary/footprints.ts';
import type { ResidualField } from '#domain/photogrammetry/summary/residual-field.ts';
import type { StepCost } from '../../steps.ts';
import type { PositionResidual } from '../positions/position-residual.ts';

/** A labelled value, both formatted. */
export type Fact = readonly [label: string, value: string];

/** A place of the plan with an arrow from it; all in metres of the local frame (x east, y north). */
export interface PlanArrow {
  readonly x: number;
  readonly y: number;
  readonly dx: number;
  readonly dy: number;
}

/** A surveyed point of the plan. `residual` is adjusted − surveyed, metres; null axes were not measured. */
export interface ReportPoint {
  readonly label: string;
  readonly type: 'gcp' | 'checkpoint';
  readonly x: number;
  readonly y: number;
  readonly residual: readonly [x: number, y: number, z: number | null];
  readonly marks: number;
  readonly rmsPx: number;
  /** Left out of the adjustment as a blunder; `suspect` names the point that its mark actually shows. */
  readonly isOutlier: boolean;
  readonly suspect: string | null;
}

/** The satellite position of a photo: its fix as text, standard deviations and residuals east, north, up. */
export interface ReportPosition {
  readonly photo: string;
  readonly fix: string;
  readonly sigma: readonly [number, number, number | null];
  readonly residual: readonly [number, number, number | null];
}

export interface ReportCamera {
  readonly name: string;
  /** Width over height of the image. */
  readonly aspect: number;
  readonly parameters: readonly {
    readonly name: string;
    readonly initial: number;
    readonly value: number;
    /** Standard deviation; null where the parameter was fixed. */
    readonly sigma: number | null;
  }[];
  /** Of the free parameters, by their order; null where no covariance was computed. */
  readonly correlations: {
    readonly names: readonly string[];
    readonly matrix: readonly (readonly number[])[];
  } | null;
  readonly field: ResidualField;
}

/** The contents of the report; the writer computes nothing and reads only the images. */
export interface ReportModel {
  readonly title: string;
  /** ISO date of the newest photo: the date of the document, so that the same input gives the same bytes. */
  readonly capturedAt: string | null;
  readonly facts: readonly Fact[];
  /** Length unit of tables: its symbol and metres per unit. */
  readonly unit: { readonly symbol: string; readonly metres: number };
  readonly photos: readonly PlanArrow[];
  readonly footprints: readonly (readonly (readonly [x: number, y: number])[])[];
  readonly overlap: OverlapMap | null;
  readonly links: readonly { readonly a: number; readonly b: number; readonly points: number }[];
  readonly rejected: readonly Fact[];
  readonly cameras: readonly ReportCamera[];
  readonly points: readonly ReportPoint[];
  /** Measured distances between surveyed points, metres. */
  readonly scaleBars: readonly ScaleBarResult[];
  readonly accuracy: CheckpointAccuracy | null;
  /** Photos by kind of fix, and the fit of the used positions of each kind. */
  readonly fixes: readonly {
    readonly fix: string;
    readonly photos: number;
    readonly used: number;
    readonly residual: PositionResidual | null;
  }[];
  /** Photos whose positions were used; metres, null for unused heights. */
  readonly positions: readonly ReportPosition[];
  /** Absolute paths of images with their titles. */
  readonly pictures: readonly { readonly title: string; readonly path: string }[];
  readonly settings: readonly Fact[];
  readonly steps: readonly StepCost[];
  readonly doubts: readonly string[];
}
