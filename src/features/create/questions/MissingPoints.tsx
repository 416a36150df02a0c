import { useState } from 'react';
import type { ProjectSettings } from '#contract/schemas/project.ts';
import { useText } from '#i18n/use-text.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { lacksPoints, type Preflight } from '../choose/preflight.ts';

/** Consent to use the remaining points of truncated files. */
export interface MissingPointsQuestion {
  readonly isAsked: boolean;
  readonly isOpen: boolean;
  readonly isAccepted: boolean;
  /** Project settings from the answer. */
  readonly settings: ProjectSettings;
  accept(isAccepted: boolean): void;
}

/** Asks for consent where points of lidar files are missing. */
export function useMissingPoints(lidar: Preflight | null): MissingPointsQuestion {
  const [isAccepted, accept] = useState(false);
  const isAsked = lidar !== null && lacksPoints(lidar);
  const settings = isAsked && isAccepted ? { accept_truncated: true } : {};
  return { isAsked, isOpen: isAsked && !isAccepted, isAccepted, settings, accept };
}

interface MissingPointsProps {
  question: MissingPointsQuestion;
  isChecked: boolean;
}

/** The checkbox of consent; hidden where no point is missing. */
export function MissingPoints({ question, isChecked }: MissingPointsProps) {
  const { t } = useText();
  if (!question.isAsked) return null;
  return (
    <div className="flex flex-col gap-1 pb-2">
      <Checkbox
        label={t('createPage.acceptTruncated')}
        checked={question.isAccepted}
        onChange={question.accept}
      />
      {isChecked && question.isOpen && (
        <p role="alert" className="text-bad text-sm">
          {t('createPage.acceptTruncatedRequired')}
        </p>
      )}
    </div>
  );
}
