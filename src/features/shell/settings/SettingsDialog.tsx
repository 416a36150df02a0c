import { Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSnapshot } from 'valtio';
import { useText } from '#i18n/use-text.ts';
import { Dialog } from '#ui/Dialog.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { preferences } from './preferences.ts';

/** Settings of this browser. */
export function SettingsDialog({ open, onOpenChange }: { open: boolean; onOpenChange(open: boolean): void }) {
  const { t } = useText();
  const { theme } = useSnapshot(preferences);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('settings.title')} closeLabel={t('close')}>
      <Setting name={t('settings.theme')}>
        <Segmented
          label={t('settings.theme')}
          value={theme}
          onChange={(next) => {
            preferences.theme = next;
          }}
          options={[
            { value: 'light', label: t('settings.theme.light'), icon: <Sun /> },
            { value: 'dark', label: t('settings.theme.dark'), icon: <Moon /> },
          ]}
        />
      </Setting>
    </Dialog>
  );
}

function Setting({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-h-14 items-center justify-between gap-4 pb-4">
      <span>{name}</span>
      {children}
    </div>
  );
}
