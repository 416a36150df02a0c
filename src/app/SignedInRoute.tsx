import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { useApi } from '#api/api-context.ts';
import { accountQuery, bootstrapQuery, queryKeys } from '#api/queries.ts';
import { hasFeature } from '#contract/editions.ts';
import { routes } from '#contract/routes/table.ts';
import type { Account } from '#contract/schemas/account.ts';
import { AccountMenu } from '#features/shell/AccountMenu.tsx';
import { GateFailure, PendingApproval } from '#features/shell/GateScreens.tsx';
import { ShellLayout } from '#features/shell/ShellLayout.tsx';
import { UploadsButton } from '#features/shell/UploadsButton.tsx';
import { useText } from '#i18n/use-text.ts';
import { LoadingScreen } from '#ui/LoadingScreen.tsx';
import { useToast } from '#ui/Toast.tsx';
import { LicenseGate, LicenseRailMenu } from './LicenseRoutes.tsx';

/** The gate before every screen that needs an account or a licence, and the shell around them. */
export function SignedInRoute() {
  const { t } = useText();
  const { client } = useApi();
  const bootstrap = useQuery(bootstrapQuery(client));
  if (bootstrap.isError) return <GateFailure onRetry={() => void bootstrap.refetch()} />;
  if (bootstrap.data === undefined) return <LoadingScreen label={t('loading')} />;
  if (!hasFeature(bootstrap.data.edition, 'license')) return <AccountGate />;
  return (
    <LicenseGate>
      <AccountGate />
    </LicenseGate>
  );
}

function AccountGate() {
  const { t } = useText();
  const { client } = useApi();
  const account = useQuery(accountQuery(client));
  if (account.isError) return <GateFailure onRetry={() => void account.refetch()} />;
  if (account.data === undefined) return <LoadingScreen label={t('loading')} />;
  if (account.data === null) return <ToLogin />;
  if (!account.data.registration_approved) return <PendingApproval />;
  return <Shell account={account.data} />;
}

/** Leads to sign-in, which leads back to where the person was going. Runs once: the address changes under it. */
function ToLogin() {
  const { t } = useText();
  const router = useRouter();
  useEffect(() => {
    const next = router.state.location.href;
    void router.navigate({ to: '/login', search: { next }, replace: true });
  }, [router]);
  return <LoadingScreen label={t('loading')} />;
}

function Shell({ account }: { account: Account }) {
  const { t } = useText();
  const { client, recentProjects, lastSearch } = useApi();
  const cache = useQueryClient();
  const showToast = useToast();
  const hasAccounts = hasFeature(useQuery(bootstrapQuery(client)).data?.edition ?? 'cloud', 'accounts');
  const recents = useSnapshot(recentProjects.state);
  const search = useSnapshot(lastSearch);
  const logout = useMutation({
    mutationFn: () => client.call(routes.accountLogout),
    onSuccess: () => {
      cache.setQueryData(queryKeys.account, null);
      cache.removeQueries({ queryKey: queryKeys.projects });
    },
    onError: () => showToast({ title: t('account.logoutFailed'), tone: 'bad' }),
  });
  return (
    <ShellLayout
      lastSearch={search.text}
      recentProjects={recents.items}
      accountMenu={
        hasAccounts ? (
          <AccountMenu
            email={account.email}
            fullName={`${account.first_name} ${account.last_name}`.trim()}
            onLogout={() => logout.mutate()}
          />
        ) : (
          <LicenseRailMenu />
        )
      }
      trailing={<UploadsButton />}
    >
      <Outlet />
    </ShellLayout>
  );
}
