import { type Hemisphere, hemispheres } from '#domain/photogrammetry/photos/hemisphere.ts';
import { useText } from '#i18n/use-text.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { Notice } from '../Notice.tsx';
import { Doubts } from './Doubts.tsx';
import type { PhotoAnswers } from './use-photo-questions.ts';

interface PhotoQuestionsProps {
  answers: PhotoAnswers;
  isChecked: boolean;
}

/** Asks for the hemisphere of photos and the frame of marks, where the files leave it open; else hidden. */
export function PhotoQuestionsView({ answers, isChecked }: PhotoQuestionsProps) {
  const { t, errorText } = useText();
  const { hemisphere, frame, faults, warnings } = answers;
  return (
    <>
      <Doubts records={warnings} />
      {faults.map((fault) => (
        <Notice key={JSON.stringify(fault)} tone="bad">
          {errorText(fault, 'unknownError')}
        </Notice>
      ))}
      {frame !== null && (
        <div className="flex flex-col gap-2">
          <Notice tone="warn">{errorText(frame.record, 'unknownError')}</Notice>
          <Checkbox
            label={t(
              `createPage.markFrame.${frame.record.code === 'control.marks-swapped' ? 'swapped' : 'turned'}`,
            )}
            checked={answers.takesFrame}
            onChange={answers.takeFrame}
          />
          {isChecked && !answers.takesFrame && <Required text={t('createPage.markFrameRequired')} />}
        </div>
      )}
      {hemisphere !== null && (
        <div className="flex flex-col items-start gap-2">
          <Notice tone="warn">{errorText(hemisphere, 'unknownError')}</Notice>
          <span className="font-medium text-ink-soft text-sm">{t('createPage.hemisphere')}</span>
          <Segmented<Hemisphere | ''>
            label={t('createPage.hemisphere')}
            value={answers.stated ?? ''}
            onChange={(next) => next !== '' && answers.state(next)}
            options={hemispheres.map((value) => ({ value, label: t(`createPage.hemisphere.${value}`) }))}
          />
          {isChecked && answers.stated === null && <Required text={t('createPage.hemisphereRequired')} />}
        </div>
      )}
    </>
  );
}

function Required({ text }: { text: string }) {
  return (
    <p role="alert" className="text-bad text-sm">
      {text}
    </p>
  );
}
