import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, Outlet, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
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

/** The guard of every screen that needs an account or a licence, and the shell around them. */
export function SignedInRoute() {
  return <Gate shell={(account) => <Shell account={account} />} />;
}

/** The same guard without the shell: for standalone screens, as embedded in another page. */
export function StandAloneRoute() {
  return (
    <Gate
      shell={() => (
        <main className="relative h-dvh overflow-hidden bg-ground">
          <Outlet />
        </main>
      )}
    />
  );
}

/** Demos are public: no account is required where the edition has them. */
export function DemoGate({ children }: { children: ReactNode }) {
  const { t } = useText();
  const { client } = useApi();
  const bootstrap = useQuery(bootstrapQuery(client));
  if (bootstrap.isError) return <GateFailure onRetry={() => void bootstrap.refetch()} />;
  if (bootstrap.data === undefined) return <LoadingScreen label={t('loading')} />;
  if (!hasFeature(bootstrap.data.edition, 'demos')) return <Navigate to="/" replace />;
  return <main className="relative h-dvh overflow-hidden bg-ground">{children}</main>;
}

interface GateProps {
  shell(account: Account): ReactNode;
}

function Gate({ shell }: GateProps) {
  const { t } = useText();
  const { client } = useApi();
  const bootstrap = useQuery(bootstrapQuery(client));
  if (bootstrap.isError) return <GateFailure onRetry={() => void bootstrap.refetch()} />;
  if (bootstrap.data === undefined) return <LoadingScreen label={t('loading')} />;
  if (!hasFeature(bootstrap.data.edition, 'license')) return <AccountGate shell={shell} />;
  return (
    <LicenseGate>
      <AccountGate shell={shell} />
    </LicenseGate>
  );
}

function AccountGate({ shell }: GateProps) {
  const { t } = useText();
  const { client } = useApi();
  const account = useQuery(accountQuery(client));
  if (account.isError) return <GateFailure onRetry={() => void account.refetch()} />;
  if (account.data === undefined) return <LoadingScreen label={t('loading')} />;
  if (account.data === null) return <ToLogin />;
  if (!account.data.registration_approved) return <PendingApproval />;
  return shell(account.data);
}

/** Redirects to sign-in, which leads back to the requested address. Runs once, since the address changes meanwhile. */
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
  const { client, recentProjects, lastSearch, uploads } = useApi();
  // A failed lookup is reported on the project's page.
  useEffect(() => void uploads.restore().catch(() => undefined), [uploads]);
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
