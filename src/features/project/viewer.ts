import type { Edition } from '#contract/editions.ts';
import type { Project } from '#contract/schemas/project.ts';

/** The viewer of the page. */
export interface Viewer {
  readonly edition: Edition;
  /** Desktop user or superuser: sees retryable tasks and the time of the last progress (spec part 2, section 6). */
  readonly isStaff: boolean;
}

/** Whether the viewer may rename and delete the project: its owner, and staff in super view. */
export function mayManage(project: Pick<Project, 'owned'>, viewer: Viewer): boolean {
  return project.owned || viewer.isStaff;
}
