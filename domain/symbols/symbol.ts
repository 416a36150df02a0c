/** A part of a symbol, in its own plane: x right, y up, the place of the point at 0, 0; one unit is the symbol's height. */
export type SymbolPart =
  /** xy per vertex, length 2n. */
  | { readonly kind: 'line'; readonly points: readonly number[]; readonly isClosed?: boolean }
  | { readonly kind: 'area'; readonly points: readonly number[] }
  | {
      readonly kind: 'circle';
      readonly x: number;
      readonly y: number;
      readonly radius: number;
      readonly isFilled?: boolean;
    }
  /** A part of a circle from `start` to `end`, radians from east, counter-clockwise. */
  | {
      readonly kind: 'arc';
      readonly x: number;
      readonly y: number;
      readonly radius: number;
      readonly start: number;
      readonly end: number;
    };

/** A symbol of the library: what stands at a point of its kind. */
export interface SymbolDefinition {
  /** Name in files and in the document: lower case letters, digits, dashes. */
  readonly name: string;
  readonly parts: readonly SymbolPart[];
}
