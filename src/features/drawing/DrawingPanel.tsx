import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Editor } from '#core/editor.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { ExportDialog } from './ExportDialog.tsx';
import { FeatureList } from './FeatureList.tsx';
import { LayerList } from './layers/LayerList.tsx';
import { SelectionFields } from './SelectionFields.tsx';

/** The drawing: selection, layers, features, and export. `header` says which drawing it is. */
export function DrawingPanel({ editor, header }: { editor: Editor; header?: ReactNode }) {
  const { t } = useText();
  const [isExporting, setExporting] = useState(false);
  return (
    <div className="flex min-h-full flex-col">
      {header}
      <SelectionFields editor={editor} />
      <LayerList editor={editor} />
      <FeatureList editor={editor} />
      <div className="mt-auto border-line border-t p-3">
        <Button className="w-full" icon={<Download className="size-4" />} onClick={() => setExporting(true)}>
          {t('export.open')}
        </Button>
      </div>
      <ExportDialog editor={editor} open={isExporting} onOpenChange={setExporting} />
    </div>
  );
}
