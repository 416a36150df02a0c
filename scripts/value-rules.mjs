/**
 * Rules that need types, for the code outside tests: what they forbid has lost or changed values here before.
 *   buffer     a Node Buffer where bytes are expected: its `slice` is a view, that of a Uint8Array a copy
 *   spread     a list as the arguments of a call: they lie on the stack, which ends above some 100,000 values
 *   truth      a number as a condition: 0 is a value, and NaN is not nothing
 *   quotient   a quotient as a size: of odd counts it is no whole number
 */
import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** The types of i18next's keys take longer than everything else together. */
const leftOut = ['server/messages.ts'];

const rooms = ['domain', 'contract', 'viewport', 'wasm/bindings', 'gpu', 'workers', 'src', 'server'];

const texts = {
  buffer: 'a Buffer where bytes are expected: readOwn or ownBytes (workers/io/full-transfer.ts)',
  spread: 'a list spread as arguments: use domain/math/extremes.ts, concat or a loop',
  truth: 'a number as a condition: compare it',
  quotient: 'a quotient as a size: round it',
};

const sized = new Set([
  'Array',
  'ArrayBuffer',
  'SharedArrayBuffer',
  'Buffer',
  'Int8Array',
  'Uint8Array',
  'Uint8ClampedArray',
  'Int16Array',
  'Uint16Array',
  'Int32Array',
  'Uint32Array',
  'Float32Array',
  'Float64Array',
  'BigInt64Array',
  'BigUint64Array',
]);

function readProgram() {
  const { config } = ts.readConfigFile('tsconfig.json', (path) => readFileSync(path, 'utf8'));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.', {
    noEmit: true,
    skipLibCheck: true,
  });
  const parsed = ts.parseJsonConfigFileContent(
    { include: rooms, exclude: ['**/*.test.ts', '**/*.test.tsx'] },
    ts.sys,
    '.',
  );
  return ts.createProgram(parsed.fileNames, { ...options, incremental: false, tsBuildInfoFile: undefined });
}

const parts = (type) => (type.isUnion() ? type.types : [type]);
const isBuffer = (type) =>
  type.symbol?.name === 'Buffer' &&
  (type.symbol.declarations ?? []).some((at) => at.getSourceFile().fileName.includes('@types/node'));

const isBytes = (type) => type.symbol?.name === 'Uint8Array';

/** The expressions of which a node asks only whether they are true. */
function conditionOf(node) {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node) || ts.isDoStatement(node)) return node.expression;
  if (ts.isForStatement(node) || ts.isConditionalExpression(node)) return node.condition;
  if (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
    return node.operand;
  if (!ts.isBinaryExpression(node)) return undefined;
  const { kind } = node.operatorToken;
  const isLogical =
    kind === ts.SyntaxKind.AmpersandAmpersandToken ||
    kind === ts.SyntaxKind.BarBarToken ||
    kind === ts.SyntaxKind.BarBarEqualsToken;
  return isLogical ? node.left : undefined;
}

function withoutBrackets(node) {
  return ts.isParenthesizedExpression(node) ? withoutBrackets(node.expression) : node;
}

const isOperation = (node, ...kinds) =>
  ts.isBinaryExpression(node) && kinds.includes(node.operatorToken.kind);

/** Bits that are asked for stand as they are: `flags & 4`. */
const isBitTest = (node) => isOperation(node, ts.SyntaxKind.AmpersandToken);

/** `a.rank - b.rank || a.id - b.id`, `length || 1`: both are numbers, and what stands for 0 is said. */
const isAlternative = (node, checker) =>
  isOperation(node.parent, ts.SyntaxKind.BarBarToken) &&
  node === node.parent.left &&
  parts(checker.getTypeAtLocation(node.parent.right)).every((type) => type.flags & ts.TypeFlags.NumberLike);

/** A logical chain is judged by its parts, each as it comes. */
const isChain = (node) => isOperation(node, ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken);

