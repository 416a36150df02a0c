import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useApi } from '#api/api-context.ts';
import type { ApiClient } from '#api/client.ts';
import { licenseKeys } from '#api/license-queries.ts';
import { routes } from '#contract/routes/table.ts';
import { needsForcedCheck } from '#contract/rules/license.ts';
import type { LicenseInfo, LicenseOutcome } from '#contract/schemas/license.ts';
import type { LicenseProblem } from '#domain/errors/license-codes.ts';
import { type Text, useText } from '#i18n/use-text.ts';

/** A licence call and its outcome. */
export interface LicenseCall<Input> {
  run(input: Input): void;
  readonly isPending: boolean;
  /** The licence service's problem, or null. */
  readonly problem: LicenseProblem | null;
  /** The error text, or null. */
  readonly failure: string | null;
}

/**
 * Makes a licence call; the licence is refetched after it, whatever the outcome. `onDone` receives the error text, or
 * null.
 */
export function useLicenseCall<Input>(
  call: (client: ApiClient, input: Input) => Promise<LicenseOutcome>,
  onDone?: (failure: string | null) => void,
): LicenseCall<Input> {
  const { client } = useApi();
  const cache = useQueryClient();
  const text = useText();
  const failureOf = (outcome: LicenseOutcome | undefined, error: unknown): string | null => {
    if (error !== null) return text.errorText(error, 'licensePage.callFailed');
    const problem = outcome?.problem ?? null;
    return problem === null ? null : problemText(text, problem);
  };
  const mutation = useMutation({
    mutationFn: (input: Input) => call(client, input),
    onSettled: async (outcome, error) => {
      onDone?.(failureOf(outcome, error));
      await cache.invalidateQueries({ queryKey: licenseKeys.info });
    },
  });
  return {
    run: mutation.mutate,
    isPending: mutation.isPending,
    problem: mutation.data?.problem ?? null,
    failure: failureOf(mutation.data, mutation.error),
  };
}

/** The text of a licence's problem. */
export function problemText({ errorText }: Text, problem: LicenseProblem): string {
  return errorText({ code: `license.${problem}` }, 'errors.license.unknown');
}

/** Checks in with the licence service. */
export function useCheckIn(onDone?: (failure: string | null) => void): LicenseCall<void> {
  return useLicenseCall<void>((client) => client.call(routes.licenseSync), onDone);
}

/** Checks in once automatically when little or nothing is left of the grace period and the service is reachable. */
export function useForcedCheckIn(info: LicenseInfo | undefined, checkIn: LicenseCall<void>): void {
  const isDone = useRef(false);
  const isNeeded =
    info !== undefined &&
    needsForcedCheck(info.grace_end, Date.now() / 1000, info.service === 'maybe-online');
  useEffect(() => {
    if (!isNeeded || isDone.current) return;
    isDone.current = true;
    checkIn.run();
  }, [isNeeded, checkIn]);
}
