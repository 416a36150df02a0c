import type { Editor } from '#core/editor.ts';
import type { ErrorRecord } from '#domain/errors/app-error.ts';

/** The failure of the last command, which a dialog shows in place of a notice. */
export function takeNotice(editor: Editor): ErrorRecord {
  const notice = editor.views.status.notices.at(-1)!;
  void editor.dispatch('notice.dismiss', { id: notice.id }, 'program');
  return notice.error;
}
