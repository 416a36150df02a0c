import { Navigate } from '@tanstack/react-router';
import { Layers } from 'lucide-react';
import { useText } from '#i18n/use-text.ts';
import { EmptyState } from '#ui/States.tsx';
import { ResumeLink } from '../processing/ProcessingActions.tsx';
import { useProject } from '../use-project.ts';

/** Registration of lidar to photos, of lidar projects only; a paused one is resumed here. */
export function RegistrationView({ pk }: { pk: number }) {
  const { t } = useText();
  const { data: project } = useProject(pk);
  if (project === undefined) return null;
  if (!project.is_lidar) return <Navigate to="/projects/$pk" params={{ pk: String(pk) }} replace />;
  const text = project.image_count === 0 ? 'registrationPage.noPhotos' : 'registrationPage.text';
  return (
    <EmptyState
      icon={<Layers />}
      title={t('registrationPage.title', { name: project.name })}
      {...(project.state === 'paused' && project.can_edit
        ? { action: <ResumeLink pk={pk} to="unpause" /> }
        : {})}
      className="sm:pt-24"
    >
      {t(text)}
    </EmptyState>
  );
}
