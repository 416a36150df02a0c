/** What a control code says of the line whose code it follows. */
export const controlKinds = ['begin', 'end', 'close', 'curve-begin', 'curve-end', 'rectangle'] as const;
export type ControlKind = (typeof controlKinds)[number];

/** The words of each control code; case does not matter. A word that is also a feature code is that. */
export type ControlWords = Readonly<Record<ControlKind, readonly string[]>>;

/**
 * Words that are understood where nothing else is said. `rectangle` may be followed by a width: then the line has two
 * points and the rectangle lies right of it (left where the width is negative); without a width it has three.
 */
export const usualControlWords: ControlWords = {
  begin: ['B', 'BEG', 'BEGIN', 'ST', 'START'],
  end: ['E', 'END'],
  close: ['CLS', 'CLOSE'],
  'curve-begin': ['PC', 'BC'],
  'curve-end': ['PT', 'EC'],
  rectangle: ['RECT'],
};
