import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findAccountByEmail } from '#server/services/people/accounts.ts';
import { createTestApi, type TestApi } from '#tests/support/api.ts';
import { runHere } from '#tests/support/run-cli.ts';

const email = 'surveyor@example.com';
let api: TestApi;

beforeAll(async () => {
  api = await createTestApi();
  vi.stubEnv('DATABASE_URL', api.context.config.databaseUrl ?? '');
  vi.stubEnv('PLUMBLINE_MODE', 'cloud');
  await api.signIn({ email });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await api.close();
});

const run = (...args: string[]) => runHere('account', ...args, '--data', api.dataFolder);

const row = () => findAccountByEmail(api.context.db, email);

describe('plumbline account', () => {
  it('sets what an account may have processed, and takes it back', async () => {
    const made = await run('allow', email.toUpperCase(), '--gib', '2.5');
    expect(made).toMatchObject({ code: 0, error: '' });
    expect(made.out).toBe(`${email}: allowed 2.500 GiB, used 0.000 GiB, left 2.500 GiB\n`);
    expect((await row())?.freeProcessing).toBe(2.5);
    expect((await run('allow', email, '--default')).out).toContain('allowed unlimited');
    expect((await row())?.freeProcessing).toBeNull();
  });

  it('lifts the limit up to the end of a day', async () => {
    await run('allow', email, '--gib', '1');
    const { out } = await run('allow', email, '--unlimited-until', '2999-02-28', '--json');
    expect(JSON.parse(out)).toEqual({
      email,
      free_gib: 1,
      used_gib: 0,
      left_gib: null,
      unlimited_until: '2999-02-28T23:59:59.999Z',
    });
    expect((await run('show', email)).out).toContain('Unlimited up to and including 2999-02-28');
    await run('allow', email, '--unlimited-until', 'none');
    expect((await row())?.unlimitedProcessingUntil).toBeNull();
  });

  it.each([
    [['allow', email], /give exactly one of --gib/],
    [['allow', email, '--gib', '1', '--default'], /give exactly one of --gib/],
    [['allow', email, '--gib', '-1'], /cannot be -1/],
    [['allow', email, '--unlimited-until', '2026-02-30'], /cannot be 2026-02-30/],
    [['forbid', email], /choose one of show, allow/],
    [['show', 'nobody@example.com'], /No account has the address nobody@example.com/],
  ])('refuses %j and changes nothing', async (args, message) => {
    const before = await row();
    const { code, error } = await run(...args);
    expect(code).not.toBe(0);
    expect(error).toMatch(message);
    expect(await row()).toEqual(before);
  });
});
