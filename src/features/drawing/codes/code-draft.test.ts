import { expect, it } from 'vitest';
import type { CodeEntry } from '#domain/drawing/feature-code.ts';
import { type CodeDraft, draftOf, entryOf, faultsOf, newAttribute } from './code-draft.ts';

const tree: CodeEntry = {
  ...{ code: 'TR', name: 'Tree', symbol: 'tree-deciduous', colour: '#00aa11', lineType: 'dashed' },
  ...{ layer: 'Plants', kinds: ['point'] },
  attributes: [
    { name: 'kind', type: 'list', values: ['oak', 'pine'], initial: 'oak' },
    { name: 'height', type: 'number' },
  ],
};

it('gives a code back that was not changed', () => {
  expect(entryOf(draftOf(tree))).toEqual(tree);
  expect(faultsOf(draftOf(tree))).toBeNull();
  expect(entryOf({ ...draftOf(null), code: ' A ' })).toEqual({
    ...{ code: 'A', name: '', kinds: [], attributes: [] },
  });
});

it('takes choices line by line, each once', () => {
  const draft = draftOf(tree);
  const [kind] = draft.attributes;
  const attributes = [{ ...kind!, choices: ' oak \n\noak\r\nelm' }];
  expect(entryOf({ ...draft, attributes }).attributes[0]?.values).toEqual(['oak', 'elm']);
});

it('tells what has to be mended, at each attribute', () => {
  const blank = newAttribute([]);
  const named = (key: number, more: Partial<CodeDraft['attributes'][number]>) => ({ ...blank, key, ...more });
  const draft: CodeDraft = {
    ...draftOf(null),
    attributes: [
      named(1, {}),
      named(2, { name: 'a' }),
      named(3, { name: ' a ' }),
      named(4, { name: 'b', type: 'list', choices: ' \n' }),
      named(5, { name: 'c', type: 'list', choices: 'x', initial: 'y' }),
    ],
  };
  expect(faultsOf(draft)?.code).toBe('errors.drawing.code-empty');
  expect([...(faultsOf(draft)?.attributes ?? [])]).toEqual([
    [1, 'attributes.unnamed'],
    [3, 'attributes.twice'],
    [4, 'attributes.noChoices'],
    [5, 'attributes.notAChoice'],
  ]);
});
