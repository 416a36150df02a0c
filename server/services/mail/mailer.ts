import { createTransport } from 'nodemailer';
import type { MailSettings } from '../../config/mail-settings.ts';
import type { MessageText } from './compose-notice.ts';

/** A message to one person. */
export interface Message extends MessageText {
  readonly to: string;
  /** The same for every try. */
  readonly id: string;
  /** The time of the event. */
  readonly when: Date;
}

/**
 * The result of a message: `sent`; `kept` here; `later`, refused temporarily or server not reached; `never`, refused
 * permanently, or sent without a response, so that another try might deliver a second copy.
 */
export type Delivery = 'sent' | 'kept' | 'later' | 'never';

/** Delivers messages to people. */
export interface Mailer {
  /** Idempotent: the same message is stored once. */
  readonly isRepeatable: boolean;
  send(message: Message): Promise<Delivery>;
  close(): void;
}

const connectLimit = 10_000;
const answerLimit = 60_000;

/** Sends by SMTP. Passwords are only sent encrypted: without TLS a message with one is not sent to another machine. */
export function createSmtpMailer({ url, from }: MailSettings): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url);
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  const isSecure = protocol === 'smtps:';
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    requireTLS: username !== '' && !isLocal,
    connectionTimeout: connectLimit,
    greetingTimeout: connectLimit,
    socketTimeout: answerLimit,
    ...(username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
  });
  return {
    isRepeatable: false,
    send: async ({ to, id, when: date, subject, text, html }) => {
      try {
        const address = { name: '', address: to };
        await transport.sendMail({ from, to: address, date, subject, text, html, messageId: id });
        return 'sent';
      } catch (error) {
        return deliveryAfter(error);
      }
    },
    close: () => transport.close(),
  };
}

/** By the server's reply (RFC 5321, section 4.2.1): 4yz is transient, 5yz permanent. */
function deliveryAfter(error: unknown): Delivery {
  const { responseCode, command } = error as { responseCode?: number; command?: string };
  if (responseCode !== undefined) return responseCode >= 500 ? 'never' : 'later';
  return command === 'DATA' ? 'never' : 'later';
}
