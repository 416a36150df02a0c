import { Navigate } from '@tanstack/react-router';
import { ScanSearch } from 'lucide-react';
import { useText } from '#i18n/use-text.ts';
import { EmptyState } from '#ui/States.tsx';
import { BundleView } from '../report/flight/BundleView.tsx';
import { useProject } from '../use-project.ts';

/** The analyzer: positions and residuals of photos and reference points, once they are adjusted. */
export function AnalyzerView({ pk }: { pk: number }) {
  const { t } = useText();
  const { data: project } = useProject(pk);
  if (project === undefined) return null;
  if (project.state === 'paused' && project.is_lidar_registered) {
    return <Navigate to="/projects/$pk/lidar" params={{ pk: String(pk) }} replace />;
  }
  if (project.state === 'paused' && !project.is_lidar && project.can_edit) {
    return <Navigate to="/projects/$pk/analyzer/unpause" params={{ pk: String(pk) }} replace />;
  }
  const text =
    project.is_lidar || project.image_count === 0 ? 'analyzerPage.noPhotos' : 'analyzerPage.notYet';
  const none = (
    <EmptyState icon={<ScanSearch />} title={t('projectPage.tab.analyzer')} className="sm:pt-24">
      {t(text)}
    </EmptyState>
  );
  const adjustment = project.products.find((product) => product.name === 'bundle_adjustment');
  if (adjustment?.status !== 'Done') return none;
  return (
    <div className="mx-auto max-w-[1600px] p-4 sm:p-6">
      <BundleView project={project} empty={none} />
    </div>
  );
}
