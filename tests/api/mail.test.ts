import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { routes } from '#contract/routes/table.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { mailWay } from '#server/config/mail-settings.ts';
import { notice } from '#server/db/schema/notices.ts';
import { createSmtpMailer, type Mailer } from '#server/services/mail/mailer.ts';
import { createOutbox, outboxFolder, readOutbox } from '#server/services/mail/outbox.ts';
import { sendNotices, startNotices } from '#server/services/mail/send-notices.ts';
import { type Caller, createTestApi, type TestApi } from '#tests/support/api.ts';
import { processLidar } from '#tests/support/lidar-upload.ts';
import { patternBytes } from '#tests/support/pattern-bytes.ts';
import { makeAll } from '#tests/support/pipelines.ts';
import { runHere } from '#tests/support/run-cli.ts';
import { type SmtpServer, startSmtpServer } from '#tests/support/smtp-server.ts';

const from = 'Plumbline <plumbline@example.com>';
const publicUrl = 'https://survey.example';
const all = { notify_error: true, notify_finish: true, notify_progress: true };

let smtp: SmtpServer;
let mailer: Mailer;
let api: TestApi;
let owner: Caller;

beforeEach(async () => {
  smtp = await startSmtpServer();
  mailer = createSmtpMailer({ url: smtp.url, from });
  api = await createTestApi({ mail: { url: smtp.url, from } });
  owner = await api.signIn({ email: 'owner@example.com', isSuperuser: true });
});
afterEach(async () => {
  mailer.close();
  await api.close();
  await smtp.close();
});

async function makeProject(notices: Partial<typeof all>, name = 'North pit'): Promise<number> {
  const body = { name, type: 'lidar', ...notices };
  const { pk } = (await api.call(owner, routes.projectCreate, { body })).json();
  await processLidar(api, owner, pk, patternBytes(5000));
  return pk;
}

const untilState = (pk: number, state: string) =>
  vi.waitFor(async () => {
    const project = (await api.call(owner, routes.projectLoad, { params: { pk } })).json();
    expect(project.state).toBe(state);
  }, 20_000);
const send = () => sendNotices(api.context.db, mailer, publicUrl);
const rows = () => api.context.db.select().from(notice).orderBy(notice.pk);
const subjects = () => smtp.received.map(({ data }) => /^Subject: (.*)$/m.exec(data)?.[1]);

describe('messages about a project', () => {
  it('go to its owner for each product and for the end, with a link to it, once', async () => {
    api.work(makeAll);
    const pk = await makeProject(all);
    await untilState(pk, 'completed');
    await Promise.all([send(), send()]);
    await send();
    expect(smtp.received).toHaveLength(6);
    expect(smtp.received.every(({ to }) => to.join() === 'owner@example.com')).toBe(true);
    expect(smtp.received[0]).toMatchObject({ from: 'plumbline@example.com' });
    expect(subjects()).toContain('North pit has been processed');
    expect(subjects()).toContain('North pit: Surface model is ready');
    expect(smtp.received[0]?.data).toContain(`${publicUrl}/projects/${pk}`);
    expect((await rows()).map(({ status }) => status)).toEqual(Array(6).fill('sent'));
  });

  it('tell why processing failed, with names as text', async () => {
    api.work(async () => {
      throw new AppError('photo.no-overlap', { count: 12 });
    });
    const pk = await makeProject({ notify_error: true }, '<i>Pit</i> "7"');
    await untilState(pk, 'errored');
    await send();
    expect(smtp.received).toHaveLength(1);
    const { data } = smtp.received[0]!;
    expect(data).toContain('12');
    expect(data).toContain('&lt;i&gt;Pit&lt;/i&gt;');
  });

  it('are only those that were asked for', async () => {
    api.work(makeAll);
    const [silent, told] = [await makeProject({}), await makeProject({ notify_finish: true })];
    await untilState(silent, 'completed');
    await untilState(told, 'completed');
    await send();
    expect(subjects()).toEqual(['North pit has been processed']);
  });

  it('are changed by the owner alone, at any time, each by itself', async () => {
    api.work(makeAll);
    const body = { name: 'North pit', type: 'lidar', notify_progress: true, notify_error: true };
    const { pk } = (await api.call(owner, routes.projectCreate, { body })).json();
    const change = (caller: Caller, notices: Partial<typeof all>) =>
      api.call(caller, routes.projectModify, { params: { pk }, body: notices });
    expect((await change(owner, { notify_progress: false, notify_finish: true })).json()).toMatchObject({
      name: 'North pit',
      notify_error: true,
      notify_finish: true,
      notify_progress: false,
    });
    const stranger = await api.signIn({ email: 'stranger@example.com' });
    expect((await change(stranger, { notify_finish: false })).statusCode).toBeGreaterThanOrEqual(400);
    await processLidar(api, owner, pk, patternBytes(5000));
    await untilState(pk, 'completed');
    await send();
    expect(subjects()).toEqual(['North pit has been processed']);
  });
});

