import { useQuery } from '@tanstack/react-query';
import { useApi } from '#api/api-context.ts';
import { projectsFolderQuery } from '#api/license-queries.ts';
import { hasFeature } from '#contract/editions.ts';
import type { Project } from '#contract/schemas/project.ts';
import { withoutEnd } from '#domain/math/without-end.ts';
import type { Viewer } from '../viewer.ts';

/** Absolute path of the project's folder in the projects folder; null where the edition or the user has none. */
export function useExportFolder(project: Project, viewer: Viewer): string | null {
  const { client } = useApi();
  const isAsked = hasFeature(viewer.edition, 'exportToDisk');
  const root = useQuery({ ...projectsFolderQuery(client), enabled: isAsked }).data;
  if (!isAsked || root === undefined || !root.enabled || root.path === null) return null;
  return childPath(root.path, project.name);
}

/** `name` in the folder `path`, with the separator that the path is written with. */
export function childPath(path: string, name: string): string {
  const separator = path.includes('\\') && !path.startsWith('/') ? '\\' : '/';
  return `${withoutEnd(path, '\\/')}${separator}${name}`;
}
