import { useText } from '#i18n/use-text.ts';
import { HeaderContent } from '#ui/Header.tsx';
import { useDocumentTitle } from '#ui/use-document-title.ts';
import { ImportArchive } from './archive/ImportArchive.tsx';
import { SurveyDropZone } from './choose/SurveyDropZone.tsx';

/** The page that creates projects: a large drop zone for lidar files, and an explanation of their processing. */
export function CreateScreen() {
  const { t } = useText();
  useDocumentTitle(t('title.create'));
  const steps = [t('createPage.step.check'), t('createPage.step.upload'), t('createPage.step.process')];
  return (
    <>
      <HeaderContent>
        <h1 className="font-semibold text-lg">{t('createNewHeader')}</h1>
      </HeaderContent>
      <div className="mx-auto flex max-w-3xl flex-col gap-8 p-4 sm:p-6 sm:pt-12">
        <SurveyDropZone isLarge />
        <ImportArchive />
        <ol className="grid gap-x-6 gap-y-4 sm:grid-cols-3">
          {steps.map((step, index) => (
            <li key={step} className="border-line border-t pt-3 text-ink-soft">
              <span className="mb-1 block font-semibold text-accent-ink">{index + 1}</span>
              {step}
            </li>
          ))}
        </ol>
      </div>
    </>
  );
}
