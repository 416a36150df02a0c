import { useMemo, useState } from 'react';
import type { ProjectSettings } from '#contract/schemas/project.ts';
import type { Hemisphere } from '#domain/photogrammetry/photos/hemisphere.ts';
import type { ImagePreflight } from '../choose/image-preflight.ts';
import { findPhotoQuestions, type PhotoQuestions } from './photo-questions.ts';

/** The questions of photos and control with the answers so far. */
export interface PhotoAnswers extends PhotoQuestions {
  readonly stated: Hemisphere | null;
  readonly takesFrame: boolean;
  /** An answer is missing, or files cannot be used. */
  readonly isOpen: boolean;
  /** Project settings from the answers. */
  readonly settings: ProjectSettings;
  state(hemisphere: Hemisphere): void;
  takeFrame(takes: boolean): void;
}

/** State of the questions that photos and control leave open. */
export function usePhotoQuestions(preflight: ImagePreflight): PhotoAnswers {
  const questions = useMemo(() => findPhotoQuestions(preflight), [preflight]);
  const [stated, state] = useState<Hemisphere | null>(null);
  const [takesFrame, takeFrame] = useState(false);
  const { hemisphere, frame, faults } = questions;
  const isOpen =
    (hemisphere !== null && stated === null) || (frame !== null && !takesFrame) || faults.length > 0;
  const settings: ProjectSettings = {
    ...(hemisphere !== null && stated !== null ? { hemisphere: stated } : {}),
    ...(frame !== null && takesFrame ? { mark_frame: frame.option } : {}),
  };
  return { ...questions, stated, takesFrame, isOpen, settings, state, takeFrame };
}
