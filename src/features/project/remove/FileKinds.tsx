import { type CleanKind, cleanKinds } from '#contract/rules/cleaning.ts';
import type { Project } from '#contract/schemas/project.ts';
import { useText } from '#i18n/use-text.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Quantity } from '#ui/Quantity.tsx';
import { bytesOf } from './removal.ts';

interface FileKindsProps {
  size: Project['size'];
  chosen: readonly CleanKind[];
  onChange(chosen: readonly CleanKind[]): void;
  isCanvasOpen: boolean;
  disabled: boolean;
}

/** The kinds of files that can be deleted, each with its size, and the total of the chosen ones. */
export function FileKinds({ size, chosen, onChange, isCanvasOpen, disabled }: FileKindsProps) {
  const { t, format } = useText();
  const bytes = (value: number) => <Quantity value={value} text={format.bytes(value)} />;
  const toggle = (kind: CleanKind, isChosen: boolean) =>
    onChange(cleanKinds.filter((each) => (each === kind ? isChosen : chosen.includes(each))));
  return (
    <fieldset className="mt-3 flex flex-col gap-2 px-3">
      <legend className="sr-only">{t('deleteProjectModal.kinds')}</legend>
      {cleanKinds.map((kind) => {
        const isBlocked = kind === 'canvas' && isCanvasOpen;
        return (
          <Checkbox
            key={kind}
            label={t(`deleteProjectModal.kind.${kind}`)}
            hint={t(
              isBlocked ? 'deleteProjectModal.canvasNeedsClosed' : `deleteProjectModal.kindHint.${kind}`,
            )}
            trailing={bytes(size.cleanable[kind])}
            checked={chosen.includes(kind)}
            disabled={disabled || isBlocked || size.cleanable[kind] === 0}
            onChange={(isChosen) => toggle(kind, isChosen)}
          />
        );
      })}
      <p className="flex justify-between border-line border-t pt-2 font-medium">
        {t('deleteProjectModal.selected')}
        <output>{bytes(bytesOf(size, chosen))}</output>
      </p>
    </fieldset>
  );
}
