import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { useApi } from '#api/api-context.ts';
import { isFollowed, projectQuery } from '#api/queries.ts';
import type { Upload } from '#api/uploads/upload-list.ts';
import { type PageMode, pageMode } from '#contract/rules/page-mode.ts';
import type { Project } from '#contract/schemas/project.ts';

/**
 * The project, updated by the server's events while it changes, or polled where events do not arrive. Components of the
 * project page share one cache entry and one stream.
 */
export function useProject(pk: number) {
  const { client, projectFeed } = useApi();
  const { live } = useSnapshot(projectFeed.state);
  const query = useQuery(projectQuery(client, pk, live[pk] === true));
  const isChanging = isFollowed(query.data);
  useEffect(() => (isChanging ? projectFeed.follow(pk) : undefined), [projectFeed, pk, isChanging]);
  return query;
}

/** The upload of this project in this browser, if there is one. */
export function useUpload(pk: number): Readonly<Upload> | undefined {
  const { uploads } = useSnapshot(useApi().uploads.state);
  return uploads.find((upload) => upload.pk === pk);
}

/** Display mode of a project's page (spec part 2, section 4). */
export function modeOf(project: Project, upload: Readonly<Upload> | undefined): PageMode {
  const adjustment = project.products.find((product) => product.name === 'bundle_adjustment');
  const lidar = project.products.find((product) => product.name === 'lidar_point_cloud');
  return pageMode({
    ...project,
    upload: upload?.status ?? 'none',
    bundleAdjustment:
      adjustment === undefined
        ? null
        : { isComplete: adjustment.is_complete, hasError: adjustment.error_message !== null },
    lidar:
      lidar === undefined
        ? null
        : {
            isUploaded: lidar.is_uploaded ?? project.is_fully_uploaded,
            needsRegistration: project.is_lidar && project.image_count > 0,
            isReadyForRegistration: false,
          },
  });
}
