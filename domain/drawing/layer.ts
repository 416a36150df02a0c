import type { LineType } from '../formats/exchange-model.ts';

/** A layer of a drawing. */
export interface DrawingLayer {
  readonly id: string;
  readonly name: string;
  /** `#rrggbb`. */
  readonly colour: string;
  readonly description?: string;
  /** Left out: solid. */
  readonly lineType?: LineType;
  /** Millimetres on paper. Left out: the default. */
  readonly lineWeight?: number;
  /** 0 opaque to 1 not seen. Left out: opaque. */
  readonly transparency?: number;
  readonly isVisible: boolean;
  /** Features on it cannot be changed. Left out: not locked. */
  readonly isLocked?: true;
  /** Name of the group of layers that it is listed in. Left out: none. */
  readonly group?: string;
  /** Layers and features are listed and drawn by ascending rank. */
  readonly rank: number;
}

/** Colours that new layers take in turn: apart from each other, and seen on light and dark ground. */
export const layerColours: readonly string[] = [
  '#ffc233',
  '#ff7a59',
  '#3fb8e8',
  '#7fd05f',
  '#d98cff',
  '#ff8fb8',
  '#38cfb0',
  '#f2f2f2',
];
