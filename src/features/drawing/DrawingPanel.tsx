import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Editor } from '#core/editor.ts';
import type { DrawingOverlay } from '#domain/drawing/overlay.ts';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { CodeSection } from './codes/CodeSection.tsx';
import { CodesPanel } from './codes/CodesPanel.tsx';
import { ExportDialog } from './export/ExportDialog.tsx';
import { FeatureList } from './FeatureList.tsx';
import { ImportButton } from './import/ImportButton.tsx';
import { ImportPanel } from './import/ImportPanel.tsx';
import { LayerList } from './layers/LayerList.tsx';
import { OverlayEditor } from './overlays/OverlayEditor.tsx';
import { OverlayList } from './overlays/OverlayList.tsx';
import { SelectionFields } from './SelectionFields.tsx';

/** The drawing: selection, layers, features, and export. `header` says which drawing it is. */
export function DrawingPanel({ editor, header }: { editor: Editor; header?: ReactNode }) {
  const { t } = useText();
  const [isExporting, setExporting] = useState(false);
  const [imported, setImported] = useState<readonly File[] | null>(null);
  const [isInCodes, setInCodes] = useState(false);
  const { save } = useSnapshot(editor.views.status);
  const { overlayEditing } = useSnapshot(editor.views.workspace);
  const { overlays } = useSnapshot(editor.views.document);
  const edited = overlayEditing ? overlays[overlayEditing.id] : undefined;
  if (edited) return <OverlayEditor key={edited.id} editor={editor} overlay={edited as DrawingOverlay} />;
  const canEdit = editor.facts.canEdit && save.kind !== 'read-only';
  if (imported !== null) {
    return <ImportPanel editor={editor} files={imported} onClose={() => setImported(null)} />;
  }
  if (isInCodes) return <CodesPanel editor={editor} canEdit={canEdit} onClose={() => setInCodes(false)} />;
  return (
    <div className="flex min-h-full flex-col">
      {header}
      <SelectionFields editor={editor} />
      <LayerList editor={editor} />
      {editor.overlayImages && <OverlayList editor={editor} />}
      <CodeSection editor={editor} onOpen={() => setInCodes(true)} />
      <FeatureList editor={editor} />
      <div className="mt-auto flex gap-2 border-line border-t p-3">
        {canEdit && <ImportButton onFiles={setImported} />}
        <Button className="flex-1" icon={<Download className="size-4" />} onClick={() => setExporting(true)}>
          {t('export.open')}
        </Button>
      </div>
      <ExportDialog editor={editor} open={isExporting} onOpenChange={setExporting} />
    </div>
  );
}
