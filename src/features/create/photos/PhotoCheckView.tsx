import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { ProgressBar } from '#ui/Progress.tsx';
import { Notice } from '../Notice.tsx';
import type { PhotoCheck } from './use-photo-check.ts';

interface PhotoCheckViewProps {
  check: PhotoCheck;
  total: number;
  /** Whether unfit photos are left out; null where the rest would not make a survey. */
  leavesOut: boolean | null;
  onLeaveOut(leavesOut: boolean): void;
}

/** The photo check: its progress, and each unfit photo with its reason. */
export function PhotoCheckView({ check, total, leavesOut, onLeaveOut }: PhotoCheckViewProps) {
  const { t, format, errorText } = useText();
  const { isRunning, checked, unfit } = check;
  const count = unfit.length;
  const progress = t('createPage.checking', { done: format.number(checked), total: format.number(total) });
  return (
    <div className="flex flex-col gap-2">
      {isRunning && (
        <div className="flex flex-col gap-1">
          <div className="flex items-center justify-between gap-3">
            <p className="text-ink-soft text-sm">{progress}</p>
            <Button onClick={check.stop}>{t('createPage.skipCheck')}</Button>
          </div>
          <ProgressBar value={total === 0 ? 0 : checked / total} label={progress} />
        </div>
      )}
      {unfit.map(({ photo, reason }) => (
        <Notice key={photo.file.name} tone="warn">
          {errorText(reason, 'unknownError')}
        </Notice>
      ))}
      {count > 0 && leavesOut !== null && (
        <Checkbox
          label={t('createPage.leaveOut', { count, number: format.number(count) })}
          checked={leavesOut}
          onChange={onLeaveOut}
        />
      )}
    </div>
  );
}
