import type { ReactNode } from 'react';
import type { Project } from '#contract/schemas/project.ts';
import { RecoveryPanel } from '../RecoveryPanel.tsx';
import { UploadingPanel } from '../UploadingPanel.tsx';
import { modeOf, useUpload } from '../use-project.ts';
import type { Viewer } from '../viewer.ts';
import { HandworkPanel } from './HandworkPanel.tsx';
import { WaitPanel } from './WaitPanel.tsx';

interface ModeViewProps {
  project: Project;
  viewer: Viewer;
  /** The tab, shown in the default mode. */
  children: ReactNode;
}

/** The display mode that a project's state asks for (spec part 2, section 4). */
export function ModeView({ project, viewer, children }: ModeViewProps): ReactNode {
  const upload = useUpload(project.pk);
  const mode = modeOf(project, upload);
  switch (mode) {
    case 'uploading':
      return upload !== undefined && <UploadingPanel upload={upload} edition={viewer.edition} />;
    case 'recovery':
      return <RecoveryPanel project={project} upload={upload} />;
    case 'loading':
    case 'loading-correction':
    case 'loading-registration':
      return <WaitPanel project={project} viewer={viewer} mode={mode} />;
    case 'correction':
    case 'registration':
      return <HandworkPanel project={project} mode={mode} />;
    case 'default':
      return children;
  }
}
