import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { DrawingItem } from '#contract/schemas/drawing.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Comparison } from './Comparison.tsx';
import { DrawingRows } from './DrawingRows.tsx';
import type { DrawingChoiceProps } from './drawing-choice-props.ts';
import { openItem } from './drawing-items.ts';
import { NameDialog } from './NameDialog.tsx';
import { useDrawingActions } from './use-drawing-actions.ts';
import { VersionRows } from './VersionRows.tsx';

interface DrawingManagerProps extends DrawingChoiceProps {
  items: readonly DrawingItem[];
  onClose(): void;
}

/** The drawings of the project and the versions of each: open, copy, name, lock, remove, compare and restore. */
export function DrawingManager({ items, onClose, ...choice }: DrawingManagerProps) {
  const { editor, pk, shown, onShow } = choice;
  const { t } = useText();
  const open = openItem(items, shown);
  const [chosenPk, choose] = useState(open?.pk ?? null);
  const [compared, compare] = useState<number | null>(null);
  const [isNaming, setNaming] = useState(false);
  const actions = useDrawingActions(choice, open);
  const chosen = items.find((item) => item.pk === chosenPk) ?? open;
  const { canEdit } = editor.facts;
  const show = (next: DrawingChoiceProps['shown']) => {
    onClose();
    onShow(next);
  };
  if (compared !== null && chosen !== undefined) {
    return (
      <Comparison
        editor={editor}
        pk={pk}
        drawing={chosen.pk}
        version={compared}
        onBack={() => compare(null)}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog
      open
      wide
      onOpenChange={(next) => !next && onClose()}
      title={t('drawings.title')}
      {...(canEdit ? {} : { description: t('drawings.cannotSave') })}
      closeLabel={t('close')}
      footer={
        <>
          {canEdit && (
            <Button icon={<Plus className="size-4" />} onClick={() => setNaming(true)}>
              {t('drawings.new')}
            </Button>
          )}
          <Button tone="primary" onClick={onClose}>
            {t('close')}
          </Button>
        </>
      }
    >
      {chosen === undefined ? (
        <p className="text-ink-soft">{t('drawings.neverSaved')}</p>
      ) : (
        <div className="grid gap-x-6 gap-y-4 pb-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <DrawingRows
            items={items}
            open={open}
            chosen={chosen}
            canEdit={canEdit}
            actions={actions}
            onChoose={(item) => choose(item.pk)}
            onShow={show}
          />
          <VersionRows
            key={chosen.pk}
            editor={editor}
            pk={pk}
            item={chosen}
            shown={chosen === open ? shown : null}
            actions={actions}
            onShow={show}
            onCompare={compare}
            onClose={onClose}
          />
        </div>
      )}
      {isNaming && (
        <NameDialog
          title={t('drawings.new')}
          label={t('drawings.name')}
          initial=""
          submit={t('drawings.create')}
          onClose={() => setNaming(false)}
          onSubmit={(name) => actions.create.mutateAsync({ name })}
        />
      )}
    </Dialog>
  );
}
