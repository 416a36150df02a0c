import { Plus, Trash2, Undo2 } from 'lucide-react';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { cx } from '#ui/cx.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { fieldClass } from '#ui/TextField.tsx';
import type { AttributeRow } from './properties-form.ts';

interface AttributeRowsProps {
  rows: readonly AttributeRow[];
  onChange(rows: readonly AttributeRow[]): void;
}

/** Attributes by name: values to change, to remove and to add. */
export function AttributeRows({ rows, onChange }: AttributeRowsProps) {
  const { t } = useText();
  const change = (key: number, patch: Partial<AttributeRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...patch } : row)));
  const add = () => {
    const key = (rows.at(-1)?.key ?? -1) + 1;
    onChange([...rows, { key, name: '', text: '', isNew: true, isRemoved: false }]);
  };
  const remove = ({ key, isNew, isRemoved }: AttributeRow) =>
    isNew ? onChange(rows.filter((row) => row.key !== key)) : change(key, { isRemoved: !isRemoved });
  return (
    <section className="mt-2 border-line border-t pt-3">
      <h3 className="mb-1 font-semibold text-sm">{t('properties.attributes')}</h3>
      {rows.map((row) => (
        <div key={row.key} className="flex items-center gap-2 py-1">
          {row.isNew ? (
            <input
              aria-label={t('properties.attributeName')}
              placeholder={t('properties.attributeName')}
              value={row.name}
              autoComplete="off"
              maxLength={255}
              onChange={(event) => change(row.key, { name: event.target.value })}
              className={cx(fieldClass, 'w-2/5')}
            />
          ) : (
            <span className={cx('w-2/5 min-w-0 truncate', row.isRemoved && 'text-ink-faint line-through')}>
              {row.name}
            </span>
          )}
          <input
            aria-label={t('properties.attributeValue', { name: row.name })}
            value={row.text ?? ''}
            placeholder={row.text === null ? t('properties.mixed') : ''}
            disabled={row.isRemoved}
            autoComplete="off"
            onChange={(event) => change(row.key, { text: event.target.value })}
            className={cx(fieldClass, 'min-w-0 flex-1')}
          />
          <IconButton
            label={t(row.isRemoved ? 'properties.keepAttribute' : 'properties.removeAttribute', {
              name: row.name,
            })}
            icon={row.isRemoved ? <Undo2 /> : <Trash2 />}
            onClick={() => remove(row)}
          />
        </div>
      ))}
      <Button tone="quiet" icon={<Plus className="size-4" />} onClick={add}>
        {t('properties.addAttribute')}
      </Button>
    </section>
  );
}
