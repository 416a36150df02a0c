import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** A message as submitted. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as transmitted, with dot-stuffing removed. */
  readonly data: string;
}

export interface SmtpServer {
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** Replies to the next `RCPT TO` commands, in order, in place of 250. */
  readonly refusals: string[];
  /** Resolves when so many messages were submitted. */
  until(count: number): Promise<void>;
  close(): Promise<void>;
}

const addressOf = (line: string): string => /<([^>]*)>/.exec(line)?.[1] ?? '';

/** Implements the receiving side of SMTP (RFC 5321) on a port of this machine, without extensions. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const received: ReceivedMail[] = [];
  const refusals: string[] = [];
  const sockets = new Set<Socket>();
  const waiting: { count: number; resolve(): void }[] = [];

  const take = (mail: ReceivedMail) => {
    received.push(mail);
    for (const { count, resolve } of waiting) if (received.length >= count) resolve();
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    socket.setEncoding('utf8');
    const say = (line: string) => socket.write(`${line}\r\n`);
    let [pending, from, to, data] = ['', '', [] as string[], null as string[] | null];
    const hear = (line: string) => {
      if (data !== null) {
        if (line !== '.') data.push(line.startsWith('.') ? line.slice(1) : line);
        else {
          take({ from, to, data: data.join('\n') });
          data = null;
          say('250 taken');
        }
        return;
      }
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === 'EHLO' || verb === 'HELO') say('250 smtp.test');
      else if (verb === 'MAIL') {
        [from, to] = [addressOf(line), []];
        say('250 ok');
      } else if (verb === 'RCPT') {
        const refusal = refusals.shift();
        if (refusal === undefined) to = [...to, addressOf(line)];
        say(refusal ?? '250 ok');
      } else if (verb === 'DATA') {
        data = [];
        say('354 go on');
      } else if (verb === 'QUIT') {
        say('221 bye');
        socket.end();
      } else say(verb === 'RSET' ? '250 ok' : '502 not known');
    };
    say('220 smtp.test ready');
    socket.on('data', (text) => {
      const lines = (pending + text).split('\r\n');
      pending = lines.pop() ?? '';
      for (const line of lines) hear(line);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refusals,
    until: (count) =>
      new Promise((resolve) => {
        if (received.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
