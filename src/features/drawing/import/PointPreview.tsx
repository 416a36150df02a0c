import type { PointField } from '#domain/formats/point-text/layout.ts';
import type { PointTextPreview } from '#domain/formats/point-text/preview-point-text.ts';
import { useText } from '#i18n/use-text.ts';
import { cx } from '#ui/cx.ts';

interface PointPreviewProps {
  preview: PointTextPreview;
  onAssign(column: number, field: PointField | null): void;
}

const fieldNames = ['point', 'northing', 'easting', 'elevation', 'description'] as const;

/** The first lines of a point file by their numbers; the head of each column says what it holds. */
export function PointPreview({ preview, onAssign }: PointPreviewProps) {
  const { t } = useText();
  return (
    <div className="overflow-x-auto rounded-md border border-line">
      <table className="w-full text-sm tabular-nums">
        <thead>
          <tr>
            <th scope="col" className="px-2 text-left font-normal text-ink-soft">
              {t('import.line')}
            </th>
            {preview.fields.map((field, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns are known by their place
              <th key={column} scope="col" className="p-1 text-left font-normal">
                <select
                  aria-label={t('import.columnHolds', { number: column + 1 })}
                  value={field ?? ''}
                  onChange={({ target }) => onAssign(column, (target.value || null) as PointField | null)}
                  className="h-8 rounded-sm border border-line bg-panel px-1 text-sm pointer-coarse:h-11"
                >
                  <option value="">{t('import.notRead')}</option>
                  {fieldNames.map((name) => (
                    <option key={name} value={name}>
                      {t(`import.field.${name}`)}
                    </option>
                  ))}
                </select>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {preview.rows.map(({ line, cells }) => (
            <tr key={line} className="border-line border-t">
              <th scope="row" className="px-2 text-left font-normal text-ink-soft">
                {line}
              </th>
              {preview.fields.map((field, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns are known by their place
                <td key={column} className={cx('whitespace-nowrap px-2', field === null && 'text-ink-faint')}>
                  {cells[column] ?? ''}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
