import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '#ui/IconButton.tsx';

interface PanelHeaderProps {
  title: string;
  backLabel: string;
  onBack(): void;
  /** At the end of the line. */
  children?: ReactNode;
}

/** Title of a page within the panel, and the way back. */
export function PanelHeader({ title, backLabel, onBack, children }: PanelHeaderProps) {
  return (
    <header className="sticky top-0 z-10 flex min-h-11 items-center gap-1 border-line border-b bg-panel py-1 pr-3 pl-1.5">
      <IconButton label={backLabel} icon={<ArrowLeft />} onClick={onBack} />
      <h3 className="min-w-0 flex-1 truncate font-semibold">{title}</h3>
      {children}
    </header>
  );
}
