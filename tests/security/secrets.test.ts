import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Route, routeUrl } from '#contract/routes/route.ts';
import { routes } from '#contract/routes/table.ts';
import type { ImagesAnnounced } from '#contract/schemas/images.ts';
import { openDatabase } from '#server/db/database.ts';
import { findRunning } from '#server/db/embedded/supervisor.ts';
import { installation } from '#server/runtime/paths.ts';
import { outboxFolder, readOutbox } from '#server/services/mail/outbox.ts';
import { ensureAccount } from '#server/services/people/accounts.ts';
import { patternBytes } from '#tests/support/pattern-bytes.ts';
import { type S3Server, startS3Server } from '#tests/support/s3-server.ts';
import { type ServeProcess, startServeWith } from '#tests/support/serve-process.ts';
import { untilProcessed } from '#tests/support/served-survey.ts';
import { signInCall } from '#tests/support/sign-in-link.ts';
import { startSmtpServer } from '#tests/support/smtp-server.ts';

const isBuilt = existsSync(join(installation.root, 'dist', 'node', 'cli.js'));
const password = 'Theodolite-Secret-1';
const wrongPassword = 'Tachymeter-Secret-2';
const mailPassword = 'Mail-Secret-3';

let folder: string;
let bucket: S3Server;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-secrets-'));
  await chmod(folder, 0o755);
  bucket = await startS3Server(join(folder, 'bucket'));
});
afterAll(async () => {
  await bucket.close();
  await rm(folder, { recursive: true, force: true });
});

/** A server that keeps files in the bucket, with what it was told kept as secrets. */
async function open(name: string, variables: NodeJS.ProcessEnv) {
  const data = join(folder, name);
  const { url, region, accessKeyId, secretAccessKey } = bucket.settings;
  const server = await startServeWith(
    {
      PLUMBLINE_DEBUG: '1',
      PLUMBLINE_S3_URL: url,
      PLUMBLINE_S3_REGION: region,
      PLUMBLINE_S3_ACCESS_KEY_ID: accessKeyId,
      PLUMBLINE_S3_SECRET_ACCESS_KEY: secretAccessKey,
      ...variables,
    },
    data,
  );
  const databaseUrl = await findRunning(data, 'plumbline');
  const database = await openDatabase(databaseUrl, installation.migrations, 2);
  await ensureAccount(database.db, { email: 'person@example.com', password });
  await ensureAccount(database.db, { email: 'friend@example.com' });
  const secrets = [secretAccessKey, new URL(databaseUrl).password, password, wrongPassword];
  const said = server.said().length;
  return {
    data,
    server,
    secrets,
    /** What it wrote after it said where it listens, for which the sign-in link is meant. */
    said: () => server.said().slice(said),
    rows: () => readRows(databaseUrl),
    close: async () => {
      await database.close();
      server.child.kill('SIGTERM');
      await server.ended;
    },
  };
}

/** Every row of every table, as text. */
async function readRows(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const tables = await client.query<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
    );
    const texts: string[] = [];
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ text: string }>(
        `select row_to_json(t)::text as text from ${name} t`,
      );
      texts.push(...rows.map(({ text }) => text));
    }
    return texts.join('\n');
  } finally {
    await client.end();
  }
}

/** Log files of a data folder. */
async function readLogs(data: string): Promise<string> {
  const names = (await readdir(data, { recursive: true }).catch(() => [])).filter((name) =>
    /\.log$|(^|[/\\])log[/\\]/.test(name),
  );
  return (await Promise.all(names.map((name) => readFile(join(data, name), 'utf8').catch(() => '')))).join(
    '\n',
  );
}

/** Calls a route; the response with its text. */
async function call(
  { url }: ServeProcess,
  cookie: string,
  route: Route,
  { params = {}, query = {}, body }: { params?: object; query?: object; body?: unknown } = {},
) {
  const answer = await fetch(
    `${url}${routeUrl(route, params as Record<string, unknown>, query as Record<string, unknown>)}`,
    {
      method: route.method,
      headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    },
  );
  const text = await answer.text();
  return { status: answer.status, text, cookies: answer.headers.getSetCookie() };
}

const cookieOf = (cookies: readonly string[]) => cookies[0]?.split(';')[0] ?? '';
/** The parts of a session's cookie: its token and the signature. */
const secretsOf = (cookie: string) => decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1)).split('.');

const findIn = (text: string, secrets: readonly string[]) =>
  secrets.filter((secret) => text.includes(secret));

const title = isBuilt
  ? 'after a journey'
  : 'after a journey (skipped: the program is not built, npm run build)';

