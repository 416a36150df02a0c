import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Navigate, useRouter } from '@tanstack/react-router';
import { useApi } from '#api/api-context.ts';
import { accountQuery, bootstrapQuery, queryKeys } from '#api/queries.ts';
import { routes } from '#contract/routes/table.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { type LoginFailure, LoginScreen } from '#features/account/LoginScreen.tsx';

interface LoginRouteProps {
  /** The requested address. */
  next?: string;
  /** Present after following an invalid one-time link. */
  link?: string;
}

function failureOf(error: unknown): LoginFailure {
  if (error instanceof AppError && error.code === 'api.login-failed') return 'wrong-password';
  if (error instanceof AppError && error.code === 'api.email-unverified') return 'unverified';
  return 'unreachable';
}

/** Sign-in, then redirect to the requested address. */
export function LoginRoute({ next, link }: LoginRouteProps) {
  const { client } = useApi();
  const cache = useQueryClient();
  const router = useRouter();
  const bootstrap = useQuery(bootstrapQuery(client));
  const account = useQuery(accountQuery(client));
  const login = useMutation({
    mutationFn: (body: { email: string; password: string }) => client.call(routes.accountLogin, { body }),
    onSuccess: (signedIn) => {
      cache.removeQueries({ queryKey: queryKeys.projects });
      cache.setQueryData(queryKeys.account, signedIn);
      // Signed-in users get more details.
      void cache.invalidateQueries({ queryKey: queryKeys.bootstrap });
      router.history.replace(next ?? '/projects/list');
    },
  });
  if (bootstrap.data?.edition === 'desktop' || account.data) return <Navigate to="/projects/list" replace />;
  return (
    <LoginScreen
      isLinkUsed={link !== undefined}
      isPending={login.isPending}
      failure={login.isError ? failureOf(login.error) : null}
      onLogin={(email, password) => login.mutate({ email, password })}
    />
  );
}
