import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Project } from '#contract/schemas/project.ts';
import { useText } from '#i18n/use-text.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { LidarReport } from './LidarReport.tsx';
import { PhotoReportView } from './photo/PhotoReportView.tsx';
import { usePhotoReport } from './photo/photo-report.ts';
import { RemoteReportView } from './photo/RemoteReportView.tsx';
import { isRemote, useRemoteReport } from './photo/remote-report.ts';
import { useProcessReport } from './process-report.ts';

/** The report of a project: inputs, quality, processing cost, warnings. */
export function ReportView({ project }: { project: Project }) {
  if (project.is_lidar) return <OfLidar project={project} />;
  return isRemote(project) ? <OfService project={project} /> : <OfPhotos project={project} />;
}

function OfLidar({ project }: { project: Project }) {
  return <Loaded query={useProcessReport(project)}>{(report) => <LidarReport report={report} />}</Loaded>;
}

function OfPhotos({ project }: { project: Project }) {
  return (
    <Loaded query={usePhotoReport(project)}>
      {(report) => <PhotoReportView project={project} report={report} />}
    </Loaded>
  );
}

function OfService({ project }: { project: Project }) {
  return <Loaded query={useRemoteReport(project)}>{(report) => <RemoteReportView report={report} />}</Loaded>;
}

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  children(data: Data): ReactNode;
}

function Loaded<Data>({ query, children }: LoadedProps<Data>) {
  const { errorText } = useText();
  if (query.isError) return <p role="alert">{errorText(query.error, 'failedToLoad')}</p>;
  if (query.isPending) return <Skeleton className="h-96 rounded-lg" />;
  return children(query.data);
}
