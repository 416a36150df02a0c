import { useQuery } from '@tanstack/react-query';
import { FolderOpen, History } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '#api/api-context.ts';
import { drawingsQuery } from '#api/drawing-queries.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { DrawingManager } from './DrawingManager.tsx';
import type { DrawingChoiceProps } from './drawing-choice-props.ts';
import { drawingName, openItem } from './drawing-items.ts';

/** Which drawing is open, and the button to the others and to its versions. */
export function DrawingChoice(props: DrawingChoiceProps) {
  const { pk, shown, onShow } = props;
  const { t } = useText();
  const { client } = useApi();
  const [isOpen, setOpen] = useState(false);
  const { data: items = [], refetch } = useQuery(drawingsQuery(client, pk));
  const item = openItem(items, shown);
  const open = () => {
    setOpen(true);
    void refetch();
  };
  return (
    <section className="border-line border-b px-3 py-2">
      <div className="flex items-center gap-2 pl-1">
        <span className="min-w-0 flex-1 truncate font-semibold">{drawingName(item, t)}</span>
        <Button icon={<FolderOpen className="size-4" />} onClick={open}>
          {t('drawings.open')}
        </Button>
      </div>
      {shown.version !== null && (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-2 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
          <span className="flex items-center gap-2">
            <History className="size-4" />
            {t('drawings.versionShown', { version: shown.version })}
          </span>
          <Button onClick={() => onShow({ ...shown, version: null })}>{t('drawings.toNewest')}</Button>
        </div>
      )}
      {isOpen && <DrawingManager {...props} items={items} onClose={() => setOpen(false)} />}
    </section>
  );
}
