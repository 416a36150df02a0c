import type { LineType } from '../exchange-model.ts';

/** Names of line types as other programs have them. */
export const lineTypeNames: Readonly<Record<LineType, string>> = {
  solid: 'Continuous',
  dashed: 'DASHED',
  dotted: 'DOT',
  'dash-dot': 'DASHDOT',
};
