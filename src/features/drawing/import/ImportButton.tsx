import { Upload } from 'lucide-react';
import { useRef } from 'react';
import { importEndings } from '#domain/drawing/import/drawing-endings.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';

/** Chooses the files of one drawing. */
export function ImportButton({ onFiles }: { onFiles(files: readonly File[]): void }) {
  const { t } = useText();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={importEndings.join(',')}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      <Button className="flex-1" icon={<Upload className="size-4" />} onClick={() => input.current?.click()}>
        {t('import.open')}
      </Button>
    </>
  );
}
