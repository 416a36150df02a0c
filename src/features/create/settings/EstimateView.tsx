import { useText } from '#i18n/use-text.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Notice } from '../Notice.tsx';
import type { EstimateQuestion } from './use-estimate.ts';

const mebibyte = 2 ** 20;

/** Estimated needs of processing, and a warning to confirm where the server has less. */
export function EstimateView({ question, isChecked }: { question: EstimateQuestion; isChecked: boolean }) {
  const { t, format } = useText();
  const { estimate, capacity, lacksDisk, lacksMemory, isConfirmed, confirm, isOpen } = question;
  if (estimate === null || capacity === null) return null;
  const [disk, memory] = [estimate.diskMib, estimate.memoryMib].map((size) => format.bytes(size * mebibyte));
  if (!lacksDisk && !lacksMemory)
    return (
      <p className="text-ink-soft text-sm">{t('createPage.estimate', { disk: disk!, memory: memory! })}</p>
    );
  return (
    <div className="flex flex-col gap-1">
      <Notice tone="warn">
        {lacksDisk && (
          <span className="block">
            {t('createPage.lacksDisk', { needed: disk!, free: format.bytes(capacity.free_disk) })}
          </span>
        )}
        {lacksMemory && (
          <span className="block">
            {t('createPage.lacksMemory', { needed: memory!, has: format.bytes(capacity.memory) })}
          </span>
        )}
      </Notice>
      <Checkbox label={t('createPage.goOn')} checked={isConfirmed} onChange={confirm} />
      {isChecked && isOpen && (
        <p role="alert" className="text-bad text-sm">
          {t('createPage.goOnRequired')}
        </p>
      )}
    </div>
  );
}
