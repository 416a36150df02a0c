import { Copy, Ellipsis, FolderOpen, Lock, LockOpen, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { DrawingItem } from '#contract/schemas/drawing.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Chip } from '#ui/Chip.tsx';
import { cx } from '#ui/cx.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Menu } from '#ui/Menu.tsx';
import { drawingName, shownOf } from './drawing-items.ts';
import { NameDialog } from './NameDialog.tsx';
import type { ShownDrawing } from './shown-drawing.ts';
import type { DrawingActions } from './use-drawing-actions.ts';

interface DrawingRowsProps {
  items: readonly DrawingItem[];
  open: DrawingItem | undefined;
  chosen: DrawingItem | undefined;
  canEdit: boolean;
  actions: DrawingActions;
  onChoose(item: DrawingItem): void;
  onShow(shown: ShownDrawing): void;
}

/** The drawings of the project; a press shows the versions of one. */
export function DrawingRows({ items, open, chosen, onChoose, ...rest }: DrawingRowsProps) {
  const { t, format, errorText } = useText();
  const { lock } = rest.actions;
  return (
    <section aria-label={t('drawings.list')}>
      <ul className="flex flex-col gap-1">
        {items.map((item) => {
          const isChosen = item === chosen;
          return (
            <li
              key={item.pk}
              className={cx(
                'flex items-center gap-1 rounded-md border pr-1',
                isChosen ? 'border-accent bg-accent-soft' : 'border-line hover:bg-hover',
              )}
            >
              <button
                type="button"
                aria-pressed={isChosen}
                className="min-w-0 flex-1 px-3 py-2 text-left"
                onClick={() => onChoose(item)}
              >
                <span className="flex items-center gap-2 font-medium">
                  <span className="truncate">{drawingName(item, t)}</span>
                  {item.is_locked && <Lock aria-label={t('drawings.locked')} className="size-3.5 shrink-0" />}
                </span>
                <span className="block truncate text-ink-soft text-sm">
                  {item.saved_at === null
                    ? t('drawings.neverSaved')
                    : t('drawings.savedAt', { time: format.dateTime(Date.parse(item.saved_at)) })}
                </span>
              </button>
              {item === open && <Chip tone="accent">{t('drawings.isOpen')}</Chip>}
              <RowMenu {...rest} item={item} isOpen={item === open} />
            </li>
          );
        })}
      </ul>
      {lock.isError && (
        <p role="alert" className="pt-2 text-bad text-sm">
          {errorText(lock.error, 'unknownError')}
        </p>
      )}
    </section>
  );
}

type Asked = 'rename' | 'copy' | 'remove' | null;

function RowMenu({
  item,
  isOpen,
  canEdit,
  actions,
  onShow,
}: Pick<DrawingRowsProps, 'canEdit' | 'actions' | 'onShow'> & { item: DrawingItem; isOpen: boolean }) {
  const { t } = useText();
  const [asked, ask] = useState<Asked>(null);
  const name = drawingName(item, t);
  const close = () => ask(null);
  const edits = [
    { id: 'rename', label: t('drawings.rename'), icon: <Pencil />, onSelect: () => ask('rename') },
    { id: 'copy', label: t('drawings.copy'), icon: <Copy />, onSelect: () => ask('copy') },
    {
      id: 'lock',
      label: t(item.is_locked ? 'drawings.unlock' : 'drawings.lock'),
      icon: item.is_locked ? <LockOpen /> : <Lock />,
      onSelect: () => actions.lock.mutate({ item, isLocked: !item.is_locked }),
    },
    {
      id: 'remove',
      label: t('drawings.remove'),
      icon: <Trash2 />,
      danger: true,
      disabled: item.is_main || item.is_locked,
      ...(item.is_main ? { hint: t('drawings.mainStays') } : {}),
      onSelect: () => ask('remove'),
    },
  ];
  return (
    <>
      <Menu
        trigger={<IconButton label={t('drawings.more', { name })} icon={<Ellipsis />} />}
        items={[
          {
            id: 'open',
            label: t('drawings.openOne'),
            icon: <FolderOpen />,
            disabled: isOpen,
            onSelect: () => onShow(shownOf(item)),
          },
          ...(canEdit ? edits : []),
        ]}
      />
      {asked === 'rename' && (
        <NameDialog
          title={t('drawings.rename')}
          label={t('drawings.name')}
          initial={item.name}
          submit={t('drawings.keepName')}
          onClose={close}
          onSubmit={(next) => actions.rename.mutateAsync({ item, name: next })}
        />
      )}
      {asked === 'copy' && (
        <NameDialog
          title={t('drawings.copy')}
          label={t('drawings.name')}
          initial={t('drawings.copyName', { name })}
          submit={t('drawings.create')}
          onClose={close}
          onSubmit={(next) => actions.create.mutateAsync({ name: next, copyOf: item })}
        />
      )}
      {asked === 'remove' && <RemoveDialog item={item} remove={actions.remove} onClose={close} />}
    </>
  );
}

function RemoveDialog({
  item,
  remove,
  onClose,
}: {
  item: DrawingItem;
  remove: DrawingActions['remove'];
  onClose(): void;
}) {
  const { t, errorText } = useText();
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      closable={!remove.isPending}
      title={t('drawings.removeTitle', { name: drawingName(item, t) })}
      description={t('drawings.removeText')}
      closeLabel={t('close')}
      footer={
        <>
          <Button disabled={remove.isPending} onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            tone="danger"
            pending={remove.isPending}
            onClick={() => remove.mutate(item, { onSuccess: onClose })}
          >
            {t('drawings.remove')}
          </Button>
        </>
      }
    >
      {remove.isError && (
        <p role="alert" className="text-bad">
          {errorText(remove.error, 'unknownError')}
        </p>
      )}
    </Dialog>
  );
}
