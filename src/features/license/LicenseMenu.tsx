import { FolderCog, RefreshCw, ShieldOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { licenseTimes, nearnessOf } from '#contract/rules/license.ts';
import type { LicenseInfo } from '#contract/schemas/license.ts';
import { type Text, useText } from '#i18n/use-text.ts';
import { Menu } from '#ui/Menu.tsx';
import { useToast } from '#ui/Toast.tsx';
import { DeactivateDialog } from './DeactivateDialog.tsx';
import { ProjectsFolderDialog } from './folder/ProjectsFolderDialog.tsx';
import { useCheckIn } from './use-license-call.ts';

interface LicenseMenuProps {
  info: LicenseInfo;
  /** The button that opens it; must hold a ref. */
  trigger: ReactNode;
}

/** The current licence, its expiry, check-in and deactivation. */
export function LicenseMenu({ info, trigger }: LicenseMenuProps) {
  const text = useText();
  const { t } = text;
  const [isDeactivating, setDeactivating] = useState(false);
  const [isFolderOpen, setFolderOpen] = useState(false);
  const showToast = useToast();
  const checkIn = useCheckIn((failure) =>
    showToast(
      failure === null
        ? { title: t('licenseMenu.checkedIn'), tone: 'good' }
        : { title: t('licenseMenu.checkInFailed'), text: failure, tone: 'bad' },
    ),
  );
  return (
    <>
      <Menu
        side="right"
        trigger={trigger}
        heading={
          <div className="max-w-72">
            <p className="font-medium text-base text-ink">
              {info.trial ? t('licenseMenu.trial') : (info.key ?? '')}
            </p>
            {facts(info, text).map((fact) => (
              <p key={fact}>{fact}</p>
            ))}
          </div>
        }
        items={[
          {
            id: 'check-in',
            label: t('licensePage.checkIn'),
            icon: <RefreshCw />,
            disabled: info.service === 'none' || checkIn.isPending,
            onSelect: () => checkIn.run(),
          },
          {
            id: 'projects-folder',
            label: t('licenseMenu.projectsFolder'),
            icon: <FolderCog />,
            onSelect: () => setFolderOpen(true),
          },
          {
            id: 'deactivate',
            label: t('licenseMenu.deactivate'),
            icon: <ShieldOff />,
            danger: true,
            onSelect: () => setDeactivating(true),
          },
        ]}
      />
      <ProjectsFolderDialog open={isFolderOpen} onOpenChange={setFolderOpen} />
      <DeactivateDialog info={info} open={isDeactivating} onOpenChange={setDeactivating} />
    </>
  );
}

function facts(info: LicenseInfo, { t, format }: Text): string[] {
  const dateOf = (seconds: number) => format.date(seconds * 1000);
  const { expires_at, grace_end, trial } = info;
  const lines: string[] = [];
  if (info.anchor === 'developer') lines.push(t('licenseMenu.developerKey'));
  if (info.all_users) lines.push(t('licenseMenu.allUsers'));
  if (expires_at !== null) {
    const nearness = nearnessOf(expires_at, Date.now() / 1000, licenseTimes.maintenanceNear);
    const kind = trial ? 'trialEnds' : nearness === 'expired' ? 'maintenanceEnded' : 'maintenanceEnds';
    lines.push(t(`licenseMenu.${kind}`, { date: dateOf(expires_at) }));
  }
  if (grace_end !== null && !trial) lines.push(t('licenseMenu.checkInBy', { date: dateOf(grace_end) }));
  return lines;
}
