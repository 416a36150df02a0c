import { and, asc, eq, gte, lt, max } from 'drizzle-orm';
import { limits } from '#contract/limits.ts';
import type { AnswerOf } from '#contract/routes/route.ts';
import type { routes } from '#contract/routes/table.ts';
import { engineConsole } from '../../db/schema/work.ts';
import type { ServerContext } from '../context.ts';

/** Lines of a project's engine console from a given one on, at most one page, and their total number. */
export async function readEngineConsole(
  { db }: ServerContext,
  projectPk: number,
  from: number,
): Promise<AnswerOf<typeof routes.projectConsole>> {
  const { imagesetPk, line, text } = engineConsole;
  const [last] = await db
    .select({ line: max(line) })
    .from(engineConsole)
    .where(eq(imagesetPk, projectPk));
  const rows = await db
    .select({ text })
    .from(engineConsole)
    .where(and(eq(imagesetPk, projectPk), gte(line, from), lt(line, from + limits.consolePage)))
    .orderBy(asc(line));
  return { lines: rows.map((row) => row.text), count: (last?.line ?? -1) + 1 };
}
