import type { FastifyInstance } from 'fastify';
import { AppError } from '#domain/errors/app-error.ts';
import { referenceTexts } from '#locales/texts.ts';
import type { License } from '../services/license/license.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Available in the desktop edition without a licence. */
    isLicenseFree?: boolean;
  }
}

/**
 * Refuses every route not marked as free of it while the licence is not valid, for any caller. Throws
 * `license.required`; its `problem` is the text of the cause.
 */
export function addLicenseGuard(app: FastifyInstance, license: License): void {
  app.addHook('onRequest', async (request) => {
    if (request.is404 || request.routeOptions.config.isLicenseFree === true) return;
    const problem = await license.problem();
    if (problem === null) return;
    throw new AppError('license.required', { problem: referenceTexts[`errors.license.${problem}`] });
  });
}
