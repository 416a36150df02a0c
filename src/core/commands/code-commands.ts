import { type CodeChanges, compareCodes } from '#domain/drawing/codes/compare-codes.ts';
import { codeKey } from '#domain/drawing/codes/dictionary.ts';
import { inRankOrder, nextRank } from '#domain/drawing/document.ts';
import type { CodeEntry, FeatureCode } from '#domain/drawing/feature-code.ts';
import { AppError } from '#domain/errors/app-error.ts';
import type { RecordChange } from '../history/edit.ts';
import type { Store } from '../store/store.ts';
import { defineCommand } from './command.ts';
import { canEdit, changeableFeature } from './guards.ts';

/** A code by id. @throws drawing.unknown-code */
function codeOf(store: Store, id: string): FeatureCode {
  const code = store.views.document.codes[id];
  if (code === undefined) throw new AppError('drawing.unknown-code', { id });
  return code;
}

/** An entry as it is kept: without blanks around what is compared. @throws drawing.code-empty, drawing.code-taken */
function requireFree(store: Store, entry: CodeEntry, id: string | null): CodeEntry {
  const code = entry.code.trim();
  if (code === '') throw new AppError('drawing.code-empty', {});
  const other = Object.values(store.views.document.codes).find(
    (one) => one.id !== id && codeKey(one.code) === codeKey(code),
  );
  if (other !== undefined) throw new AppError('drawing.code-taken', { code, other: other.code });
  return { ...entry, code };
}

const codeAdd = defineCommand<{ readonly entry: CodeEntry }>()({
  id: 'code.add',
  labelKey: 'command.code.add',
  recording: 'record',
  enabled: canEdit,
  plan({ store, ports }, { entry }) {
    const { codes } = store.views.document;
    const after = { ...requireFree(store, entry, null), id: ports.createId(), rank: nextRank(codes) };
    return { edit: { kind: 'patch', changes: [{ table: 'codes', id: after.id, before: null, after }] } };
  },
});

/** Replaces what a code means; `isRenaming`: features of exactly the old code get the new one. */
const codeUpdate = defineCommand<{
  readonly id: string;
  readonly entry: CodeEntry;
  readonly isRenaming: boolean;
}>()({
  id: 'code.update',
  labelKey: 'command.code.update',
  recording: 'record',
  enabled: canEdit,
  plan({ store }, { id, entry, isRenaming }) {
    const before = codeOf(store, id);
    const after = { ...requireFree(store, entry, id), id, rank: before.rank };
    const changes: RecordChange[] = [{ table: 'codes', id, before, after }];
    if (isRenaming && after.code !== before.code) {
      const key = codeKey(before.code);
      for (const { id: featureId, code } of Object.values(store.views.document.features)) {
        if (codeKey(code) !== key) continue;
        const feature = changeableFeature(store, featureId);
        const renamed = { ...feature, code: after.code };
        changes.push({ table: 'features', id: featureId, before: feature, after: renamed });
      }
    }
    return { edit: { kind: 'patch', changes } };
  },
});

/** Removes codes from the dictionary; features keep what they are called. */
const codeRemove = defineCommand<{ readonly ids: readonly string[] }>()({
  id: 'code.remove',
  labelKey: 'command.code.remove',
  recording: 'record',
  enabled: (views, { ids }) => canEdit(views) && ids.length > 0,
  plan({ store }, { ids }) {
    const changes = ids.map(
      (id) => ({ table: 'codes', id, before: codeOf(store, id), after: null }) as const,
    );
    return { edit: { kind: 'patch', changes } };
  },
});

/** Adds and changes codes as a table says; `isReplacing`: codes that it does not have are removed. */
const codeImport = defineCommand<{
  readonly entries: readonly CodeEntry[];
  readonly isReplacing: boolean;
}>()({
  id: 'code.import',
  labelKey: 'command.code.import',
  recording: 'record',
  enabled: canEdit,
  plan({ store, ports }, { entries, isReplacing }) {
    const { codes } = store.views.document;
    const { added, changed, missing }: CodeChanges = compareCodes(inRankOrder(codes), entries);
    const first = nextRank(codes);
    const changes: RecordChange[] = [
      ...changed.map(({ before, after }) => {
        const { id, rank } = before;
        return { table: 'codes', id, before, after: { ...after, id, rank } } as const;
      }),
      ...added.map((entry, i) => {
        const after = { ...entry, id: ports.createId(), rank: first + i };
        return { table: 'codes', id: after.id, before: null, after } as const;
      }),
      ...(isReplacing ? missing : []).map(
        (before) => ({ table: 'codes', id: before.id, before, after: null }) as const,
      ),
    ];
    return changes.length === 0 ? null : { edit: { kind: 'patch', changes } };
  },
});

/** The code of what is drawn next; null for none. */
const codeChoose = defineCommand<{ readonly id: string | null }>()({
  id: 'code.choose',
  labelKey: 'command.code.choose',
  recording: 'skip',
  plan: ({ store }, { id }) => ({ workspace: { codeId: id === null ? null : codeOf(store, id).id } }),
});

export const codeCommands = [codeAdd, codeUpdate, codeRemove, codeImport, codeChoose] as const;
