import { useMemo } from 'react';
import type { Editor } from '#core/editor.ts';
import { findFaults } from '#domain/drawing/edit/clean.ts';
import type { DrawingFeature } from '#domain/drawing/feature.ts';
import { useFigure } from '#editor-view/figures.tsx';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';

interface CleanDialogProps {
  editor: Editor;
  features: readonly DrawingFeature[];
  onClose(): void;
}

/** Most faults that are listed. */
const maxListed = 200;

/** Lists what is wrong with features before any of it is removed; crossings are shown and stay. */
export function CleanDialog({ editor, features, onClose }: CleanDialogProps) {
  const { t, format } = useText();
  const figure = useFigure(editor.facts);
  const faults = useMemo(() => findFaults(features), [features]);
  const isCleanable = faults.some(({ kind }) => kind !== 'self-crossing');
  const nameOf = (id: string) => {
    const feature = features.find((each) => each.id === id)!;
    return feature.name || feature.code || `${t(`tool.${feature.kind}`)} ${feature.rank}`;
  };
  const show = (id: string) => void editor.dispatch('selection.set', { ids: [id] }, 'panel').then(onClose);
  const clean = () => void editor.dispatch('edit.clean', null, 'panel').then(onClose);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('command.edit.clean')}
      description={faults.length === 0 ? t('clean.none') : t('clean.description')}
      closeLabel={t('close')}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button tone="primary" disabled={!isCleanable} onClick={clean}>
            {t('clean.apply')}
          </Button>
        </>
      }
    >
      <ul className="flex flex-col gap-1">
        {faults.slice(0, maxListed).map(({ id, kind, x, y, count }) => (
          <li key={`${id} ${kind}`} className="flex items-center justify-between gap-2 text-sm">
            <span className="min-w-0 break-words">
              {t(`clean.${kind}`, { name: nameOf(id), count })}
              <span className="block text-ink-soft tabular-nums">
                {figure('coordinate', x)}, {figure('coordinate', y)}
              </span>
            </span>
            <Button tone="quiet" onClick={() => show(id)}>
              {t('clean.show')}
            </Button>
          </li>
        ))}
      </ul>
      {faults.length > maxListed && (
        <p className="pt-2 text-ink-soft text-sm">
          {t('clean.more', {
            count: faults.length - maxListed,
            number: format.number(faults.length - maxListed),
          })}
        </p>
      )}
    </Dialog>
  );
}
