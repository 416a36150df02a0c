import { ChevronDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { type AngleLock, lockRange, lockSteps } from '#core/state/angle-lock.ts';
import { useText } from '#i18n/use-text.ts';
import { IconButton } from '#ui/IconButton.tsx';
import { NumberField } from '#ui/NumberField.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { CommandButton } from '../commands/CommandButton.tsx';

/** Switches the lock of directions, and sets its step. */
export function LockControl({ editor }: { editor: Editor }) {
  const { t, format } = useText();
  const { angleLock } = useSnapshot(editor.views.workspace);
  const set = (patch: Partial<AngleLock>) => void editor.dispatch('lock.set', patch, 'panel');
  return (
    <fieldset aria-label={t('lock.title')} className="flex items-center">
      <CommandButton editor={editor} label="lock.title" />
      <Popover.Root>
        <Popover.Trigger asChild>
          <IconButton label={t('lock.choose')} icon={<ChevronDown />} className="w-6" />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            role="dialog"
            aria-label={t('lock.choose')}
            sideOffset={8}
            collisionPadding={8}
            className="elevated z-50 w-72 animate-enter rounded-lg p-3"
          >
            <Segmented
              label={t('lock.step')}
              value={String(angleLock.stepDeg)}
              options={lockSteps.map((step) => ({
                value: String(step),
                label: `${format.number(step, 0)}°`,
              }))}
              onChange={(step) => set({ stepDeg: Number(step), isOn: true })}
            />
            <NumberField
              label={t('lock.step')}
              value={angleLock.stepDeg}
              unit="°"
              min={lockRange.min}
              onCommit={(stepDeg) => {
                if (stepDeg !== null) set({ stepDeg, isOn: true });
              }}
            />
            <p className="pt-1 text-ink-soft text-sm">{t('lock.hint')}</p>
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </fieldset>
  );
}
