import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#api/api-context.ts';
import { queryKeys } from '#api/queries.ts';
import { times } from '#contract/limits.ts';
import { routes } from '#contract/routes/table.ts';
import type { Project } from '#contract/schemas/project.ts';

/** Lines that the page keeps; the console's file contains all when processing ends. */
const keptLines = 5000;

/** The last lines of another engine's console. */
export interface EngineConsole {
  /** Number of the first line here, counted from 0. */
  readonly first: number;
  readonly lines: readonly string[];
}

const nothing: EngineConsole = { first: 0, lines: [] };

/** Another engine's console output, polled by line while it runs. */
export function useEngineConsole({ pk, state }: Project) {
  const { client } = useApi();
  const cache = useQueryClient();
  const queryKey = queryKeys.engineConsole(pk);
  return useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<EngineConsole> => {
      let known = cache.getQueryData<EngineConsole>(queryKey) ?? nothing;
      for (;;) {
        const from = known.first + known.lines.length;
        const { lines, count } = await client.call(routes.projectConsole, {
          params: { pk },
          query: { from },
          signal,
        });
        if (count < from) known = nothing;
        else if (lines.length === 0) return known;
        else known = withLines(known, lines);
      }
    },
    refetchInterval: state === 'processing' ? times.consolePoll : false,
  });
}

function withLines({ first, lines }: EngineConsole, more: readonly string[]): EngineConsole {
  const all = [...lines, ...more];
  const dropped = Math.max(0, all.length - keptLines);
  return { first: first + dropped, lines: all.slice(dropped) };
}
