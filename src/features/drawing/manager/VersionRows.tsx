import { useMutation, useQuery } from '@tanstack/react-query';
import { Copy, Ellipsis, Eye, GitCompareArrows, Pencil, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '#api/api-context.ts';
import { drawingVersionsQuery } from '#api/drawing-queries.ts';
import type { DrawingItem, DrawingVersion } from '#contract/schemas/drawing.ts';
import type { Editor } from '#core/editor.ts';
import { useText } from '#i18n/use-text.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { Menu } from '#ui/Menu.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { drawingName, shownOf } from './drawing-items.ts';
import { NameDialog } from './NameDialog.tsx';
import { readVersion } from './read-version.ts';
import type { ShownDrawing } from './shown-drawing.ts';
import type { DrawingActions } from './use-drawing-actions.ts';

interface VersionRowsProps {
  editor: Editor;
  pk: number;
  item: DrawingItem;
  /** What of this drawing is open; null: another drawing is. */
  shown: ShownDrawing | null;
  actions: DrawingActions;
  onShow(shown: ShownDrawing): void;
  onCompare(version: number): void;
  onClose(): void;
}

/** Versions of a drawing, newest first: who saved when, and what was changed. */
export function VersionRows(props: VersionRowsProps) {
  const { editor, pk, item, onClose } = props;
  const { t, errorText } = useText();
  const { client } = useApi();
  const restore = useMutation({
    mutationFn: (version: number) => readVersion(client, { pk, drawing: item.pk, version }),
    onSuccess(document) {
      onClose();
      void editor.dispatch('document.replace', { document }, 'panel');
    },
  });
  const versions = useQuery(drawingVersionsQuery(client, pk, item.pk));
  const title = t('drawings.versionsOf', { name: drawingName(item, t) });
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="mb-2 font-medium text-ink-soft text-sm">{title}</h3>
      {versions.isPending && <Skeleton className="h-24" />}
      {(versions.isError || restore.isError) && (
        <p role="alert" className="pb-2 text-bad">
          {errorText(versions.error ?? restore.error, 'unknownError')}
        </p>
      )}
      {versions.data?.length === 0 && <p className="text-ink-soft">{t('drawings.neverSaved')}</p>}
      <ul className="max-h-80 overflow-y-auto rounded-md border border-line empty:hidden">
        {versions.data?.map((version, i) => (
          <li
            key={version.revision}
            className="flex items-center gap-2 border-line border-t py-1.5 pr-1 pl-3 [content-visibility:auto] first:border-t-0"
          >
            <VersionText version={version} isNewest={i === 0} />
            <VersionMenu {...props} version={version} isNewest={i === 0} onRestore={restore.mutate} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function VersionText({ version, isNewest }: { version: DrawingVersion; isNewest: boolean }) {
  const { t, format } = useText();
  const { revision, snapshot, saved_at, saved_by, changes, size } = version;
  const parts = changes
    ? [
        t('drawings.set', { count: changes.set }),
        t('drawings.changed', { count: changes.changed }),
        t('drawings.removedCount', { count: changes.removed }),
      ].filter((_, i) => [changes.set, changes.changed, changes.removed][i] !== 0)
    : [t('drawings.whole', { size: format.bytes(size) })];
  return (
    <div className="min-w-0 flex-1">
      <p className="truncate font-medium">
        {snapshot ?? t('drawings.version', { version: revision })}
        {isNewest && <span className="font-normal text-ink-soft"> · {t('drawings.newest')}</span>}
      </p>
      <p className="break-words text-ink-soft text-sm">
        {[format.dateTime(Date.parse(saved_at)), saved_by, ...parts].filter(Boolean).join(' · ')}
      </p>
    </div>
  );
}

function VersionMenu({
  editor,
  item,
  version,
  isNewest,
  shown,
  actions,
  onShow,
  onCompare,
  onRestore,
}: Omit<VersionRowsProps, 'pk' | 'onClose'> & {
  version: DrawingVersion;
  isNewest: boolean;
  onRestore(version: number): void;
}) {
  const { t } = useText();
  const [asked, ask] = useState<'name' | 'copy' | null>(null);
  const { revision, snapshot } = version;
  const label = snapshot ?? t('drawings.version', { version: revision });
  const { canEdit } = editor.facts;
  const isNewestOpen = shown?.version === null && editor.views.status.save.kind !== 'read-only';
  const edits = [
    {
      id: 'restore',
      label: t('drawings.restore'),
      icon: <RotateCcw />,
      disabled: isNewest || !isNewestOpen,
      ...(isNewestOpen ? {} : { hint: t('drawings.openToRestore') }),
      onSelect: () => onRestore(revision),
    },
    { id: 'name', label: t('drawings.nameVersion'), icon: <Pencil />, onSelect: () => ask('name') },
    { id: 'copy', label: t('drawings.copy'), icon: <Copy />, onSelect: () => ask('copy') },
  ];
  return (
    <>
      <Menu
        trigger={<IconButton label={t('drawings.more', { name: label })} icon={<Ellipsis />} />}
        items={[
          {
            id: 'show',
            label: t('drawings.show'),
            icon: <Eye />,
            disabled: shown !== null && (shown.version ?? (isNewest ? revision : null)) === revision,
            onSelect: () => onShow(shownOf(item, isNewest ? null : revision)),
          },
          {
            id: 'compare',
            label: t('drawings.compare'),
            icon: <GitCompareArrows />,
            onSelect: () => onCompare(revision),
          },
          ...(canEdit ? edits : []),
        ]}
      />
      {asked === 'name' && (
        <NameDialog
          title={t('drawings.nameVersion')}
          label={t('drawings.name')}
          hint={t('drawings.nameKeeps')}
          initial={snapshot ?? ''}
          submit={t('drawings.keepName')}
          onClose={() => ask(null)}
          onSubmit={(name) => actions.nameVersion.mutateAsync({ item, version: revision, name })}
        />
      )}
      {asked === 'copy' && (
        <NameDialog
          title={t('drawings.copy')}
          label={t('drawings.name')}
          initial={t('drawings.copyName', { name: label })}
          submit={t('drawings.create')}
          onClose={() => ask(null)}
          onSubmit={(name) => actions.create.mutateAsync({ name, copyOf: item, version: revision })}
        />
      )}
    </>
  );
}
