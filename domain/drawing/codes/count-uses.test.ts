import { expect, it } from 'vitest';
import type { FeatureCode } from '../feature-code.ts';
import { countUses } from './count-uses.ts';

const code = (id: string, text: string): FeatureCode => ({
  ...{ id, code: text, name: '', kinds: [], attributes: [], rank: 1 },
});

it('counts the features of each code, numbered lines and control codes included', () => {
  const codes = [code('a', 'EP'), code('b', 'EP1'), code('c', 'MH'), code('d', 'XX')];
  const texts = ['EP', 'ep2 B', 'EP1', 'EP1 PC', 'MH EP', '', 'stone'];
  const uses = countUses(
    codes,
    texts.map((text) => ({ code: text })),
  );
  expect([...uses]).toEqual([
    ['a', 3],
    ['b', 2],
    ['c', 1],
  ]);
});
