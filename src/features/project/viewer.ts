import type { Edition } from '#contract/editions.ts';

/** Who looks at the page. */
export interface Viewer {
  readonly edition: Edition;
  /** Desktop user or superuser: sees retryable tasks and the time of the last progress (spec part 2, section 6). */
  readonly isStaff: boolean;
}
