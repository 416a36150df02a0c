import { translate } from '../../messages.ts';
import type { MessageText } from './compose-notice.ts';

/** The message with a code that verifies an address; the code consists of digits. */
export function composeCode(code: string, minutes: number): MessageText {
  const text = translate('mail.code.text', { code, minutes });
  return { subject: translate('mail.code.subject'), text: `${text}\n`, html: `<p>${text}</p>` };
}
