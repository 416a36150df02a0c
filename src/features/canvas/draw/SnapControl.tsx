import { ChevronDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import type { SnapPatch } from '#core/state/snap-settings.ts';
import { gridStepRange, snapRadiusRange } from '#core/state/snap-settings.ts';
import { snapKinds } from '#domain/view/snap.ts';
import { useText } from '#i18n/use-text.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { NumberField } from '#ui/NumberField.tsx';
import { Slider } from '#ui/Slider.tsx';
import { CommandButton } from '../commands/CommandButton.tsx';

/** Switches snapping, and sets its targets and tolerance. */
export function SnapControl({ editor }: { editor: Editor }) {
  const { t } = useText();
  const { snap } = useSnapshot(editor.views.workspace);
  const set = (patch: SnapPatch) => void editor.dispatch('snap.set', patch, 'panel');
  return (
    <fieldset aria-label={t('snap.title')} className="flex items-center">
      <CommandButton editor={editor} label="snap.title" />
      <Popover.Root>
        <Popover.Trigger asChild>
          <IconButton label={t('snap.choose')} icon={<ChevronDown />} className="w-6" />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            role="dialog"
            aria-label={t('snap.choose')}
            sideOffset={8}
            collisionPadding={8}
            className="elevated z-50 w-64 animate-enter rounded-lg p-3"
          >
            {snapKinds.map((kind) => (
              <Checkbox
                key={kind}
                label={t(`snap.${kind}`)}
                checked={snap.kinds[kind]}
                disabled={!snap.isOn}
                onChange={(isOn) => set({ kinds: { [kind]: isOn } })}
              />
            ))}
            {snap.kinds.grid && (
              <NumberField
                label={t('snap.gridStep')}
                value={snap.gridStep}
                min={gridStepRange.min}
                onCommit={(gridStep) => gridStep !== null && set({ gridStep })}
              />
            )}
            <Slider
              label={t('snap.tolerance')}
              value={snap.radiusPx}
              min={snapRadiusRange.min}
              max={snapRadiusRange.max}
              step={1}
              text={t('snap.pixels', { count: snap.radiusPx })}
              onChange={(radiusPx) => set({ radiusPx })}
            />
            <p className="pt-1 text-ink-soft text-sm">{t('snap.hint')}</p>
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </fieldset>
  );
}
