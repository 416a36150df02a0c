import { type ReactNode, useState } from 'react';
import { useText } from '#i18n/use-text.ts';
import { HeaderSlotProvider } from '#ui/Header.tsx';
import { Rail, type RecentProject } from './Rail.tsx';
import { SettingsDialog } from './settings/SettingsDialog.tsx';

interface ShellLayoutProps {
  /** Last search text of the project list. */
  lastSearch: string;
  recentProjects: readonly RecentProject[];
  accountMenu?: ReactNode;
  /** At the end of the header bar: upload progress. */
  trailing?: ReactNode;
  children: ReactNode;
}

/** The frame of every signed-in screen: rail, header bar, content. Screens fill the bar through `HeaderContent`. */
export function ShellLayout({
  lastSearch,
  recentProjects,
  accountMenu,
  trailing,
  children,
}: ShellLayoutProps) {
  const { t } = useText();
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const [isSettingsOpen, setSettingsOpen] = useState(false);
  return (
    <div className="flex h-full max-sm:flex-col">
      <a
        href="#content"
        className="elevated sr-only z-50 rounded-md px-3 py-2 focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        {t('navigation.skipToContent')}
      </a>
      <Rail
        lastSearch={lastSearch}
        recentProjects={recentProjects}
        onOpenSettings={() => setSettingsOpen(true)}
        accountMenu={accountMenu}
      />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <header className="flex h-14 shrink-0 items-center gap-4 border-line border-b bg-panel px-4 sm:px-6">
          <div ref={setSlot} className="flex h-full min-w-0 flex-1 items-center gap-4 sm:gap-6" />
          {trailing}
        </header>
        <main
          id="content"
          tabIndex={-1}
          className="relative min-h-0 flex-1 overflow-y-auto focus:outline-none"
        >
          <HeaderSlotProvider slot={slot}>{children}</HeaderSlotProvider>
        </main>
      </div>
      <SettingsDialog open={isSettingsOpen} onOpenChange={setSettingsOpen} />
    </div>
  );
}
