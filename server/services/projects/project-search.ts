import { and, desc, eq, exists, gt, ilike, inArray, lt, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { type ProductName, productNames } from '#contract/rules/products.ts';
import { overallProgress } from '#contract/rules/progress.ts';
import { projectStates } from '#contract/rules/states.ts';
import type { SearchPage, searchFilter, searchQuery } from '#contract/schemas/project.ts';
import { AppError } from '#domain/errors/app-error.ts';
import { type AccountRow, account } from '../../db/schema/accounts.ts';
import { withoutNul } from '../../db/schema/columns.ts';
import { imageset, imagesetAcl, type ProjectRow, product, productFile } from '../../db/schema/projects.ts';
import type { ServerContext } from '../context.ts';
import { isStaff } from '../people/access.ts';
import { thumbnailUrl } from './project-view.ts';

type Filter = z.output<typeof searchFilter>;

/** A page of the projects that an account may see, newest first. Throws `api.forbidden`, `api.bad-request`. */
export async function searchProjects(
  context: ServerContext,
  caller: AccountRow,
  query: z.output<typeof searchQuery>,
  filter: Filter,
): Promise<SearchPage> {
  const asStaff = filter.as_superuser === true;
  if (asStaff && !isStaff(context, caller)) throw new AppError('api.forbidden', { action: 'as_superuser' });
  const rows = await context.db
    .select({ project: imageset, owner: account.email })
    .from(imageset)
    .innerJoin(account, eq(account.pk, imageset.ownerPk))
    .where(
      and(
        asStaff ? sql`${imageset.confidentiality} = 0` : visibleTo(context, caller),
        eq(imageset.isDestroyed, false),
        eq(imageset.isDeleted, asStaff && filter.deleted === true),
        query.cursor === undefined ? undefined : lt(imageset.pk, readCursor(query.cursor)),
        ...filterTerms(context, filter),
      ),
    )
    .orderBy(desc(imageset.pk))
    .limit(query.page_size + 1);
  const page = rows.slice(0, query.page_size);
  const details = await listDetails(
    context,
    page.map((row) => row.project.pk),
  );
  const last = page.at(-1);
  return {
    items: page.map(({ project, owner }) => viewItem(project, owner, details)),
    next_cursor: rows.length > page.length && last ? String(last.project.pk) : null,
  };
}

function readCursor(cursor: string): number {
  if (/^\d{1,9}$/.test(cursor)) return Number(cursor);
  throw new AppError('api.bad-request', { place: 'cursor', reason: 'it-was-not-given-by-this-server' });
}

function visibleTo(context: ServerContext, caller: AccountRow): SQL | undefined {
  const shared = context.db
    .select({ one: sql`1` })
    .from(imagesetAcl)
    .where(and(eq(imagesetAcl.imagesetPk, imageset.pk), eq(imagesetAcl.accountPk, caller.pk)));
  return or(eq(imageset.ownerPk, caller.pk), exists(shared));
}

function filterTerms(context: ServerContext, filter: Filter): (SQL | undefined)[] {
  const states = filter.state && projectStates.filter((state) => filter.state?.includes(state));
  return [
    filter.name ? ilike(imageset.name, contains(filter.name)) : undefined,
    filter.email && or(...filter.email.map((email) => ilike(account.email, contains(email)))),
    states && (states.length > 0 ? inArray(imageset.state, states) : sql`false`),
    filter.has && hasProducts(context, filter.has),
    filter.before ? lt(imageset.whenCreated, new Date(filter.before)) : undefined,
    filter.after ? gt(imageset.whenCreated, new Date(filter.after)) : undefined,
    filter.system && or(...filter.system.map((text) => isInSystem(context, text))),
    filter.whitelabel && inArray(account.whiteLabel, filter.whitelabel),
    filter.images ? imagesTerm(filter.images) : undefined,
  ];
}

function contains(text: string): string {
  return `%${withoutNul(text).replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

function hasProducts(context: ServerContext, names: readonly string[]): SQL {
  const known: ProductName[] = productNames.filter((name) => names.includes(name));
  if (known.length === 0) return sql`false`;
  const found = context.db
    .select({ one: sql`1` })
    .from(product)
    .where(and(eq(product.imagesetPk, imageset.pk), inArray(product.name, known)));
  return exists(found);
}

/** The project's stated system, or that of its files: an EPSG code or a part of the WKT. */
function isInSystem(context: ServerContext, text: string): SQL | undefined {
  const code = /^(?:epsg:)?(\d{1,9})$/i.exec(text)?.[1];
  const fits = (table: typeof imageset | typeof product) =>
    code ? eq(table.epsg, Number(code)) : ilike(table.wkt, contains(text));
  const found = context.db
    .select({ one: sql`1` })
    .from(product)
    .where(and(eq(product.imagesetPk, imageset.pk), fits(product)));
  return or(fits(imageset), exists(found));
}

function imagesTerm(text: string): SQL {
  const count = Number(text.slice(1));
  return text.startsWith('<') ? lt(imageset.imageCount, count) : gt(imageset.imageCount, count);
}

interface ListDetails {
  readonly progress: ReadonlyMap<number, number>;
  readonly inputBytes: ReadonlyMap<number, number>;
}

async function listDetails(context: ServerContext, pks: readonly number[]): Promise<ListDetails> {
  if (pks.length === 0) return { progress: new Map(), inputBytes: new Map() };
  const products = await context.db
    .select()
    .from(product)
    .where(inArray(product.imagesetPk, [...pks]));
  const sizes = await context.db
    .select({ pk: productFile.imagesetPk, bytes: sql<string>`sum(${productFile.size})` })
    .from(productFile)
    .where(and(inArray(productFile.imagesetPk, [...pks]), eq(productFile.tag, 'input')))
    .groupBy(productFile.imagesetPk);
  const progress = pks.map((pk): [number, number] => {
    const own = products.filter((row) => row.imagesetPk === pk);
    const facts = own.map((row) => ({
      name: row.name,
      status: row.status,
      work_units_completed: row.workUnitsCompleted,
      work_units_needed: row.workUnitsNeeded,
      is_visualization_ready: row.isVisualizationReady,
      visualization_percent_completed: row.visualizationPercent,
    }));
    return [pk, overallProgress(facts)];
  });
  return {
    progress: new Map(progress),
    inputBytes: new Map(sizes.map((row) => [row.pk, Number(row.bytes)])),
  };
}

function viewItem(project: ProjectRow, owner: string, details: ListDetails): SearchPage['items'][number] {
  return {
    id: String(project.pk),
    pk: project.pk,
    name: project.name,
    thumbnail_url: thumbnailUrl(project),
    owner,
    timestamp: project.whenCreated.toISOString(),
    is_deleted: project.isDeleted,
    state: project.state,
    progress: details.progress.get(project.pk) ?? 0,
    size: { input: details.inputBytes.get(project.pk) ?? 0 },
  };
}
