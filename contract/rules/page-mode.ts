import type { ProjectState } from './states.ts';

/** Display modes of the project page. */
export type PageMode =
  | 'default'
  | 'uploading'
  | 'recovery'
  | 'correction'
  | 'registration'
  | 'loading'
  | 'loading-correction'
  | 'loading-registration';

/** Facts that decide the mode of the project page. */
export interface PageModeFacts {
  /** Upload of this project in this browser. */
  readonly upload: 'none' | 'loading' | 'error';
  readonly state: ProjectState;
  readonly is_fully_uploaded: boolean;
  readonly is_lidar: boolean;
  readonly is_lidar_registered: boolean;
  readonly added_ground_control_at_start: boolean;
  readonly are_gcps_corrected: boolean;
  readonly gcps_ready_for_correction: boolean;
  /** Null where the project has no bundle adjustment. */
  readonly bundleAdjustment: { readonly isComplete: boolean; readonly hasError: boolean } | null;
  /** Null where the project has no lidar. `needsRegistration`: it has images to be registered to. */
  readonly lidar: {
    readonly isUploaded: boolean;
    readonly needsRegistration: boolean;
    readonly isReadyForRegistration: boolean;
  } | null;
}

/** Chooses the mode in the order of spec part 2, section 4; lidar counts as bundle data where there are no images. */
export function pageMode(facts: PageModeFacts): PageMode {
  const { upload, bundleAdjustment, lidar } = facts;
  if (upload === 'loading') return 'uploading';
  if (upload !== 'error' && !bundleAdjustment && !lidar) return 'default';
  if (!facts.is_fully_uploaded || (lidar && !lidar.isUploaded)) return 'recovery';
  if (isAtRest(facts)) return 'default';
  if (facts.added_ground_control_at_start && !facts.are_gcps_corrected) {
    return facts.gcps_ready_for_correction ? 'correction' : 'loading-correction';
  }
  if (lidar?.needsRegistration && !facts.is_lidar_registered) {
    return lidar.isReadyForRegistration ? 'registration' : 'loading-registration';
  }
  const isAdjusting = bundleAdjustment && !bundleAdjustment.isComplete && !bundleAdjustment.hasError;
  return isAdjusting ? 'loading' : 'default';
}

function isAtRest(facts: PageModeFacts): boolean {
  const { state } = facts;
  return state === 'stalled' || state === 'errored' || (state === 'paused' && !facts.is_lidar);
}
