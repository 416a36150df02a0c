/**
 * Regular expressions of the code outside tests that may take more than linear time, so that a short text from outside
 * could hold the program up. Those made of parts (`new RegExp`) are checked where their parts are texts of the same file,
 * and refused elsewhere.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { check } from 'recheck';
import ts from 'typescript';

const rooms = ['domain', 'contract', 'viewport', 'wasm/bindings', 'gpu', 'workers', 'src', 'server'];
/** Files whose expressions see nothing but our own text, with what that is. */
const ownText = { 'gpu/layouts/wgsl-layout.ts': 'our shaders' };
/** Milliseconds that one expression may take to be judged. */
const timeout = 60_000;
const atATime = 2;

/** The text that an expression of texts gives; null where a part of it is not known here. */
function textOf(node, constants) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isIdentifier(node)) return constants.get(node.text) ?? null;
  if (!ts.isTemplateExpression(node)) return null;
  let text = node.head.text;
  for (const { expression, literal } of node.templateSpans) {
    const part = textOf(expression, constants);
    if (part === null) return null;
    text += part + literal.text;
  }
  return text;
}

function* expressionsOf(path) {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const constants = new Map();
  const found = [];
  const visit = (node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      const text = textOf(node.initializer, constants);
      if (text !== null) constants.set(node.name.text, text);
    }
    const line = () => source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ line: line(), pattern: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    if (ts.isNewExpression(node) && node.expression.getText() === 'RegExp') {
      const [pattern, flags] = (node.arguments ?? []).map((part) => textOf(part, constants));
      found.push({ line: line(), pattern, flags: flags ?? '' });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  yield* found.map((one) => ({ ...one, path }));
}

async function judge({ pattern, flags }) {
  if (pattern === null || pattern === undefined) return 'is made of parts that are not texts of this file';
  const { status, complexity } = await check(pattern, flags, { timeout, randomSeed: 0 });
  if (status === 'safe') return null;
  return status === 'vulnerable'
    ? `takes ${complexity.type} time: ${pattern}`
    : `could not be judged: ${pattern}`;
}

const listed = spawnSync('git', ['ls-files', ...rooms], { encoding: 'utf8' }).stdout.split('\n');
const paths = listed.filter(
  (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path) && !(path in ownText) && existsSync(path),
);
const expressions = paths.flatMap((path) => [...expressionsOf(path)]);
const waiting = expressions.values();
const faults = [];
const work = async () => {
  for (const one of waiting) {
    const fault = await judge(one);
    if (fault !== null) faults.push(`${one.path}:${one.line} ${fault}`);
  }
};
await Promise.all(Array.from({ length: atATime }, work));
for (const fault of faults.sort()) console.error(fault);
console.log(`${expressions.length} regular expressions`);
process.exit(faults.length === 0 ? 0 : 1);
