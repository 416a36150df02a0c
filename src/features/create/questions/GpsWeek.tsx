import { useMemo, useState } from 'react';
import type { ErrorRecord } from '#domain/errors/app-error.ts';
import { useText } from '#i18n/use-text.ts';
import { TextField } from '#ui/TextField.tsx';
import type { Preflight } from '../choose/preflight.ts';
import { Notice } from '../Notice.tsx';
import { findWeekQuestion, readWeek, type WeekAnswer } from './gps-week.ts';

/** GPS week of lidar files with times of week, where other files have absolute times. */
export interface GpsWeekQuestion extends WeekAnswer {
  /** Null where nothing is asked. */
  readonly record: ErrorRecord | null;
  readonly text: string;
  write(text: string): void;
}

/** Asks for the GPS week where times of lidar files cannot be combined without it. */
export function useGpsWeek(lidar: Preflight | null): GpsWeekQuestion {
  const [text, write] = useState('');
  const record = useMemo(() => findWeekQuestion(lidar), [lidar]);
  return { record, text, write, ...readWeek(record, text) };
}

interface GpsWeekProps {
  question: GpsWeekQuestion;
  isChecked: boolean;
}

/** The field for the week; hidden where it is not needed. */
export function GpsWeek({ question, isChecked }: GpsWeekProps) {
  const { t, errorText } = useText();
  if (question.record === null) return null;
  return (
    <div className="flex flex-col gap-2 pb-2">
      <Notice tone="warn">{errorText(question.record, 'unknownError')}</Notice>
      <TextField
        label={t('createPage.gpsWeek')}
        inputMode="numeric"
        value={question.text}
        onChange={(event) => question.write(event.target.value)}
        error={isChecked && question.isOpen ? t('createPage.gpsWeekRequired') : undefined}
      />
    </div>
  );
}
