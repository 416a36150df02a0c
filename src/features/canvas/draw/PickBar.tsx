import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import { isPicking } from '#core/state/pick-tools.ts';
import { unitSymbol } from '#domain/units/units.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { NumberField } from '#ui/NumberField.tsx';

/** What the active edit wants to be clicked, and its radius. */
export function PickBar({ editor }: { editor: Editor }) {
  const { t } = useText();
  const { tool, filletRadius } = useSnapshot(editor.views.workspace);
  const { horizontalUnit } = editor.facts;
  if (!isPicking(tool)) return null;
  return (
    <div className="elevated pointer-events-auto flex max-w-full flex-wrap items-center gap-2 rounded-lg px-3 py-2 max-sm:justify-end max-sm:gap-1">
      <output className="text-ink-soft max-sm:w-full max-sm:text-sm">{t(`pickHint.${tool}`)}</output>
      {tool === 'pick-fillet' && (
        <div className="w-32">
          <NumberField
            label={t('editField.radius')}
            value={filletRadius}
            {...(horizontalUnit === null ? {} : { unit: unitSymbol(horizontalUnit) })}
            min={0}
            onCommit={(radius) => {
              if (radius !== null) void editor.dispatch('pick.radius', { radius }, 'panel');
            }}
          />
        </div>
      )}
      <Button tone="quiet" onClick={() => void editor.dispatch('tool.choose', { tool: 'select' }, 'panel')}>
        {t('close')}
      </Button>
    </div>
  );
}
