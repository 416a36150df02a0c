import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Exchange, startReplay } from '#tests/support/conversation.ts';
import { nodeodmScenarios } from '#tests/support/nodeodm-scenarios.ts';

const records = join(import.meta.dirname, '..', 'support', 'nodeodm');

/** The recorded calls, repeated polls each once. */
function told(said: readonly Pick<Exchange, 'call' | 'query' | 'sent'>[]): string[] {
  return [...new Set(said.map(({ call, sent }) => `${call} ${sent}`))];
}

describe('the record of a real NodeODM', () => {
  for (const { name, run, title } of nodeodmScenarios) {
    it(title, async () => {
      const record = JSON.parse(await readFile(join(records, `${name}.json`), 'utf8')) as Exchange[];
      const folder = await mkdtemp(join(tmpdir(), 'nodeodm-record-'));
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      const service = await startReplay(record);
      onTestFinished(() => service.close());
      await run({ url: service.url, folder, pollMs: 1 });
      expect(told(service.said)).toEqual(told(record));
    });
  }
});