describe.skipIf(!isBuilt)(title, () => {
  it('no secret of it stands in a log or, in the clear, in the database', async () => {
    const { data, server, secrets, said, rows, close } = await open('kept', {});
    try {
      const link = signInCall(server.signInUrl);
      const byLink = await call(server, '', routes.accountSignIn, { body: link.body });
      secrets.push(link.body.token, ...secretsOf(cookieOf(byLink.cookies)));
      const email = 'person@example.com';
      await call(server, '', routes.accountLogin, { body: { email, password: wrongPassword } });
      await call(server, '', routes.accountLogin, { body: { email: [email], password: [password] } });
      const signedIn = await call(server, '', routes.accountLogin, { body: { email, password } });
      const cookie = cookieOf(signedIn.cookies);
      expect(signedIn.status).toBe(200);
      secrets.push(...secretsOf(cookie));

      const change = { email: 'moved@example.com', password };
      await call(server, cookie, routes.accountPut, { body: { ...change, password: wrongPassword } });
      expect((await call(server, cookie, routes.accountPut, { body: change })).status).toBe(200);
      const { messages } = await readOutbox(outboxFolder(data));
      const code = /\b\d{8}\b/.exec(messages.at(-1)?.text ?? '')?.[0] ?? '';
      expect(code).toMatch(/^\d{8}$/);
      secrets.push(code);
      const verify = { email: change.email, verification_code: code };
      expect((await call(server, cookie, routes.emailVerify, { query: verify })).status).toBe(200);

      const made = await call(server, cookie, routes.projectCreate, {
        body: { name: 'Pit', type: 'images' },
      });
      const params = { pk: JSON.parse(made.text).pk };
      await call(server, cookie, routes.projectShare, { params, body: { email: 'friend@example.com' } });
      const files = ['a.jpg', 'b.jpg'].map((name) => ({ name, size: 4000, role: 'image' }));
      const announced = await call(server, cookie, routes.imagesInitialize, { params, body: { files } });
      const { slots }: ImagesAnnounced = JSON.parse(announced.text);
      for (const { name } of slots) {
        const signed = await call(server, cookie, routes.uploadSign, {
          params,
          body: { name, call: { call: 'put' } },
        });
        const { method, url, headers } = JSON.parse(signed.text);
        const signature = /Signature=([0-9a-f]{64})/.exec(signed.text)?.[1] ?? '';
        expect(signature, signed.text).not.toBe('');
        secrets.push(signature);
        const sent = await fetch(url, {
          method,
          headers,
          body: new Uint8Array(patternBytes(4000, 1, 'jpeg')),
        });
        expect(sent.status).toBe(200);
      }
      // Photos that are none: the processing of them fails.
      expect((await call(server, cookie, routes.uploadCompleted, { params })).status).toBe(200);
      const project = await untilProcessed(server, cookie, params.pk);
      expect(project.state).toBe('errored');
      await fetch(`${server.url}/files/${params.pk}/archive?inputs`, { headers: { cookie } }).then((answer) =>
        answer.arrayBuffer(),
      );
      bucket.refuse = () => 500;
      await fetch(`${server.url}/files/${params.pk}/images/a.jpg`, { headers: { cookie } });
      bucket.refuse = null;
      await call(server, cookie, routes.drawingGet, { params, query: { revision: 2 ** 40 } });
      await call(server, cookie, routes.accountLogout, { query: { everywhere: true } });

      expect(said()).toContain('account.login');
      expect(findIn(said(), secrets)).toEqual([]);
      expect(findIn(await readLogs(data), secrets)).toEqual([]);
      expect(findIn(await rows(), secrets)).toEqual([]);
    } finally {
      await close();
    }
  });

  it('through a mail server that refuses it, neither the code nor the mail password is told', async () => {
    const smtp = await startSmtpServer();
    const url = new URL(smtp.url);
    url.username = 'mailer';
    url.password = mailPassword;
    const { data, server, secrets, said, rows, close } = await open('mailed', {
      PLUMBLINE_SMTP_URL: url.href,
      PLUMBLINE_MAIL_FROM: 'survey@example.com',
    });
    try {
      secrets.push(mailPassword, Buffer.from(`\0mailer\0${mailPassword}`).toString('base64'));
      const body = { email: 'person@example.com', password };
      const cookie = cookieOf((await call(server, '', routes.accountLogin, { body })).cookies);
      secrets.push(...secretsOf(cookie));
      await call(server, cookie, routes.accountPut, { body: { email: 'moved@example.com', password } });
      await call(server, '', routes.accountLogin, { body: { ...body, password: wrongPassword } });
      expect(findIn(said(), secrets)).toEqual([]);
      expect(findIn(await readLogs(data), secrets)).toEqual([]);
      expect(findIn(await rows(), secrets)).toEqual([]);
    } finally {
      await close();
      await smtp.close();
    }
  });
});
