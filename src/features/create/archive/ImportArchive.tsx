import { Archive } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#i18n/use-text.ts';
import { DropZone } from '#ui/DropZone.tsx';
import { ArchiveDialog } from './ArchiveDialog.tsx';

/** Drop zone for an archive of a project, which becomes a new project. */
export function ImportArchive() {
  const { t } = useText();
  const [file, setFile] = useState<File | null>(null);
  return (
    <>
      <DropZone
        accept=".zip"
        onFiles={([first]) => setFile(first ?? null)}
        className="flex min-h-18 items-center gap-4 px-6 py-3 text-left"
      >
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-ink">
          <Archive aria-hidden="true" className="size-5" />
        </span>
        <span className="min-w-0">
          <span className="block font-medium">{t('importArchive.drop')}</span>
          <span className="block text-ink-soft text-sm">{t('importArchive.hint')}</span>
        </span>
      </DropZone>
      {file !== null && <ArchiveDialog file={file} onClose={() => setFile(null)} />}
    </>
  );
}
