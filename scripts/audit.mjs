/**
 * Looks at what is installed: known vulnerabilities of what runs in production, from `high` on, where the registry answers;
 * and always that every package of the lock file is pinned by a SHA-512 of its bytes and that ours ask for exact versions.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const faults = [];
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
for (const [path, entry] of Object.entries(packages)) {
  // What a package brings inside itself is pinned by its own hash.
  if (path === '' || entry.link || entry.inBundle) continue;
  if (!entry.integrity?.startsWith('sha512-')) faults.push(`${path}: not pinned by a SHA-512`);
}
const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
  readFileSync('package.json', 'utf8'),
);
for (const [name, version] of Object.entries({
  ...dependencies,
  ...devDependencies,
  ...optionalDependencies,
})) {
  if (!/^(?:npm:[\w@/-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version))
    faults.push(`${name}: ${version} is no exact version`);
}

const shell = process.platform === 'win32';
const audit = ['audit', '--omit=dev', '--json', '--fetch-retries=0'];
const { stdout } = spawnSync('npm', audit, { encoding: 'utf8', shell, timeout: 60_000 });
const report = readReport(stdout);

/** What npm says; nothing where it had no answer. */
function readReport(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
if (report.vulnerabilities === undefined)
  console.log('audit: the registry gives no advisories here; the lock file alone');
for (const { name, severity, via } of Object.values(report.vulnerabilities ?? {})) {
  if (severity !== 'high' && severity !== 'critical') continue;
  const titles = via.map((cause) => (typeof cause === 'string' ? cause : cause.title));
  faults.push(`${name}: ${severity}: ${titles.join('; ')}`);
}
for (const fault of faults) console.error(fault);
console.log(`audit: ${Object.keys(packages).length - 1} packages, ${faults.length} faults`);
process.exit(faults.length === 0 ? 0 : 1);
