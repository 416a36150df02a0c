/** What a caller is to a project, weakest first. A visitor looks at a demo and learns nothing about people. */
export const projectRoles = ['stranger', 'visitor', 'viewer', 'editor', 'owner', 'superuser'] as const;

export type ProjectRole = (typeof projectRoles)[number];

/** The access that a route requires. `view`, `edit` and `own` concern the project named by the route's `pk`. */
export const accessLevels = ['public', 'account', 'view', 'edit', 'own', 'superuser'] as const;

export type Access = (typeof accessLevels)[number];

const rank: Record<ProjectRole, number> = {
  stranger: 0,
  visitor: 1,
  viewer: 1,
  editor: 2,
  owner: 3,
  superuser: 4,
};
const needed: Record<Access, number> = { public: 0, account: 0, view: 1, edit: 2, own: 3, superuser: 4 };

/** Whether a role on a project satisfies an access level; callers without an account are checked before. */
export function roleAllows(role: ProjectRole, access: Access): boolean {
  return rank[role] >= needed[access];
}

/** Facts that decide a role. `acl` is the share entry of the account on the project, if any. */
export interface RoleFacts {
  readonly isOwner: boolean;
  readonly acl: { readonly write: boolean } | null;
  readonly isSuperuser: boolean;
  /** Anybody may look at it. */
  readonly isDemo: boolean;
  /** Above 0: staff access was removed. */
  readonly confidentiality: number;
}

/** The strongest role that the facts give. Staff cannot reach confidential projects. */
export function projectRoleOf(facts: RoleFacts): ProjectRole {
  if (facts.isOwner) return 'owner';
  if (facts.isSuperuser && facts.confidentiality === 0) return 'superuser';
  if (facts.acl) return facts.acl.write ? 'editor' : 'viewer';
  return facts.isDemo && facts.confidentiality === 0 ? 'visitor' : 'stranger';
}
