import { expect, it } from 'vitest';
import { xmlAttributes } from './attributes.ts';

const pairsOf = (text: string) => [...xmlAttributes(text)].map(({ name, value }) => [name, value]);

it('reads attributes in both kinds of quotes, with blanks about the sign', () => {
  expect(pairsOf(`Surface name="a > b" desc='it is "so"' \n x:y = "1"`)).toEqual([
    ['name', 'a > b'],
    ['desc', 'it is "so"'],
    ['x:y', '1'],
  ]);
});

it('tells an attribute that is joined to the value before it', () => {
  const joined = [...xmlAttributes(`a="1"b="2" c="3"`)].map(({ isJoined }) => isJoined);
  expect(joined).toEqual([false, true, false]);
});

it('passes over what is no attribute', () => {
  expect(pairsOf('a=1 b="2" ="3" c==="4" d="5')).toEqual([['b', '2']]);
  expect(pairsOf('')).toEqual([]);
});
