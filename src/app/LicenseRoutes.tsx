import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { BadgeCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { useApi } from '#api/api-context.ts';
import { licenseQuery, projectsFolderQuery } from '#api/license-queries.ts';
import { bootstrapQuery } from '#api/queries.ts';
import { licenseTimes } from '#contract/rules/license.ts';
import type { LicenseInfo } from '#contract/schemas/license.ts';
import { PaidActivationScreen } from '#features/license/activate/PaidActivationScreen.tsx';
import { TrialActivationScreen } from '#features/license/activate/TrialActivationScreen.tsx';
import { ProjectsFolderScreen } from '#features/license/folder/ProjectsFolderScreen.tsx';
import { LicenseMenu } from '#features/license/LicenseMenu.tsx';
import { type LicenseCall, useCheckIn, useForcedCheckIn } from '#features/license/use-license-call.ts';
import { GateFailure } from '#features/shell/GateScreens.tsx';
import { RailButton } from '#features/shell/RailItem.tsx';
import { useText } from '#i18n/use-text.ts';
import { LoadingScreen } from '#ui/LoadingScreen.tsx';

/** Admits a desktop installation with a valid licence and a chosen projects folder; else redirects to activation. */
export function LicenseGate({ children }: { children: ReactNode }) {
  const { t } = useText();
  const { client } = useApi();
  const license = useQuery(licenseQuery(client));
  const isValid = license.data?.ok === true;
  const folder = useQuery({ ...projectsFolderQuery(client), enabled: isValid });
  useForcedCheckIn(license.data, useCheckIn());
  if (license.isLoadingError) return <GateFailure onRetry={() => void license.refetch()} />;
  if (folder.isLoadingError) return <GateFailure onRetry={() => void folder.refetch()} />;
  if (license.data === undefined) return <LoadingScreen label={t('loading')} />;
  if (!isValid) return <Navigate to="/paid-activation" replace />;
  if (folder.data === undefined) return <LoadingScreen label={t('loading')} />;
  const isSettled = !folder.data.enabled || folder.data.path !== null;
  return isSettled ? children : <Navigate to="/paid-activation" replace />;
}

/** The licence item of the rail; desktop only. */
export function LicenseRailMenu() {
  const { t } = useText();
  const { client } = useApi();
  const { data } = useQuery(licenseQuery(client));
  if (data === undefined) return null;
  return (
    <LicenseMenu info={data} trigger={<RailButton label={t('navigation.license')} icon={<BadgeCheck />} />} />
  );
}

/** `/paid-activation`: activation, then the choice of a projects folder, then on to work. */
export function PaidActivationRoute() {
  return <Activation screen={(info, checkIn) => <PaidActivationScreen info={info} checkIn={checkIn} />} />;
}

/** `/trial-activation`: as paid activation, by registration of a trial. */
export function TrialActivationRoute() {
  return <Activation screen={(info) => <TrialActivationScreen info={info} />} />;
}

interface ActivationProps {
  screen(info: LicenseInfo, checkIn: LicenseCall<void>): ReactNode;
}

function Activation({ screen }: ActivationProps) {
  const { t } = useText();
  const { client } = useApi();
  const bootstrap = useQuery(bootstrapQuery(client));
  const isDesktop = bootstrap.data?.edition === 'desktop';
  const license = useQuery({
    ...licenseQuery(client),
    enabled: isDesktop,
    refetchInterval: licenseTimes.probe * 1000,
  });
  const isValid = license.data?.ok === true;
  const folder = useQuery({ ...projectsFolderQuery(client), enabled: isValid });
  const checkIn = useCheckIn();
  useForcedCheckIn(license.data, checkIn);
  for (const query of [bootstrap, license, folder]) {
    if (query.isLoadingError) return <GateFailure onRetry={() => void query.refetch()} />;
  }
  if (bootstrap.data && !isDesktop) return <Navigate to="/" replace />;
  if (license.data === undefined) return <LoadingScreen label={t('loading')} />;
  if (!isValid) return screen(license.data, checkIn);
  if (folder.data === undefined) return <LoadingScreen label={t('loading')} />;
  const isSettled = !folder.data.enabled || folder.data.path !== null;
  return isSettled ? <Navigate to="/" replace /> : <ProjectsFolderScreen />;
}
