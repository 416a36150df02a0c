import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#api/api-context.ts';
import { queryKeys } from '#api/queries.ts';
import { routes } from '#contract/routes/table.ts';
import type { DrawingItem } from '#contract/schemas/drawing.ts';
import type { DrawingChoiceProps } from './drawing-choice-props.ts';

interface NewDrawing {
  readonly name: string;
  /** What it is a copy of; left out: it is empty. */
  readonly copyOf?: DrawingItem;
  /** A version of that; left out: the newest. */
  readonly version?: number;
}

/** What can be done with the drawings of a project; lists follow. */
export function useDrawingActions(
  { pk, onShow, onReopen }: Pick<DrawingChoiceProps, 'pk' | 'onShow' | 'onReopen'>,
  open: DrawingItem | undefined,
) {
  const { client } = useApi();
  const cache = useQueryClient();
  const renew = () => cache.invalidateQueries({ queryKey: queryKeys.drawings(pk) });
  const params = { pk };
  return {
    create: useMutation({
      mutationFn: ({ name, copyOf, version }: NewDrawing) =>
        client.call(routes.drawingsPost, {
          params,
          body: {
            name,
            ...(copyOf ? { copy_of: copyOf.pk } : {}),
            ...(version === undefined ? {} : { revision: version }),
          },
        }),
      onSuccess: renew,
    }),
    rename: useMutation({
      mutationFn: ({ item, name }: { item: DrawingItem; name: string }) =>
        client.call(routes.drawingModify, { params: { pk, drawing: item.pk }, body: { name } }),
      onSuccess: renew,
    }),
    lock: useMutation({
      mutationFn: ({ item, isLocked }: { item: DrawingItem; isLocked: boolean }) =>
        client.call(routes.drawingModify, {
          params: { pk, drawing: item.pk },
          body: { is_locked: isLocked },
        }),
      onSuccess: async ({ pk: changed }) => {
        await renew();
        if (changed === open?.pk) onReopen();
      },
    }),
    remove: useMutation({
      mutationFn: (item: DrawingItem) =>
        client.call(routes.drawingDelete, { params: { pk, drawing: item.pk } }).then(() => item.pk),
      onSuccess: async (removed) => {
        await renew();
        if (removed === open?.pk) onShow({ drawing: null, version: null });
      },
    }),
    nameVersion: useMutation({
      mutationFn: ({ item, version, name }: { item: DrawingItem; version: number; name: string | null }) =>
        client.call(routes.drawingNameRevision, {
          params: { pk, revision: version },
          query: { drawing: item.pk },
          body: { name },
        }),
      onSuccess: renew,
    }),
  };
}

export type DrawingActions = ReturnType<typeof useDrawingActions>;
