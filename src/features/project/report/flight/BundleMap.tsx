import type { ReactNode } from 'react';
import type { Project } from '#contract/schemas/project.ts';
import { useText } from '#i18n/use-text.ts';
import { Skeleton } from '#ui/Skeleton.tsx';
import { useBundle } from '../photo/photo-report.ts';
import { FlightMap } from './FlightMap.tsx';

interface BundleMapProps {
  project: Project;
  /** Shown while there is no bundle adjustment. */
  empty?: ReactNode;
}

/** The flight map of a project, from its bundle adjustment. Fills its parent. */
export function BundleMap({ project, empty = null }: BundleMapProps) {
  const { errorText } = useText();
  const bundle = useBundle(project);
  if (bundle.isError) {
    return (
      <p role="alert" className="p-4">
        {errorText(bundle.error, 'failedToLoad')}
      </p>
    );
  }
  if (bundle.data !== undefined) return <FlightMap bundle={bundle.data} />;
  return bundle.isLoading ? <Skeleton className="size-full rounded-none" /> : empty;
}
