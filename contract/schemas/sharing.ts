import { z } from 'zod';
import { limits } from '../limits.ts';

const address = z.string().max(limits.nameLength);

/** What sharing grants. */
export const shareModes = ['view', 'edit'] as const;

/** Maximum number of people that one call may invite. */
const inviteesMax = 100;

/**
 * Whom to share with. `email` may be one address or several. `write` follows from `mode` where both are given and
 * must not contradict it; without either the people may view. With `domain` every address must belong to it.
 */
export const shareRequest = z
  .object({
    email: z.union([address, z.array(address).min(1).max(inviteesMax)]).transform((value) => [value].flat()),
    mode: z.enum(shareModes).optional(),
    read: z.literal(true).default(true),
    write: z.boolean().optional(),
    domain: address.nullish(),
  })
  .refine(({ mode, write }) => mode === undefined || write === undefined || write === (mode === 'edit'), {
    path: ['write'],
    message: 'write-is-for-the-mode-edit',
  })
  .transform(({ email, mode, write, domain }) => ({
    emails: email,
    write: write ?? mode === 'edit',
    domain: domain?.trim() || null,
  }));

export const shareQuery = z.object({ email: address, mode: z.enum(shareModes) });

export const unshareQuery = z.object({ email: address });

/** Above 0 takes the project from the sight of staff. An empty value is none: it must not give the sight back. */
export const confidentialityQuery = z.object({
  confidentiality: z.union([z.literal(0), z.literal(1), z.enum(['0', '1'])]).transform(Number),
});
