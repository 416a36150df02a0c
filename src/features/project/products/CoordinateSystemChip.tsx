import { Copy, Globe } from 'lucide-react';
import { useState } from 'react';
import { useText } from '#i18n/use-text.ts';
import { Button } from '#ui/Button.tsx';
import { Chip } from '#ui/Chip.tsx';
import { Dialog } from '#ui/Dialog.tsx';
import { Facts } from '#ui/Table.tsx';
import { useToast } from '#ui/Toast.tsx';
import { type CoordinateSystem, nameOfWkt, systemLabel } from './coordinate-system.ts';

/** The abbreviated coordinate system; a press shows all of it. */
export function CoordinateSystemChip({ system }: { system: CoordinateSystem }) {
  const { t } = useText();
  const [isOpen, setOpen] = useState(false);
  const label = systemLabel(system);
  if (label === null) {
    return (
      <Chip tone="warn" icon={<Globe />}>
        {t('coordinateSystem.unknown')}
      </Chip>
    );
  }
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="min-w-0 max-w-full rounded-sm hover:brightness-95"
      >
        <Chip icon={<Globe />}>{label}</Chip>
      </button>
      <SystemDialog system={system} open={isOpen} onOpenChange={setOpen} />
    </>
  );
}

interface SystemDialogProps {
  system: CoordinateSystem;
  open: boolean;
  onOpenChange(open: boolean): void;
}

function SystemDialog({ system, open, onOpenChange }: SystemDialogProps) {
  const { t } = useText();
  const showToast = useToast();
  const { wkt, epsg, unit } = system;
  const copy = async () => {
    await navigator.clipboard.writeText(wkt ?? '');
    showToast({ title: t('copied') });
  };
  const facts = [
    ...(wkt === null ? [] : [{ name: t('coordinateSystem.name'), value: nameOfWkt(wkt) }]),
    ...(epsg === null ? [] : [{ name: t('coordinateSystem.code'), value: `EPSG:${epsg}` }]),
    ...(unit === null ? [] : [{ name: t('coordinateSystem.unit'), value: t(`unit.${unit}`) }]),
  ];
  return (
    <Dialog
      wide
      open={open}
      onOpenChange={onOpenChange}
      title={t('coordinateSystem.title')}
      closeLabel={t('close')}
      footer={
        wkt !== null && (
          <Button icon={<Copy className="size-4" />} onClick={copy}>
            {t('coordinateSystem.copyWkt')}
          </Button>
        )
      }
    >
      <Facts facts={facts} />
      {wkt !== null && (
        <pre className="mt-4 max-h-80 select-text overflow-auto whitespace-pre-wrap break-words rounded-md bg-well p-3 font-mono text-xs">
          {wkt}
        </pre>
      )}
    </Dialog>
  );
}
