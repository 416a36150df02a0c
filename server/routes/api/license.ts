import type { FastifyInstance } from 'fastify';
import { routes } from '#contract/routes/table.ts';
import { licenseStatusOf } from '#contract/rules/license.ts';
import type { LicenseOutcome } from '#contract/schemas/license.ts';
import { emailFault } from '#contract/validation/email.ts';
import { licenseKeyFault } from '#contract/validation/license-key.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { type LicenseProblem, licenseProblems } from '#domain/errors/license-codes.ts';
import { referenceTexts } from '#locales/texts.ts';
import { networkOf } from '../../plugins/network-of.ts';
import { createRateLimit } from '../../plugins/rate-limit.ts';
import type { ServerContext } from '../../services/context.ts';
import type { License } from '../../services/license/license.ts';
import { openProjectFolder } from '../../services/products/open-folder.ts';
import {
  listSubfolders,
  readProjectsFolder,
  saveProjectsFolder,
} from '../../services/projects/projects-folder.ts';
import { projectOf } from '../access-hook.ts';
import { addRoute } from '../define.ts';

/** `desktop/…`: the licence and the projects folder. In the cloud edition every call is refused. */
export function addLicenseRoutes(
  app: FastifyInstance,
  context: ServerContext,
  license: License | null,
): void {
  const attempts = createRateLimit(20, 5 * 60_000);
  const owned = (): License => {
    if (license === null) throw new AppError('api.wrong-edition', { path: '/desktop', edition: 'desktop' });
    return license;
  };
  addRoute(app, context, routes.licenseInfo, () => owned().info());
  addRoute(app, context, routes.licenseActivate, async ({ query, request }) => {
    await attempts.count(networkOf(request.ip));
    const isInForce = (await owned().problem()) === null;
    checkField('license', licenseKeyFault(query.license, isInForce ? owned().key() : null));
    return outcomeOf(() => owned().activate(query.license, query.for_all_users ?? false));
  });
  addRoute(app, context, routes.licenseTrial, async ({ query, request }) => {
    await attempts.count(networkOf(request.ip));
    const { email, name = '', company = '' } = query;
    checkField('email', emailFault(email));
    return outcomeOf(() => owned().trial({ email, name, company }));
  });
  addRoute(app, context, routes.licenseDeactivate, () => outcomeOf(() => owned().deactivate()));
  addRoute(app, context, routes.licenseSync, async ({ request }) => {
    await attempts.count(networkOf(request.ip));
    return outcomeOf(() => owned().sync());
  });
  addRoute(app, context, routes.exportDirectory, () => readProjectsFolder(context));
  addRoute(app, context, routes.exportDirectorySet, ({ body }) => saveProjectsFolder(context, body));
  addRoute(app, context, routes.subfoldersList, () => listSubfolders(context));
  addRoute(app, context, routes.folderOpen, async ({ request }) => ({
    path: await openProjectFolder(context, projectOf(request).project),
  }));
}

function checkField(
  field: string,
  fault: ReturnType<typeof licenseKeyFault> | ReturnType<typeof emailFault>,
): void {
  if (fault === null) return;
  throw new AppError('api.invalid-field', { field, reason: fault });
}

/** Converts the rejections of the licence to an outcome; other errors pass. */
async function outcomeOf(work: () => Promise<void>): Promise<LicenseOutcome> {
  try {
    await work();
    return { ok: true, status: licenseStatusOf(null), problem: null, message: null };
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    const message = referenceTexts[`errors.license.${problem}`];
    return { ok: false, status: licenseStatusOf(problem), problem, message };
  }
}

function problemOf(error: unknown): LicenseProblem | null {
  if (!(error instanceof AppError)) return null;
  return licenseProblems.find((problem) => `license.${problem}` === error.code) ?? null;
}
