import { TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';

/** Notes shown before the list is expanded. */
const firstNotes = 3;

/** What was skipped, assumed or changed. */
export function NoteList({ notes }: { notes: readonly ErrorRecord[] }) {
  const { t, errorText } = useText();
  const [isWhole, setWhole] = useState(false);
  if (notes.length === 0) return null;
  const shown = isWhole ? notes : notes.slice(0, firstNotes);
  return (
    <section aria-label={t('import.notes')}>
      <h4 className="mb-1 flex items-center gap-2 font-medium text-ink-soft text-sm">
        <TriangleAlert className="size-4 text-warn" />
        {t('import.notes')}
      </h4>
      <ul className="max-h-60 select-text overflow-y-auto text-sm">
        {shown.map((note, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the notes of a file stand as they are
          <li key={index} className="break-words border-line border-t py-1.5 first:border-t-0">
            {errorText(note, 'unknownError')}
          </li>
        ))}
      </ul>
      {notes.length > shown.length && (
        <Button tone="quiet" className="-ml-3 text-accent-ink" onClick={() => setWhole(true)}>
          {t('import.moreNotes', { count: notes.length - shown.length })}
        </Button>
      )}
    </section>
  );
}
