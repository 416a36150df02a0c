import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { routes } from '#contract/routes/table.ts';
import { account } from '#server/db/schema/accounts.ts';
import { type Caller, createTestApi, type TestApi } from '#tests/support/api.ts';
import { createProject } from '#tests/support/lidar-upload.ts';

let api: TestApi;
let owner: Caller;
let guest: Caller;
let second: Caller;
let staff: Caller;
let pk: number;

beforeAll(async () => {
  api = await createTestApi();
  owner = await api.signIn({ email: 'owner@example.com' });
  guest = await api.signIn({ email: 'guest@example.com' });
  second = await api.signIn({ email: 'second@other.org' });
  staff = await api.signIn({ email: 'staff@example.com', isSuperuser: true });
});
beforeEach(async () => {
  pk = await createProject(api, owner);
});
afterAll(() => api.close());

const share = (caller: Caller, body: object) =>
  api.call(caller, routes.projectShare, { params: { pk }, body });
const changeRole = (caller: Caller, query: Record<string, unknown>) =>
  api.call(caller, routes.projectShareRole, { params: { pk }, query });
const get = (caller: Caller) => api.call(caller, routes.projectGet, { params: { pk } });
const save = (caller: Caller, path: string, body: object) =>
  api.app.inject({
    method: 'PUT',
    url: `/api/imageset/${pk}${path}`,
    headers: { cookie: caller.cookie },
    payload: body,
  });

describe('sharing a project', () => {
  it('lets viewers see, editors save, and neither rename, delete nor share', async () => {
    expect((await get(guest)).statusCode).toBe(404);
    const answer = await share(owner, {
      mode: 'view',
      domain: '',
      read: true,
      write: false,
      email: ' GUEST@example.com ',
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().acls).toEqual([{ pk: guest.pk, email: 'guest@example.com', acl: { write: false } }]);
    expect((await get(guest)).json()).toMatchObject({ owned: false, can_edit: false });
    const refused = await save(guest, '/drawing', {});
    expect(refused.statusCode).toBe(403);
    expect(refused.json().code).toBe('api.forbidden');

    const changed = await changeRole(owner, { email: guest.email, mode: 'edit' });
    expect(changed.json().acls).toEqual([{ pk: guest.pk, email: 'guest@example.com', acl: { write: true } }]);
    expect((await get(guest)).json()).toMatchObject({ owned: false, can_edit: true });
    expect((await save(guest, '/drawing', {})).json().code).not.toBe('api.forbidden');
    expect((await save(guest, '', { name: 'Mine' })).json().code).toBe('api.forbidden');
    expect((await share(guest, { email: second.email })).json().code).toBe('api.forbidden');
    const destroyed = await api.call(guest, routes.projectDestroy, { params: { pk }, body: {} });
    expect(destroyed.json().code).toBe('api.forbidden');

    await share(owner, { email: guest.email, mode: 'view' });
    expect((await save(guest, '/drawing', {})).json().code).toBe('api.forbidden');
  });

  it('invites several at once, each once, and is open to staff', async () => {
    const answer = await share(staff, {
      email: [guest.email, 'Guest@Example.com', second.email],
      write: true,
    });
    expect(answer.json().acls).toHaveLength(2);
    expect((await get(second)).json().can_edit).toBe(true);
  });

  it('names everybody without an account, and shares with none then', async () => {
    await api.signIn({ email: 'unverified@example.com' });
    await api.context.db
      .update(account)
      .set({ isEmailVerified: false })
      .where(eq(account.email, 'unverified@example.com'));
    const answer = await share(owner, { email: [guest.email, 'nobody@x.yz', 'unverified@example.com'] });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 'share.unknown-users',
      error_message:
        'nobody@x.yz, unverified@example.com: must be valid user (2); invite people who have an account.',
    });
    expect((await get(owner)).json().acls).toEqual([]);
  });

  it('refuses the owner, people of another domain, and a mode that contradicts the rights', async () => {
    expect((await share(owner, { email: owner.email })).json()).toMatchObject({
      code: 'share.owner',
      error_message: 'owner@example.com owns this project and needs no invitation.',
    });
    expect((await share(owner, { email: [second.email], domain: 'Example.com' })).json()).toMatchObject({
      code: 'share.other-domain',
      error_message: 'second@other.org: not of Example.com; check the addresses or leave the domain out.',
    });
    for (const body of [
      { email: guest.email, mode: 'view', write: true },
      { email: guest.email, mode: 'own' },
      { email: guest.email, read: false },
      { email: [] },
    ]) {
      expect((await share(owner, body)).json().code, JSON.stringify(body)).toBe('api.bad-request');
    }
    expect((await changeRole(owner, { email: guest.email, mode: 'own' })).json().code).toBe(
      'api.bad-request',
    );
    expect((await get(owner)).json().acls).toEqual([]);
  });
});

describe('a confidential project', () => {
  const setTo = (caller: Caller, confidentiality: unknown) =>
    api.call(caller, routes.projectConfidentiality, { params: { pk }, query: { confidentiality } });

  it('leaves the sight of staff until its owner gives it back', async () => {
    await share(owner, { email: guest.email, mode: 'edit' });
    expect((await get(staff)).statusCode).toBe(200);
    expect((await setTo(owner, 1)).json()).toEqual({ ok: true });
    const hidden = await get(staff);
    expect(hidden.statusCode).toBe(404);
    expect(hidden.json().error_message).toBe('Project not found.');
    expect((await get(guest)).json().confidentiality).toBe(1);
    await setTo(owner, 0);
    expect((await get(staff)).json().confidentiality).toBe(0);
  });

  it('is made one by nobody else', async () => {
    await share(owner, { email: guest.email, mode: 'edit' });
    for (const caller of [guest, staff]) expect((await setTo(caller, 1)).json().code).toBe('api.forbidden');
    for (const nonsense of [2, 'x', '']) {
      expect((await setTo(owner, nonsense)).json().code).toBe('api.bad-request');
    }
    expect((await get(owner)).json().confidentiality).toBe(0);
  });
});
