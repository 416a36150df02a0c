import type { Editor } from '#core/editor.ts';
import type { CodeTable } from '#domain/drawing/codes/code-table.ts';
import { usualControlWords } from '#domain/drawing/codes/control-codes.ts';
import { useCodes } from '#editor-view/codes/use-codes.ts';
import { useText } from '#i18n/use-text.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import type { ImportState } from './use-import.ts';

interface LineworkChoiceProps {
  editor: Editor;
  state: ImportState;
  codes: CodeTable | null;
  onChange(codes: CodeTable | null): void;
}

/** Makes linework of coded points by the dictionary of the drawing, and lists the lines before they are taken. */
export function LineworkChoice({ editor, state, codes, onChange }: LineworkChoiceProps) {
  const { t, format } = useText();
  const entries = useCodes(editor);
  const hasCodes = entries.length > 0;
  const made = codes !== null && state.kind === 'read' ? linesByCode(state) : null;
  return (
    <section aria-label={t('import.lineworkSection')}>
      <Checkbox
        label={t('import.linework')}
        checked={codes !== null}
        disabled={!hasCodes}
        {...(hasCodes ? {} : { hint: t('import.lineworkNoCodes') })}
        onChange={(isOn) => onChange(isOn ? { entries, words: usualControlWords, faults: [] } : null)}
      />
      {made !== null && (
        <ul className="max-h-40 overflow-y-auto text-sm">
          {made.size === 0 && <li className="text-ink-soft">{t('import.noLines')}</li>}
          {[...made].map(([code, count]) => (
            <li key={code} className="flex justify-between gap-2 border-line border-t py-1 first:border-t-0">
              <span>{code}</span>
              <span className="text-ink-soft tabular-nums">
                {t('import.lineCount', { count, number: format.number(count) })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** How many lines and areas were made of each code. */
function linesByCode({ read }: ImportState & { readonly kind: 'read' }): ReadonlyMap<string, number> {
  const made = new Map<string, number>();
  for (const { kind, code = '' } of read.features) {
    if (kind === 'polyline' || kind === 'polygon') made.set(code, (made.get(code) ?? 0) + 1);
  }
  return made;
}
