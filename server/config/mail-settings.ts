import { type Edition, hasFeature } from '#contract/editions.ts';
import type { MailWay } from '#contract/rules/notices.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { withoutEnd } from '#domain/math/without-end.ts';

/** The mail server, and the sender. */
export interface MailSettings {
  /** `smtp://` or `smtps://`, with user and password where the server requires them. */
  readonly url: string;
  readonly from: string;
}

/** How this server delivers its mail. */
export function mailWay({ mail, edition }: { mail: MailSettings | null; edition: Edition }): MailWay {
  if (!hasFeature(edition, 'emailNotifications')) return 'none';
  return mail === null ? 'kept' : 'sent';
}

type Environment = Readonly<Record<string, string | undefined>>;

const refuse = (option: string, value: string, wanted: string) =>
  new AppError('server.bad-option', { option, value, wanted });

/** Reads `PLUMBLINE_SMTP_URL` and `_MAIL_FROM`; null where none is named. Throws `server.bad-option`. */
export function readMailSettings(env: Environment): MailSettings | null {
  const url = env['PLUMBLINE_SMTP_URL'];
  if (!url) return null;
  const { protocol, hostname } = URL.canParse(url) ? new URL(url) : { protocol: '', hostname: '' };
  if ((protocol !== 'smtp:' && protocol !== 'smtps:') || hostname === '')
    throw refuse('PLUMBLINE_SMTP_URL', url.replace(/\/\/[^@/]*@/, '//…@'), 'an-smtp-or-smtps-address');
  const from = env['PLUMBLINE_MAIL_FROM'] ?? '';
  if (!/^[^\r\n@]*[^\s@<]@[^\s@>]+>?$/.test(from))
    throw refuse('PLUMBLINE_MAIL_FROM', from, 'the-address-that-mail-is-from-such-as-plumbline');
  return { url, from };
}

/** Reads `PLUMBLINE_PUBLIC_URL`, without a slash at its end. Throws `server.bad-option`. */
export function readPublicUrl(text: string | undefined): string | null {
  if (!text) return null;
  const { protocol } = URL.canParse(text) ? new URL(text) : { protocol: '' };
  if (protocol === 'https:' || protocol === 'http:') return withoutEnd(text, '/');
  throw refuse('PLUMBLINE_PUBLIC_URL', text, 'the-http-or-https-address-that-people-open');
}
