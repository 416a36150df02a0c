import type { Project } from '#contract/schemas/project.ts';
import { useText } from '#i18n/use-text.ts';
import { Card } from '#ui/Card.tsx';
import { BundleMap } from '../flight/BundleMap.tsx';
import { ReportFigures } from '../ReportFigures.tsx';
import { ReportSteps } from '../ReportSteps.tsx';
import { ReportWarnings } from '../ReportWarnings.tsx';
import { AccuracyCard } from './AccuracyCard.tsx';
import { CameraCard } from './CameraCard.tsx';
import { ControlTable } from './ControlTable.tsx';
import { PhotoTable } from './PhotoTable.tsx';
import { ProcessingCard } from './ProcessingCard.tsx';
import type { PhotoReport } from './photo-report.ts';
import { RejectedPhotos } from './RejectedPhotos.tsx';
import { reportFigures } from './report-figures.tsx';

interface PhotoReportViewProps {
  project: Project;
  report: PhotoReport;
}

/** The report of an image project: the flight, its fit to control, its camera, and the processing cost. */
export function PhotoReportView({ project, report }: PhotoReportViewProps) {
  const text = useText();
  const { t } = text;
  const { gcps, checkpoints, cameras } = report;
  return (
    <div className="flex flex-col gap-4">
      <ReportFigures figures={reportFigures(report, text)} />
      <ReportWarnings warnings={[...report.failures, ...report.warnings]} />
      <Card aria-label={t('flight.map')} className="overflow-hidden">
        <h3 className="px-4 pt-3 pb-2 font-semibold">{t('flight.map')}</h3>
        <div className="h-80 border-line border-t bg-well sm:h-[min(480px,52vh)]">
          <BundleMap project={project} />
        </div>
      </Card>
      <AccuracyCard report={report} />
      <div className="grid items-start gap-4 2xl:grid-cols-2">
        <ControlTable title={t('report.checkpoints')} points={checkpoints.points} />
        <ControlTable title={t('report.control')} points={gcps} />
      </div>
      <RejectedPhotos rejected={report.images.rejected} />
      <div className="grid items-start gap-4 2xl:grid-cols-2">
        {cameras.map((camera) => (
          <CameraCard key={camera.name} camera={camera} />
        ))}
        <PhotoTable report={report} />
      </div>
      <div className="grid items-start gap-4 2xl:grid-cols-2">
        <ReportSteps steps={report.steps} />
        <ProcessingCard report={report} />
      </div>
    </div>
  );
}
