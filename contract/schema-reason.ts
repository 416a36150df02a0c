import { z } from 'zod';
import type { Reason } from '#domain/errors/reason.ts';

/** What is used of an issue that Zod reports. */
interface SchemaIssue {
  readonly code: string;
  /** Of a refinement of ours the code of a reason. */
  readonly message: string;
  readonly expected?: unknown;
  readonly format?: unknown;
  readonly keys?: unknown;
  readonly maximum?: unknown;
  readonly minimum?: unknown;
  readonly origin?: unknown;
  readonly values?: unknown;
}

const plain = (value: unknown): string | number => (typeof value === 'number' ? value : String(value));
const listed = (values: unknown): string => (Array.isArray(values) ? values.map(String).join(', ') : '');

/** Why a value does not fit its schema, without Zod's English. */
export function schemaReason(issue: SchemaIssue): Reason {
  const isCounted = issue.origin === 'string' || issue.origin === 'array';
  switch (issue.code) {
    case 'invalid_type':
      return { reason: 'a-value-of-another-type', type: plain(issue.expected) };
    case 'invalid_format':
      return { reason: 'a-text-of-another-format', format: plain(issue.format) };
    case 'invalid_value':
      return { reason: 'none-of-the-values', values: listed(issue.values) };
    case 'unrecognized_keys':
      return { reason: 'fields-that-are-not-known', keys: listed(issue.keys) };
    case 'too_small':
      return { reason: isCounted ? 'it-is-too-short' : 'it-is-too-small', min: plain(issue.minimum) };
    case 'too_big':
      return { reason: isCounted ? 'it-is-too-long' : 'it-is-too-large', max: plain(issue.maximum) };
    case 'custom':
      return { reason: /^[a-z\d-]+$/.test(issue.message) ? issue.message : 'another-shape' };
    default:
      return { reason: 'another-shape' };
  }
}

/** The same with the place within the value as `part`. */
export function schemaPartReason(
  issue: (SchemaIssue & { readonly path: readonly PropertyKey[] }) | undefined,
): Reason {
  if (issue === undefined) return { reason: 'another-shape' };
  const { reason: why, ...values } = schemaReason(issue);
  return { ...values, reason: 'a-part-is-wrong', part: z.core.toDotPath(issue.path) || '/', why };
}