describe('without a mail server', () => {
  const folder = () => outboxFolder(api.dataFolder);
  const keep = () => sendNotices(api.context.db, createOutbox(folder()), publicUrl);
  const run = (...args: string[]) => runHere('outbox', ...args, '--data', api.dataFolder);

  it('messages are promised, kept once, listed and shown', async () => {
    const quiet = { ...api.context.config, mail: null };
    expect([mailWay(api.context.config), mailWay(quiet)]).toEqual(['sent', 'kept']);
    expect(mailWay({ ...quiet, edition: 'desktop' })).toBe('none');
    expect((await run()).out).toContain('is empty');
    api.work(makeAll);
    const pk = await makeProject({ notify_finish: true });
    await untilState(pk, 'completed');
    await Promise.all([keep(), keep()]);
    await keep();
    expect((await rows()).map(({ status }) => status)).toEqual(['kept']);
    const { messages } = await readOutbox(folder());
    expect(messages).toMatchObject([{ to: 'owner@example.com', subject: 'North pit has been processed' }]);
    const { name = '' } = messages[0] ?? {};
    expect((await run()).out).toMatch(new RegExp(`^${name}  .* UTC  owner@example.com  North pit has been`));
    const shown = await run(name);
    expect(shown).toMatchObject({ code: 0, error: '' });
    expect(shown.out).toContain('Subject: North pit has been processed');
    expect(shown.out).toContain(`${publicUrl}/projects/${pk}`);
    expect(JSON.parse((await run('--json')).out)).toEqual(messages);
    expect(smtp.received).toEqual([]);
  });

  it('one that cannot be kept waits, and what is no message is named', async () => {
    const body = { name: 'Pit', type: 'lidar', notify_finish: true };
    const { pk } = (await api.call(owner, routes.projectCreate, { body })).json();
    await api.context.db.insert(notice).values({ imagesetPk: pk, kind: 'wait' });
    await writeFile(folder(), 'in the way');
    await expect(keep()).rejects.toThrow();
    expect(await rows()).toMatchObject([{ status: 'waiting', tries: 0 }]);
    await rm(folder());
    await keep();
    await writeFile(join(folder(), 'other.json'), '{}');
    const told = await run();
    expect(told.code).toBe(1);
    expect(told.out).toContain('Pit waits for ground control');
    expect(told.error).toContain('other.json');
    expect((await run('notice-0')).error).toContain('holds no message called notice-0');
  });
});

describe('a message that is not taken', () => {
  const put = async (changes: Partial<typeof notice.$inferInsert> = {}) => {
    const body = { name: 'Pit', type: 'lidar', notify_finish: true };
    const { pk } = (await api.call(owner, routes.projectCreate, { body })).json();
    await api.context.db.insert(notice).values({ imagesetPk: pk, kind: 'finish', ...changes });
  };
  const status = async () => (await rows())[0]?.status;

  it('waits when the server asks to, and is tried again later', async () => {
    await put();
    smtp.refusals.push('450 come again');
    await send();
    expect((await rows())[0]).toMatchObject({ status: 'waiting', tries: 1 });
    await send();
    expect(smtp.received).toHaveLength(0);
    await api.context.db.update(notice).set({ readyAt: sql`now()` });
    await send();
    expect([smtp.received.length, await status()]).toEqual([1, 'sent']);
  });

  it('is given up when it is refused for good, when it is a day old, and when its server died amid it', async () => {
    await put();
    smtp.refusals.push('550 no such person');
    await send();
    expect(await status()).toBe('failed');
    await put({ whenCreated: new Date(Date.now() - 90_000_000) });
    await put({ status: 'sending' });
    await send();
    expect((await rows()).map((row) => row.status)).toEqual(['failed', 'failed', 'sending']);
    expect(smtp.received).toHaveLength(0);
  });

  it('waits for a mail server that is away, and the sender goes on by itself', async () => {
    const away = createSmtpMailer({ url: 'smtp://127.0.0.1:1', from });
    await put();
    await sendNotices(api.context.db, away, publicUrl);
    away.close();
    expect(await status()).toBe('waiting');
    await api.context.db.update(notice).set({ readyAt: sql`now()` }).where(eq(notice.status, 'waiting'));
    const sender = startNotices(api.context.db, mailer, publicUrl);
    await smtp.until(1);
    await sender.stop();
    expect(await status()).toBe('sent');
  });
});
