import type { ServerConfig } from '../../config/config.ts';
import { createSmtpMailer, type Mailer } from './mailer.ts';
import { createOutbox, outboxFolder } from './outbox.ts';

/** The mailer of a server: its mail server, else the outbox of its data folder. */
export function createMailer({ mail, dataFolder }: Pick<ServerConfig, 'mail' | 'dataFolder'>): Mailer {
  return mail === null ? createOutbox(outboxFolder(dataFolder)) : createSmtpMailer(mail);
}
