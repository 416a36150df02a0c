import { translate } from '../../messages.ts';
import type { MessageText } from './compose-notice.ts';

/** The message with a code that shows whose an address is; the code is digits alone. */
export function composeCode(code: string, minutes: number): MessageText {
  const text = translate('mail.code.text', { code, minutes });
  return { subject: translate('mail.code.subject'), text: `${text}\n`, html: `<p>${text}</p>` };
}
