import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { referenceTexts } from '#locales/texts.ts';

/** Parameters of errors that say why or what in words of ours. */
const params = ['reason', 'what', 'wanted', 'expected', 'found', 'other', 'place'];

const sources = execFileSync(
  'git',
  ['ls-files', 'domain', 'workers', 'wasm/bindings', 'server', 'src', 'gpu'],
  {
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/** Texts that a value may be, of the branches of a conditional too. */
function textsOf(value: ts.Expression): string[] {
  if (ts.isConditionalExpression(value)) return [...textsOf(value.whenTrue), ...textsOf(value.whenFalse)];
  if (ts.isParenthesizedExpression(value)) return textsOf(value.expression);
  return ts.isStringLiteralLike(value) ? [value.text] : [];
}

function wordsIn(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && params.includes(node.name.getText(file))) {
      found.push(...textsOf(node.initializer).filter((value) => /\w \w/.test(value)));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found.map((words) => `${path}: ${words}`);
}

test('reasons of errors are codes with a text in the locale, never English in a parameter', () => {
  const checked = sources.filter(({ text }) => text.includes('AppError') || /\bcode: '/.test(text));
  expect(checked.flatMap(({ path, text }) => wordsIn(path, text))).toEqual([]);
});

test('every text of a reason belongs to a code that stands in a source', () => {
  const all = sources.map(({ text }) => text).join('\n');
  const codes = Object.keys(referenceTexts).filter((key) => key.startsWith('reasons.'));
  expect(codes.length).toBeGreaterThan(100);
  expect(codes.filter((key) => !all.includes(`'${key.slice('reasons.'.length)}'`))).toEqual([]);
});
