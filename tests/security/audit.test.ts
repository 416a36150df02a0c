import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { routes } from '#contract/routes/table.ts';
import type { AuditEntry } from '#server/plugins/audit-log.ts';
import { ensureAccount } from '#server/services/people/accounts.ts';
import { createTestApi, type TestApi } from '#tests/support/api.ts';
import { createProject } from '#tests/support/lidar-upload.ts';

let api: TestApi;
const told: AuditEntry[] = [];
beforeAll(async () => {
  api = await createTestApi({ app: { onAudit: (entry) => told.push(entry) } });
});
beforeEach(() => {
  told.length = 0;
});
afterAll(() => api.close());

const short = () => told.map(({ action, account, project, status }) => [action, account, project, status]);

it('signing in is told with the account that was signed in, failures without', async () => {
  const row = await ensureAccount(api.context.db, { email: 'in@example.com', password: 'right password' });
  const login = (password: string) =>
    api.call(null, routes.accountLogin, { body: { email: 'in@example.com', password } });
  const wrong = await login('wrong password');
  const right = await login('right password');
  expect(wrong.statusCode).toBeGreaterThanOrEqual(400);
  expect(short()).toEqual([
    ['account.login', null, null, wrong.statusCode],
    ['account.login', row.pk, null, right.statusCode],
  ]);
  expect(told.every(({ address, request }) => address === '127.0.0.1' && request !== '')).toBe(true);
});

it('shares, their refusal, exports and removals are told with project and caller', async () => {
  const owner = await api.signIn({ email: 'owner@example.com' });
  const stranger = await api.signIn({ email: 'stranger@example.com' });
  const pk = await createProject(api, owner);
  told.length = 0;
  const share = { params: { pk }, body: { email: 'stranger@example.com' } };
  await api.call(stranger, routes.projectShare, share);
  await api.call(owner, routes.projectShare, share);
  await api.call(owner, routes.projectGet, { params: { pk } });
  await api.call(owner, routes.projectExportArchive, { params: { pk } });
  await api.call(owner, routes.projectDestroy, { params: { pk } });
  expect(short().map(([action, , project]) => [action, project])).toEqual([
    ['project.share', pk],
    ['project.share', pk],
    ['project.export-archive', pk],
    ['project.destroy', pk],
  ]);
  expect(told[0]!.status).toBeGreaterThanOrEqual(400);
  expect(told[1]!.status).toBe(200);
  expect(told[0]!.account).not.toBe(told[1]!.account);
});

it('nothing of what was sent is told: no passwords, codes or addresses', async () => {
  const caller = await api.signIn({ email: 'quiet@example.com' });
  await api.call(caller, routes.accountPut, {
    body: { email: 'new@example.com', password: 'a secret word' },
  });
  await api.call(caller, routes.emailVerify, {
    query: { email: 'new@example.com', verification_code: '12345678' },
  });
  await api.call(null, routes.accountSignIn, { body: { token: 'a-secret-token' } });
  expect(told.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['account.put', 'account.verify-email', 'account.sign-in']),
  );
  expect(JSON.stringify(told)).not.toMatch(/secret|example\.com|12345678/);
});
