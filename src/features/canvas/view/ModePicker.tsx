import { type CanvasMode, canvasModes } from '#contract/validation/reserved-words.ts';
import { useText } from '#i18n/use-text.ts';

/** The product mode of the address, and the available ones. */
export interface ModeChoice {
  /** Null: no product in particular. */
  readonly mode: CanvasMode | null;
  /** Modes whose product is finished; the others cannot be chosen. */
  readonly ready: ReadonlySet<CanvasMode>;
  choose(mode: CanvasMode | null): void;
}

/** Chooses the product that the canvas shows. */
export function ModePicker({ mode, ready, choose, className }: ModeChoice & { className: string }) {
  const { t } = useText();
  return (
    <select
      aria-label={t('canvas.mode')}
      value={mode ?? ''}
      onChange={(event) => choose(canvasModes.find((candidate) => candidate === event.target.value) ?? null)}
      className={className}
    >
      <option value="">{t('canvas.modeAny')}</option>
      {canvasModes.map((candidate) => (
        <option key={candidate} value={candidate} disabled={!ready.has(candidate)}>
          {ready.has(candidate)
            ? t(`canvasMode.${candidate}`)
            : t('canvas.modeUnfinished', { mode: t(`canvasMode.${candidate}`) })}
        </option>
      ))}
    </select>
  );
}
