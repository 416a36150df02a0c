import { ChevronRight } from 'lucide-react';
import type { Editor } from '#core/editor.ts';
import { useCodes } from '#editor-view/codes/use-codes.ts';
import { useText } from '#i18n/use-text.ts';

/** The way to the feature code dictionary, with how many codes it has. */
export function CodeSection({ editor, onOpen }: { editor: Editor; onOpen(): void }) {
  const { t, format } = useText();
  const codes = useCodes(editor);
  return (
    <section className="border-line border-b p-1.5">
      <button
        type="button"
        onClick={onOpen}
        className="flex h-9 w-full items-center gap-2 rounded-md px-2.5 text-left hover:bg-hover pointer-coarse:h-11"
      >
        <span className="flex-1 font-semibold text-sm">{t('codes.open')}</span>
        <span className="text-ink-faint text-xs tabular-nums">{format.number(codes.length)}</span>
        <ChevronRight aria-hidden="true" className="size-4 text-ink-soft" />
      </button>
    </section>
  );
}
