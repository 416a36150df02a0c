import { useEffect, useState } from 'react';
import type { CleanKind } from '#contract/rules/cleaning.ts';
import type { Project } from '#contract/schemas/project.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { RadioList } from '#ui/RadioList.tsx';
import type { Viewer } from '../viewer.ts';
import { FileKinds } from './FileKinds.tsx';
import { bytesOf, partialFault, type RemovalMode, removalModes } from './removal.ts';
import { useClean, useDestroy, useIsCanvasOpen } from './use-removal.ts';

interface DeleteDialogProps {
  project: Project;
  viewer: Viewer;
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** Deletes a project, or on a desktop some of its files: what is deleted is listed with its size first. */
export function DeleteDialog({ project, viewer, open, onOpenChange }: DeleteDialogProps) {
  const { t, format } = useText();
  const modes = removalModes(viewer.edition, viewer.isStaff);
  const [mode, setMode] = useState<RemovalMode>(modes[0]);
  const [chosen, setChosen] = useState<readonly CleanKind[]>([]);
  const destroy = useDestroy(project);
  const clean = useClean(project, () => onOpenChange(false));
  const isCanvasOpen = useIsCanvasOpen(project.pk, open && mode === 'partial');
  const kinds = isCanvasOpen ? chosen.filter((kind) => kind !== 'canvas') : chosen;
  const isPending = destroy.isPending || clean.isPending;
  const fault = partialFault(project.size);
  useFreshStart(open, () => {
    setMode(modes[0]);
    setChosen([]);
    destroy.reset();
    clean.reset();
  });

  const size = format.bytes(project.size.total);
  const hints: Record<RemovalMode, string> = {
    mark: t('deleteProjectModal.modeMarkHint'),
    destroy: t('deleteProjectModal.modeDestroyHint', { size }),
    partial: fault === null ? t('deleteProjectModal.modePartialHint') : t(fault),
  };
  const confirm = () => (mode === 'partial' ? clean.mutate([...kinds]) : destroy.mutate(mode === 'destroy'));
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      closable={!isPending}
      title={t('deleteProjectModal.question', { name: project.name })}
      {...(modes.length === 1 ? { description: t('deleteProjectModal.text') } : {})}
      closeLabel={t('close')}
      footer={
        <>
          <Button disabled={isPending} onClick={() => onOpenChange(false)}>
            {t('cancel')}
          </Button>
          <Button
            tone="danger"
            pending={isPending}
            disabled={mode === 'partial' && bytesOf(project.size, kinds) === 0}
            onClick={confirm}
          >
            {t(mode === 'partial' ? 'deleteProjectModal.clean' : 'deleteProjectModal.confirm')}
          </Button>
        </>
      }
    >
      {modes.length > 1 && (
        <RadioList<RemovalMode>
          label={t('deleteProjectModal.modes')}
          value={mode}
          disabled={isPending}
          onChange={setMode}
          choices={modes.map((value) => ({
            value,
            label: t(`deleteProjectModal.mode.${value}`),
            hint: hints[value],
            disabled: value === 'partial' && fault !== null,
          }))}
        />
      )}
      {mode === 'partial' && (
        <FileKinds
          size={project.size}
          chosen={kinds}
          onChange={setChosen}
          isCanvasOpen={isCanvasOpen}
          disabled={isPending}
        />
      )}
      <Failure destroyError={destroy.error} cleanError={clean.error} />
    </Dialog>
  );
}

/** Runs `start` whenever the dialog opens. */
function useFreshStart(open: boolean, start: () => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only opening begins anew
  useEffect(() => {
    if (open) start();
  }, [open]);
}

function Failure({ destroyError, cleanError }: { destroyError: unknown; cleanError: unknown }) {
  const { errorText } = useText();
  return (
    <p role="alert" className="mt-2 min-h-5 text-bad text-sm">
      {destroyError !== null && errorText(destroyError, 'deleteProjectModal.failedToDelete')}
      {cleanError !== null && errorText(cleanError, 'deleteProjectModal.failedToClean')}
    </p>
  );
}
