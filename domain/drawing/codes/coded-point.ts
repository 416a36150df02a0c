import type { SurveyPoint } from '../../formats/point-text/layout.ts';

/** A surveyed point and the number of its row in the file, from 1. */
export interface CodedPoint extends SurveyPoint {
  readonly row: number;
}