/** Bytes of a list are marks: yes or no. */
const isMark = (node, checker) => {
  const element = ts.isNonNullExpression(node) ? node.expression : node;
  return (
    ts.isElementAccessExpression(element) &&
    checker.getTypeAtLocation(element.expression).symbol?.name === 'Uint8Array'
  );
};

/** Calls that take a value of a list an argument each. */
const taking = new Set([
  'min',
  'max',
  'push',
  'unshift',
  'splice',
  'concat',
  'fromCharCode',
  'fromCodePoint',
  'of',
]);
const takesMany = (node) =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  taking.has(node.expression.name.text);

/** `list.slice(from, to)` is as long as it says. */
const isBounded = (node) =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  ['slice', 'subarray'].includes(node.expression.name.text) &&
  node.arguments.length === 2;

const isOurs = (signature) =>
  signature?.declaration && !signature.declaration.getSourceFile().isDeclarationFile;

function checkFile(source, checker, tell) {
  const checkTruth = (node) => {
    const condition = conditionOf(node);
    if (!condition) return;
    const asked = withoutBrackets(condition);
    if (isBitTest(asked) || isChain(asked) || isAlternative(condition, checker) || isMark(asked, checker))
      return;
    const kinds = parts(checker.getTypeAtLocation(asked));
    if (kinds.some((type) => type.flags & ts.TypeFlags.NumberLike)) tell(asked, 'truth');
  };

  const checkBytes = (node) => {
    const expected = checker.getContextualType(node);
    if (!expected || !parts(checker.getAwaitedType(expected) ?? expected).some(isBytes)) return;
    const given = checker.getTypeAtLocation(node);
    if (parts(checker.getAwaitedType(given) ?? given).some(isBuffer)) tell(node, 'buffer');
  };

  const checkArguments = (node) => {
    for (const argument of node.arguments ?? []) {
      if (ts.isSpreadElement(argument)) {
        if (!takesMany(node) || isBounded(argument.expression)) continue;
        const spread = checker.getTypeAtLocation(argument.expression);
        if (!parts(spread).every((type) => checker.isTupleType(type))) tell(argument, 'spread');
        continue;
      }
      if (isOurs(checker.getResolvedSignature(node))) checkBytes(argument);
    }
  };

  /** What is returned, kept in an object or in a variable of a stated type. */
  const checkKept = (node) => {
    if (ts.isReturnStatement(node) && node.expression) checkBytes(node.expression);
    else if (ts.isPropertyAssignment(node)) checkBytes(node.initializer);
    else if (ts.isVariableDeclaration(node) && node.type && node.initializer) checkBytes(node.initializer);
    else if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) checkBytes(node.body);
  };

  const checkSlice = (node) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
    if (node.expression.name.text !== 'slice') return;
    if (parts(checker.getTypeAtLocation(node.expression.expression)).some(isBuffer)) tell(node, 'buffer');
  };

  const checkSize = (node) => {
    if (!ts.isNewExpression(node) || !ts.isIdentifier(node.expression) || !sized.has(node.expression.text))
      return;
    const size = node.arguments?.length === 1 ? withoutBrackets(node.arguments[0]) : undefined;
    if (size && isOperation(size, ts.SyntaxKind.SlashToken)) tell(size, 'quotient');
  };

  const visit = (node) => {
    checkTruth(node);
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) checkArguments(node);
    checkKept(node);
    checkSlice(node);
    checkSize(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
}

const program = readProgram();
const checker = program.getTypeChecker();
const faults = [];
for (const source of program.getSourceFiles()) {
  const path = source.fileName.replace(`${process.cwd()}/`, '');
  if (
    source.isDeclarationFile ||
    path.includes('node_modules') ||
    leftOut.includes(path) ||
    path.endsWith('.test.ts')
  )
    continue;
  if (!rooms.some((room) => path.startsWith(`${room}/`))) continue;
  checkFile(source, checker, (node, rule) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    faults.push(
      `${path}:${line + 1}: ${texts[rule]}: ${node.getText().slice(0, 60).replaceAll(/\s+/g, ' ')}`,
    );
  });
}
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);
