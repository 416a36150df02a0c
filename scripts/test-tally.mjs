/** How long files took, seconds, and why tests were left out. */
const files = [];
const reasons = new Map();

/** Why a test was left out, by the last words in brackets of its name or its group's. */
function reasonOf(name) {
  return (
    name.match(/\(([^()]*(?:not installed|beside the project|skipped without)[^()]*)\)/)?.[1] ??
    'by a condition in the test'
  );
}

/** Takes over the files and left-out tests of one vitest report; `stage` names it. */
export function tally(stage, { testResults }, root = process.cwd()) {
  for (const { name, startTime, endTime, assertionResults } of testResults) {
    files.push({ stage, path: name.replace(`${root}/`, ''), seconds: (endTime - startTime) / 1000 });
    for (const { status, fullName } of assertionResults) {
      if (status !== 'pending' && status !== 'skipped' && status !== 'todo') continue;
      const reason = reasonOf(fullName);
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
    }
  }
}

/** The slowest files, a line each. */
export function slowest(count = 10) {
  const sorted = [...files].sort((a, b) => b.seconds - a.seconds).slice(0, count);
  return sorted.map(({ stage, path, seconds }) => `${seconds.toFixed(0).padStart(5)} s  ${stage}: ${path}`);
}

/** What was not checked and why, in one line; empty where all was. */
export function notChecked() {
  return [...reasons].map(([reason, count]) => `${count} (${reason})`).join(', ');
}
