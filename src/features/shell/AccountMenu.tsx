import { CircleUserRound, LogOut } from 'lucide-react';
import { useText } from '#i18n/use-text.ts';
import { Menu } from '#ui/Menu.tsx';
import { RailButton } from './RailItem.tsx';

interface AccountMenuProps {
  email: string;
  fullName: string;
  onLogout(): void;
}

/** The signed-in user, and sign-out. */
export function AccountMenu({ email, fullName, onLogout }: AccountMenuProps) {
  const { t } = useText();
  return (
    <Menu
      side="right"
      align="end"
      heading={
        <div className="max-w-64">
          {fullName !== '' && <p className="truncate font-medium text-base text-ink">{fullName}</p>}
          <p className="truncate">{email}</p>
        </div>
      }
      trigger={<RailButton label={t('navigation.account')} icon={<CircleUserRound />} />}
      items={[{ id: 'logout', label: t('account.logout'), icon: <LogOut />, onSelect: onLogout }]}
    />
  );
}
