/**
 * The gate: build, lint, types, unit + kernel + API + data + site tests, panels and render tests in a browser, journeys.
 * Usage: node scripts/test.mjs [stage…]   (all stages of the gate when none is named; `site` is the part of `unit`
 * that prints figures against the simulated site's truth; `long` takes two hours, with `systems`, every
 * coordinate system against PROJ, `kills`, which ends server and worker at random moments, `large`, a raster above
 * 4 GiB, `fuzz`, each parser of foreign bytes on hostile inputs for half a minute, and `points`, 45 million points of three uneven tiles of which each is found again)
 * PLUMBLINE_TEST_DATABASE_URL, when set, runs the API tests a second time against that PostgreSQL.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { findChromium } from './chromium.mjs';
import { notChecked, slowest, tally } from './test-tally.mjs';

const reports = 'test-results/reports';
const shell = process.platform === 'win32';
const totals = { passed: 0, failed: 0, skipped: 0 };
/** Names of the tests that failed with their messages, told again at the end: a log is often kept from its end only. */
const failedTests = [];

function run(command, args, env = {}) {
  return spawnSync(command, args, { stdio: 'inherit', shell, env: { ...process.env, ...env } }).status === 0;
}

/** Runs a program beside others: what it prints is shown when it has ended. */
async function runBeside(command, args) {
  const child = spawn(command, args, { shell, stdio: ['ignore', 'pipe', 'pipe'] });
  const printed = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => printed.push(chunk));
  const [code] = await once(child, 'close');
  process.stdout.write(Buffer.concat(printed));
  return code === 0;
}

function runVitest(name, filters, env = {}) {
  const file = `${reports}/${name}.json`;
  rmSync(file, { force: true });
  const ok = run(
    'npx',
    ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...filters],
    env,
  );
  const report = JSON.parse(readFileSync(file, 'utf8'));
  totals.passed += report.numPassedTests;
  totals.failed +=
    report.numFailedTests +
    report.testResults.filter((entry) => entry.status === 'failed' && entry.assertionResults.length === 0)
      .length;
  totals.skipped += report.numPendingTests + report.numTodoTests;
  tally(name, report);
  for (const { name: path, message, assertionResults } of report.testResults) {
    const failed = assertionResults.filter((one) => one.status === 'failed');
    for (const one of failed) failedTests.push(`${name}: ${one.fullName}\n${one.failureMessages.join('\n')}`);
    if (message && failed.length === 0) failedTests.push(`${name}: ${path}\n${message}`);
  }
  return ok;
}

function specsOf(suite) {
  return [...suite.specs, ...(suite.suites ?? []).flatMap((inner) => specsOf(inner))];
}

function runBrowser(project) {
  const file = `${reports}/${project}.json`;
  rmSync(file, { force: true });
  const ok = run('npx', ['playwright', 'test', `--project=${project}`, '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  });
  const { stats, suites } = JSON.parse(readFileSync(file, 'utf8'));
  for (const spec of suites.flatMap((suite) => specsOf(suite)).filter((one) => !one.ok)) {
    const errors = spec.tests.flatMap((test) => test.results.flatMap((result) => result.errors));
    failedTests.push(
      `${project}: ${spec.file} ${spec.title}\n${errors.map((one) => one.message).join('\n')}`,
    );
  }
  totals.passed += stats.expected;
  totals.failed += stats.unexpected + stats.flaky;
  totals.skipped += stats.skipped;
  return ok;
}

function runRender() {
  const file = `${reports}/render.json`;
  rmSync(file, { force: true });
  const ok = run('node', ['tests/render/run.mjs'], { RENDER_REPORT: file });
  const report = JSON.parse(readFileSync(file, 'utf8'));
  totals.passed += report.passed;
  totals.failed += report.failed;
  return ok;
}

const secondDatabase = process.env.PLUMBLINE_TEST_DATABASE_URL;
const stages = {
  build: () => run('node', ['scripts/build.mjs']),
  lint: () => runBeside('node', ['scripts/lint.mjs']),
  types: () => runBeside('node', ['scripts/typecheck.mjs']),
  unit: () => runVitest('unit', []),
  ...(secondDatabase
    ? {
        // Whole programs with a database of their own would do the same once more.
        database: () =>
          runVitest('database', ['tests/api', '--exclude', 'tests/api/serve.test.ts'], {
            DATABASE_URL: secondDatabase,
          }),
      }
    : {}),
  components: () => runVitest('components', ['--config', 'vitest.components.config.ts']),
  render: runRender,
  journeys: () => runBrowser('journeys'),
  site: () => runVitest('site', ['tests/site']),
  systems: () => runVitest('systems', ['tests/long/crs'], { PLUMBLINE_LONG: '1' }),
  kills: () => runVitest('kills', ['tests/long/kill'], { PLUMBLINE_LONG: '1' }),
  fuzz: () => runVitest('fuzz', ['tests/security/fuzz'], { PLUMBLINE_LONG: '1' }),
  large: () => runVitest('large', ['tests/long/big-tiff'], { PLUMBLINE_LONG: '1' }),
  points: () => runVitest('points', ['tests/long/many-points'], { PLUMBLINE_LONG: '1' }),
  long: () =>
    [
      stages.systems(),
      stages.kills(),
      stages.fuzz(),
      stages.large(),
      stages.points(),
      runBrowser('long'),
    ].every(Boolean),
};

mkdirSync(reports, { recursive: true });
const wanted = process.argv.slice(2);
const names =
  wanted.length > 0
    ? wanted
    : Object.keys(stages).filter(
        (name) => !['site', 'systems', 'kills', 'fuzz', 'large', 'points', 'long'].includes(name),
      );
if (['components', 'render', 'journeys', 'long'].some((name) => names.includes(name))) {
  process.env.PLUMBLINE_CHROMIUM = findChromium();
  console.log(`browser: ${process.env.PLUMBLINE_CHROMIUM}`);
}

const failures = [];

async function runStage(name) {
  const started = Date.now();
  console.log(`\n== ${name}`);
  const passed = await stages[name]();
  console.log(`== ${name}: ${passed ? 'ok' : 'FAILED'} in ${((Date.now() - started) / 1000).toFixed(0)} s`);
  if (!passed) failures.push(name);
}

/** Stages of one thread each, which run beside each other. */
const checks = ['lint', 'types'].filter((name) => names.includes(name));
const turns = names.includes('build') ? [['build'], checks] : [checks];
turns.push(...names.filter((name) => !turns.flat().includes(name)).map((name) => [name]));
for (const turn of turns) {
  await Promise.all(turn.map(runStage));
  if (failures.includes('build')) break;
}
console.log('\n== result');
for (const one of failedTests) console.log(`failed in ${one}\n`);
const slow = slowest();
if (slow.length > 0) console.log(`slowest files of tests\n${slow.join('\n')}\n`);
if (failures.length > 0) console.log(`stages that failed: ${failures.join(', ')}`);
if (failures.length > 0 && totals.failed === 0) totals.failed = failures.length;
const left = notChecked();
if (left !== '') console.log(`not checked here: ${left}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped`);
process.exit(failures.length === 0 ? 0 : 1);
