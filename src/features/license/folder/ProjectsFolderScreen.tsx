import { useText } from '#i18n/use-text.ts';
import { LicensePage } from '../LicensePage.tsx';
import { ProjectsFolderForm } from './ProjectsFolderForm.tsx';

/** The first choice of a projects folder, or of none, before anything else is shown. */
export function ProjectsFolderScreen() {
  const { t } = useText();
  return (
    <LicensePage title={t('projectsFolder.title')} intro={t('projectsFolder.intro')}>
      <ProjectsFolderForm initial="" />
    </LicensePage>
  );
}
