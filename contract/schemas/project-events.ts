import { z } from 'zod';
import { timestamp } from './common.ts';
import { type Project, project } from './project.ts';

/** What changes from moment to moment while a project is processed. */
export const projectProgress = z.object({
  when_modified: timestamp,
  last_sign_of_life: timestamp,
  awaits_worker: z.boolean(),
  progress: z.number(),
  max_disk_space_usage: z.number().nullable(),
  peak_ram_usage_gb: z.number().nullable(),
  products: z.array(
    z.object({
      pk: z.number().int(),
      stage: z.string().nullable(),
      work_units_completed: z.number(),
      work_units_needed: z.number(),
    }),
  ),
});

export type ProjectProgress = z.output<typeof projectProgress>;

/**
 * Events of a project's stream, by their names: `project` is the project as its call returns it, `progress` the
 * changes since the last event, `alive` is sent when nothing changes.
 */
export const projectEvents = { project, progress: projectProgress, alive: z.number() } as const;

/** The part of a project that a `progress` event carries. */
export function progressOf(of: Project): ProjectProgress {
  const { when_modified, last_sign_of_life, awaits_worker, progress } = of;
  const { max_disk_space_usage, peak_ram_usage_gb } = of;
  const products = of.products.map(({ pk, stage, work_units_completed, work_units_needed }) => ({
    pk,
    stage,
    work_units_completed,
    work_units_needed,
  }));
  return {
    when_modified,
    last_sign_of_life,
    awaits_worker,
    progress,
    max_disk_space_usage,
    peak_ram_usage_gb,
    products,
  };
}

/** The project as it is after a `progress` event. */
export function withProgress(before: Project, { products, ...rest }: ProjectProgress): Project {
  return {
    ...before,
    ...rest,
    products: before.products.map((product) => ({
      ...product,
      ...products.find(({ pk }) => pk === product.pk),
    })),
  };
}
