import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, onTestFinished } from 'vitest';
import { startRecorder } from '../support/conversation.ts';
import { nodeodmScenarios } from '../support/nodeodm-scenarios.ts';

/*
 * A real NodeODM, started as `node index.js --test --test_seconds 3`, and one with `--test_fail_tasks` besides.
 * PLUMBLINE_RECORD names a folder that the conversations are written to; those of `tests/support/nodeodm` are replayed
 * where there is no service.
 */
const url = process.env['PLUMBLINE_TEST_NODEODM_URL'] ?? '';
const failingUrl = process.env['PLUMBLINE_TEST_NODEODM_FAILING_URL'] ?? '';
const records = process.env['PLUMBLINE_RECORD'] ?? '';

const why = url === '' ? ' (skipped: PLUMBLINE_TEST_NODEODM_URL is not set)' : '';

describe.skipIf(url === '')(`a real NodeODM${why}`, () => {
  for (const { fails, name, run, title } of nodeodmScenarios) {
    const target = fails ? failingUrl : url;
    it.skipIf(target === '')(
      title,
      async () => {
        const folder = await mkdtemp(join(tmpdir(), 'real-nodeodm-'));
        onTestFinished(() => rm(folder, { recursive: true, force: true }));
        const recorder = await startRecorder(target);
        onTestFinished(() => recorder.close());
        await run({ url: recorder.url, folder, pollMs: 200 });
        if (records === '') return;
        await mkdir(records, { recursive: true });
        const text = JSON.stringify(recorder.exchanges, null, 1);
        await writeFile(join(records, `${name}.json`), `${text}\n`);
      },
      60_000,
    );
  }
});
