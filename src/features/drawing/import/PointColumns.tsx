import { useEffect, useState } from 'react';
import type { PointField, PointTextLayout } from '#domain/formats/point-text/layout.ts';
import { areReadable, previewPointText } from '#domain/formats/point-text/preview-point-text.ts';
import { decodeText } from '#domain/formats/table-text/decode-text.ts';
import { useText } from '#i18n/use-text.ts';
import { NumberField } from '#ui/NumberField.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { PointPreview } from './PointPreview.tsx';

interface PointColumnsProps {
  file: File;
  layout: PointTextLayout;
  onChange(layout: PointTextLayout): void;
}

/** Bytes of the file that the preview looks at. */
const previewBytes = 64 * 1024;

const delimiters = [
  [',', 'comma'],
  [';', 'semicolon'],
  ['\t', 'tab'],
  [' ', 'blank'],
] as const;

/** How a point file is laid out: found by itself, shown on its first lines, and corrected there. */
export function PointColumns({ file, layout, onChange }: PointColumnsProps) {
  const { t } = useText();
  const text = useBeginning(file);
  // Columns that cannot be read yet are only shown: the file is read anew when they are complete.
  const [drafted, setDrafted] = useState<PointTextLayout>(layout);
  const preview = previewPointText(text, drafted);
  const set = (next: PointTextLayout) => {
    setDrafted(next);
    if (next.fields === undefined || areReadable(next.fields)) onChange(next);
  };
  const assign = (column: number, field: PointField | null) => {
    const others = preview.fields.map((each) => (each === field ? null : each));
    set({ ...drafted, fields: others.with(column, field) });
  };
  const setDecimal = (decimal: 'auto' | '.' | ',') => {
    const { decimal: _, ...rest } = drafted;
    set(decimal === 'auto' ? rest : { ...rest, decimal });
  };
  return (
    <section aria-label={t('import.columns')}>
      <h4 className="mb-1 font-medium text-ink-soft text-sm">{t('import.columns')}</h4>
      <div className="grid grid-cols-2 gap-x-2">
        <SelectField
          label={t('export.delimiter')}
          value={preview.delimiter}
          options={delimiters.map(([value, name]) => ({ value, label: t(`export.delimiter.${name}`) }))}
          onChange={(delimiter) => set({ ...drafted, delimiter })}
        />
        <SelectField<'auto' | '.' | ','>
          label={t('import.decimal')}
          value={drafted.decimal ?? 'auto'}
          options={[
            { value: 'auto', label: t('import.decimal.auto') },
            { value: '.', label: t('import.decimal.point') },
            { value: ',', label: t('import.decimal.comma') },
          ]}
          onChange={setDecimal}
        />
        <NumberField
          label={t('import.skip')}
          value={drafted.skip ?? 0}
          min={0}
          onCommit={(skip) => set({ ...drafted, skip: Math.round(skip ?? 0) })}
        />
      </div>
      <PointPreview preview={preview} onAssign={assign} />
      {!areReadable(preview.fields) && text !== '' && (
        <p role="alert" className="pt-1 text-bad text-sm">
          {t('import.columnsMissing')}
        </p>
      )}
    </section>
  );
}

/** The text at the beginning of a file; empty until it is read. */
function useBeginning(file: File): string {
  const [text, setText] = useState('');
  useEffect(() => {
    let isWanted = true;
    void file
      .slice(0, previewBytes)
      .arrayBuffer()
      .then((bytes) => isWanted && setText(decodeText(new Uint8Array(bytes)).text));
    return () => {
      isWanted = false;
    };
  }, [file]);
  return text;
}
