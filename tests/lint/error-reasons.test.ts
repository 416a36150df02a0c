// biome-ignore-all lint/suspicious/noTemplateCurlyInString: samples of source texts
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { referenceTexts } from '#locales/texts.ts';

/** Parameters of errors that say why or what in words of ours, and of functions that make errors. */
const params = [
  'reason',
  'why',
  'what',
  'wanted',
  'expected',
  'found',
  'other',
  'place',
  'item',
  'fact',
  'element',
  'bSays',
];

/** Faults without a file, whose second argument is the code of a reason. */
const faultClasses = ['BlockFault', 'JpegFault'];

const sources = execFileSync(
  'git',
  ['ls-files', 'domain', 'contract', 'workers', 'wasm/bindings', 'server', 'src', 'gpu'],
  {
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/** Whether a literal piece of a template is words rather than a separator or part of a name. */
const hasWord = (piece: string) => /[A-Za-z]{2,}[ ,:]|[ ,:][A-Za-z]{2,}/.test(piece);

/** What of a value is English, or the text of an exception: in every branch of a conditional. */
function englishOf(value: ts.Expression): string[] {
  if (ts.isConditionalExpression(value)) return [...englishOf(value.whenTrue), ...englishOf(value.whenFalse)];
  if (ts.isParenthesizedExpression(value)) return englishOf(value.expression);
  if (ts.isBinaryExpression(value)) return [...englishOf(value.left), ...englishOf(value.right)];
  if (ts.isStringLiteralLike(value)) return /\w \w/.test(value.text) ? [value.text] : [];
  if (ts.isTemplateExpression(value)) {
    const pieces = [value.head.text, ...value.templateSpans.map(({ literal }) => literal.text)];
    return pieces.some(hasWord) ? [value.getText()] : [];
  }
  const isMessage = /^(?:error|cause)\.message$|^String\((?:error|cause)\)$/.test(value.getText());
  return isMessage ? [value.getText()] : [];
}

/** Names of functions of a file with the places of their parameters that are such words. */
function wordArguments(file: ts.SourceFile): Map<string, number[]> {
  const places = new Map<string, number[]>();
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      const named = ts.isVariableDeclaration(node.parent) ? node.parent.name : node.name;
      const at = node.parameters.flatMap(({ name }, i) => (params.includes(name.getText()) ? [i] : []));
      if (named && at.length > 0) places.set(named.getText(), at);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return places;
}

function wordsIn(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const callees = wordArguments(file);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isNamed = ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node);
    if (isNamed && node.initializer && params.includes(node.name.getText())) {
      found.push(...englishOf(node.initializer));
    }
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) {
      const callee = node.expression.getText().replace(/^this\./, '');
      const at = faultClasses.includes(callee) ? [1] : (callees.get(callee) ?? []);
      found.push(...at.flatMap((i) => (node.arguments?.[i] ? englishOf(node.arguments[i]) : [])));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found.map((words) => `${path}: ${words}`);
}

test('reasons of errors are codes with a text in the locale, never English in a parameter', () => {
  const checked = sources.filter(({ text }) => /AppError|\bcode: '|Fault\b/.test(text));
  expect(checked.flatMap(({ path, text }) => wordsIn(path, text))).toEqual([]);
});

test.each([
  "new AppError('a.b', { reason: 'it is wrong' })",
  "new AppError('a.b', { reason: `it has ${count} vertices` })",
  "const reason = isOdd ? `${count} corners` : 'an-even-count';",
  "const fail = (reason: string) => new AppError('a.b', { reason }); fail(`chunk ${i}`);",
  'class Reader { #fault(expected: string) {} read() { this.#fault(`a comma or ${close}`); } }',
  "throw new BlockFault('damaged', `predictor ${predictor}`);",
  "new AppError('a.b', { reason: error instanceof Error ? error.message : String(error) })",
])('%s is refused', (text) => {
  expect(wordsIn('a.ts', text)).not.toEqual([]);
});

test('every text of a reason belongs to a code that stands in a source', () => {
  const all = sources.map(({ text }) => text).join('\n');
  const codes = Object.keys(referenceTexts)
    .filter((key) => key.startsWith('reasons.'))
    .map((key) => key.slice('reasons.'.length).replace(/_(?:one|other)$/, ''));
  expect(codes.length).toBeGreaterThan(100);
  expect(codes.filter((code) => !all.includes(`'${code}'`) && !all.includes(`${code}:`))).toEqual([]);
});
