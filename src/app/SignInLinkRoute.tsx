import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Navigate, useRouter } from '@tanstack/react-router';
import { useApi } from '#api/api-context.ts';
import { queryKeys } from '#api/queries.ts';
import { routes } from '#contract/routes/table.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { SignInLinkScreen } from '#features/account/SignInLinkScreen.tsx';
import { useText } from '#i18n/use-text.ts';

const isUsed = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'account.link-expired';

/** The page of a one-time link; an expired link leads to sign-in. */
export function SignInLinkRoute({ token }: { token: string }) {
  const { client } = useApi();
  const { errorText } = useText();
  const cache = useQueryClient();
  const router = useRouter();
  const signIn = useMutation({
    mutationFn: () => client.call(routes.accountSignIn, { body: { token } }),
    onSuccess: (account) => {
      cache.removeQueries({ queryKey: queryKeys.projects });
      cache.setQueryData(queryKeys.account, account);
      // Signed-in users get more details.
      void cache.invalidateQueries({ queryKey: queryKeys.bootstrap });
      router.history.replace('/projects/list');
    },
  });
  if (isUsed(signIn.error)) return <Navigate to="/login" search={{ link: 'expired' }} replace />;
  return (
    <SignInLinkScreen
      isPending={signIn.isPending}
      failure={signIn.isError ? errorText(signIn.error, 'loginPage.failed') : null}
      onSignIn={() => signIn.mutate()}
    />
  );
}
