import type { CrsDefinition } from '#domain/crs/types.ts';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import type { ExchangeDrawing, ExchangeFeature, ExchangeLayer } from '#domain/formats/exchange-model.ts';
import type { LinearUnit } from '#domain/units/units.ts';

/** Texts, surfaces and symbols of a drawing. */
export type DrawnParts = Pick<ExchangeDrawing, 'texts' | 'surfaces' | 'symbols'>;

/** A drawing as a file has it. */
export interface DrawingInput extends DrawnParts {
  readonly layers: readonly ExchangeLayer[];
  readonly features: readonly ExchangeFeature[];
  readonly epsg: number | null;
  /** The system that the file describes, where it is known beside its code. */
  readonly definition?: CrsDefinition | null;
  /** What the file says; left out: nothing. */
  readonly unit?: LinearUnit | null;
  readonly faults?: readonly ErrorRecord[];
}
