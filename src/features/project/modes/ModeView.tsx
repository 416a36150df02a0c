import { CloudUpload } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Project } from '#contract/schemas/project.ts';
import { useText } from '#i18n/use-text.ts';
import { EmptyState } from '#ui/States.tsx';
import { modeOf, useUpload } from '../use-project.ts';
import { mayManage, type Viewer } from '../viewer.ts';
import { ManualPanel } from './ManualPanel.tsx';
import { RecoveryPanel } from './RecoveryPanel.tsx';
import { UploadingPanel } from './UploadingPanel.tsx';
import { WaitPanel } from './WaitPanel.tsx';

interface ModeViewProps {
  project: Project;
  viewer: Viewer;
  /** The tab, shown in the default mode. */
  children: ReactNode;
}

/** The display mode of a project's state (spec part 2, section 4). */
export function ModeView({ project, viewer, children }: ModeViewProps): ReactNode {
  const upload = useUpload(project.pk);
  const mode = modeOf(project, upload);
  switch (mode) {
    case 'uploading':
      return upload !== undefined && <UploadingPanel upload={upload} edition={viewer.edition} />;
    case 'recovery':
      return mayManage(project, viewer) ? (
        <RecoveryPanel project={project} upload={upload} />
      ) : (
        <OwnersUpload />
      );
    case 'loading':
    case 'loading-correction':
    case 'loading-registration':
      return <WaitPanel project={project} viewer={viewer} mode={mode} />;
    case 'correction':
    case 'registration':
      return <ManualPanel project={project} mode={mode} />;
    case 'default':
      return children;
  }
}

/** The project page of others while the owner's files have not all arrived. */
function OwnersUpload() {
  const { t } = useText();
  return (
    <EmptyState icon={<CloudUpload />} title={t('projectState.uploading')} className="sm:pt-24">
      {t('recovery.ofOwner')}
    </EmptyState>
  );
}
