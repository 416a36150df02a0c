import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { routes } from '#contract/routes/table.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { notice } from '#server/db/schema/notices.ts';
import { createSmtpMailer, type Mailer } from '#server/services/mail/mailer.ts';
import { sendNotices, startNotices } from '#server/services/mail/send-notices.ts';
import { type Caller, createTestApi, type TestApi } from '#tests/support/api.ts';
import { processLidar } from '#tests/support/lidar-upload.ts';
import { patternBytes } from '#tests/support/pattern-bytes.ts';
import { makeAll } from '#tests/support/pipelines.ts';
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

async function makeProject(wishes: Partial<typeof all>, name = 'North pit'): Promise<number> {
  const body = { name, type: 'lidar', ...wishes };
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

  it('are promised only where there is mail', async () => {
    const quiet = await createTestApi();
    try {
      const caller = await quiet.signIn({ email: 'owner@example.com', isSuperuser: true });
      const ask = (wishes: object) =>
        quiet.call(caller, routes.projectCreate, { body: { name: 'Pit', type: 'lidar', ...wishes } });
      expect((await ask({ notify_finish: true })).json()).toMatchObject({ code: 'api.no-mail' });
      expect((await ask({})).statusCode).toBe(200);
      expect((await quiet.call(null, routes.bootstrap)).json()).toMatchObject({ has_mail: false });
      expect((await api.call(null, routes.bootstrap)).json()).toMatchObject({ has_mail: true });
    } finally {
      await quiet.close();
    }
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
