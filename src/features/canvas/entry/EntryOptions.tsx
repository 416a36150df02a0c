import { Settings2 } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import type { EntrySettings } from '#core/state/state.ts';
import { useFeatures } from '#editor-view/use-features.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Segmented } from '#ui/Segmented.tsx';

/** What can be typed, with an example in its own notation. */
const examples = [
  ['entry.absolute', '500000.00, 4200000.00, 12.5'],
  ['entry.relative', '@3.2, -4, 0.5'],
  ['entry.bearing', 'N45°30\'15"E 120.5   ·   N45-30-15E 120.5'],
  ['entry.azimuthForm', 'az 90.5 120.5'],
  ['entry.deflection', 'dr 30 120.5   ·   dl 30 120.5'],
  ['entry.riseForm', 'az 90 sd 120.5 va 5   ·   za 85   ·   dz 1.2   ·   z 14'],
  ['entry.lengthAlone', '12.5'],
  ['entry.station', 'sta 1+25.50 off 3   ·   sta 125.5 l 3'],
  ['entry.arithmetic', '12\'6" + 3.2 m * (2 - 0.5)'],
] as const;

/** How typed lines are read, and what they may say. */
export function EntryOptions({ editor }: { editor: Editor }) {
  const { t, format } = useText();
  const { order, lengths } = useSnapshot(editor.views.workspace).entry;
  const set = (patch: Partial<EntrySettings>) => void editor.dispatch('entry.set', patch, 'panel');
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <IconButton label={t('entry.options')} icon={<Settings2 />} side="top" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          role="dialog"
          aria-label={t('entry.options')}
          sideOffset={8}
          collisionPadding={8}
          className="elevated z-50 flex max-h-(--radix-popover-content-available-height) w-96 max-w-[calc(100vw-16px)] animate-enter flex-col gap-3 overflow-y-auto rounded-lg p-3"
        >
          <Choice name={t('entry.order')}>
            <Segmented
              label={t('entry.order')}
              value={order}
              options={[
                { value: 'xyz', label: t('entry.xyz') },
                { value: 'nez', label: t('entry.nez') },
              ]}
              onChange={(next) => set({ order: next })}
            />
          </Choice>
          <Choice name={t('entry.lengths')}>
            <Segmented
              label={t('entry.lengths')}
              value={lengths}
              options={[
                { value: 'ground', label: t('entry.ground') },
                { value: 'grid', label: t('entry.grid') },
              ]}
              onChange={(next) => set({ lengths: next })}
            />
          </Choice>
          <StationLine editor={editor} onClear={() => set({ lineId: null })} />
          <dl className="border-line border-t pt-2 text-sm">
            {examples.map(([key, example]) => (
              <div key={key} className="py-1">
                <dt className="text-ink-soft">{t(key)}</dt>
                <dd className="select-text whitespace-pre-wrap tabular-nums">
                  {format.decimalMark === ',' ? example.replaceAll(', ', '; ').replaceAll('.', ',') : example}
                </dd>
              </div>
            ))}
          </dl>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Choice({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-col gap-1">
      <span className="text-ink-soft text-sm">{name}</span>
      {children}
    </div>
  );
}

/** The line of stations: the one that was selected when the tool was chosen. */
function StationLine({ editor, onClear }: { editor: Editor; onClear(): void }) {
  const { t } = useText();
  const { lineId } = useSnapshot(editor.views.workspace).entry;
  const line = useFeatures(editor)[lineId ?? ''];
  if (line === undefined) return <p className="text-ink-soft text-sm">{t('entry.noLine')}</p>;
  const name = line.name || line.code || `${t(`tool.${line.kind}`)} ${line.rank}`;
  return (
    <div className="flex items-center justify-between gap-2 text-sm">
      <span className="min-w-0 break-words">{t('entry.alongLine', { name })}</span>
      <Button tone="quiet" onClick={onClear}>
        {t('entry.clearLine')}
      </Button>
    </div>
  );
}
