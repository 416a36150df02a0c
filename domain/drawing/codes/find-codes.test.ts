import { expect, it } from 'vitest';
import type { FeatureCode } from '../feature-code.ts';
import { codeIndex, findCodes } from './find-codes.ts';

const codes = (
  [
    ['TREE', 'Tree, ep of it', 'Plants'],
    ['EPX', 'Edge of path', ''],
    ['EP', 'Edge of pavement', 'Road'],
    ['ÉA', 'Égout, avaloir', 'Réseaux'],
  ] as const
).map(
  ([code, name, layer], rank): FeatureCode => ({
    ...{ id: code, code, name, rank, kinds: [], attributes: [] },
    ...(layer ? { layer } : {}),
  }),
);

it.each([
  ['', 'TREE EPX EP ÉA'],
  ['ep', 'EP EPX TREE'],
  ['  edge   ROAD ', 'EP'],
  ['éGOUT', 'ÉA'],
  ['nothing', ''],
])('finds %j', (query, found) => {
  expect(
    findCodes(codeIndex(codes), query)
      .map(({ code }) => code)
      .join(' '),
  ).toBe(found);
});
