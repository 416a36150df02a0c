import { CornerDownLeft } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { isDrawing } from '#core/state/draft-plans.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { WorldPoint } from '#domain/view/camera.ts';
import { useText } from '#i18n/use-text.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { fieldClass } from '#ui/TextField.tsx';
import { isElsewhere } from '../commands/use-shortcuts.ts';
import { EntryOptions } from './EntryOptions.tsx';
import { LegFigures, PlaceFigures } from './leg-figures.tsx';

const noteId = 'entry-note';

/** A line under the view where the next place of the active tool is typed; beside it the leg to it or to the pointer. */
export function EntryLine({ editor }: { editor: Editor }) {
  const { tool } = useSnapshot(editor.views.workspace);
  return isDrawing(tool) ? <Line editor={editor} /> : null;
}

function Line({ editor }: { editor: Editor }) {
  const { t, format, errorText } = useText();
  const [text, setText] = useState('');
  const [fault, setFault] = useState<AppError | null>(null);
  const field = useRef<HTMLInputElement>(null);
  // The place depends on the settings and on what was drawn before.
  useSnapshot(editor.views.workspace);
  useAtSign(field, setText);
  const line = { text, hasDecimalComma: format.decimalMark === ',' };
  const read = text.trim() === '' ? null : readOrFault(() => editor.readTypedLine(line));
  const change = (next: string) => {
    setText(next);
    setFault(null);
  };
  const enter = () => {
    if (text.trim() === '') {
      if (editor.views.workspace.draft !== null) void editor.dispatch('draft.finish', null, 'panel');
      return;
    }
    if (read instanceof AppError) setFault(read);
    else {
      void editor.dispatch('draft.enter', line, 'panel');
      change('');
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') enter();
    else if (event.key !== 'Escape') return;
    else if (text === '') field.current?.blur();
    else change('');
    event.preventDefault();
  };
  return (
    <section
      aria-label={t('entry.title')}
      className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-1 border-line border-t bg-panel px-3 py-1.5"
    >
      <div className="flex min-w-0 max-w-xl flex-1 items-center gap-1 max-sm:basis-full">
        <input
          ref={field}
          aria-label={t('entry.field')}
          aria-invalid={fault !== null || undefined}
          aria-describedby={noteId}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder={t('entry.placeholder')}
          value={text}
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
          className={`${fieldClass} tabular-nums`}
        />
        <IconButton
          label={t('entry.place')}
          icon={<CornerDownLeft />}
          side="top"
          disabled={text.trim() === ''}
          onClick={enter}
        />
        <EntryOptions editor={editor} />
      </div>
      <div id={noteId} className="min-w-0 text-sm max-sm:min-h-5">
        {fault === null ? (
          <Note editor={editor} typed={read instanceof AppError ? null : read} />
        ) : (
          <p role="alert" className="text-bad">
            {errorText(fault, 'errors.entry.empty')}
          </p>
        )}
      </div>
    </section>
  );
}

/** The typed place and the leg to it; without one, the leg to the pointer. */
function Note({ editor, typed }: { editor: Editor; typed: WorldPoint | null }) {
  const { draft, entry } = useSnapshot(editor.views.workspace);
  const { cursor, snapped } = useSnapshot(editor.views.status);
  const last = draft?.coordinates.slice(-3);
  const pointer = snapped?.position ?? (cursor && [cursor.x, cursor.y, cursor.z]);
  const end = typed ?? pointer;
  return (
    <output className="flex flex-wrap gap-x-4 text-ink-soft">
      {typed !== null && <PlaceFigures place={typed} units={editor.facts} />}
      {last !== undefined && end !== null && editor.facts.horizontalUnit !== null && (
        <LegFigures
          leg={editor.measureLine([...last, ...end])}
          isOnGrid={entry.lengths === 'grid'}
          units={editor.facts}
        />
      )}
    </output>
  );
}

function readOrFault(read: () => WorldPoint): WorldPoint | AppError {
  try {
    return read();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** An at sign typed over the view begins a relative step in the field. */
function useAtSign(
  field: { readonly current: HTMLInputElement | null },
  begin: (text: string) => void,
): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '@' || event.defaultPrevented || isElsewhere(event.target)) return;
      event.preventDefault();
      begin('@');
      field.current?.focus();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [field, begin]);
}
