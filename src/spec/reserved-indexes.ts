/** The indexes that the platform writes itself. No endpoint takes events for them, and nobody deletes from them. */
import { INTERNAL_INDEX_PREFIX } from './audit.ts';
import { IMPORT_INDEX_PREFIX } from './exports.ts';
import { LIMITS } from './limits.ts';
import type { Permission } from './roles.ts';

interface ReservedIndex {
  /** The one room that may append to it. */
  readonly writer: string;
  /** Who reads it, as any other index, by naming it in a search. */
  readonly readBy: Permission;
  /** The longest that any of its events is kept. */
  readonly keptDays: number;
  /** In the list of indexes. */
  readonly description: string;
  /** In the list even while it is empty. */
  readonly isAlwaysListed: boolean;
}

export const RESERVED_INDEXES = {
  // An organization may open it to all of its members.
  _audit: {
    writer: 'guard/audit',
    readBy: 'audit:read',
    keptDays: LIMITS.audit.retentionDays,
    description: 'Who did what in this organization',
    isAlwaysListed: true,
  },
  // As long as incidents are kept.
  _alerts: {
    writer: 'features/alerts',
    readBy: 'alerts:read',
    keptDays: 90,
    description: 'When alert rules fired, ended and failed',
    isAlwaysListed: false,
  },
  // Measurements are kept for 100 days, their sums of a day for as long as this.
  _kpi: {
    writer: 'features/services',
    readBy: 'services:read',
    keptDays: 400,
    description: 'What the key figures of services were measured at',
    isAlwaysListed: false,
  },
  _agents: {
    writer: 'features/agents',
    readBy: 'audit:read',
    keptDays: 90,
    description: 'Which tools agents called, with which arguments and outcome',
    isAlwaysListed: false,
  },
} as const satisfies Record<`_${string}`, ReservedIndex>;

export type ReservedIndexName = keyof typeof RESERVED_INDEXES;
export type ReservedWriter = (typeof RESERVED_INDEXES)[ReservedIndexName]['writer'];

export const RESERVED_INDEX_NAMES = Object.keys(RESERVED_INDEXES) as readonly ReservedIndexName[];

/** Undefined for every other index. */
export function reservedIndex(name: string): ReservedIndex | undefined {
  return Object.hasOwn(RESERVED_INDEXES, name)
    ? RESERVED_INDEXES[name as ReservedIndexName]
    : undefined;
}

/** The prefix of internal and restored indexes, which only searches that write it read; undefined for all others. */
export function prefixToName(name: string): string | undefined {
  return [INTERNAL_INDEX_PREFIX, IMPORT_INDEX_PREFIX].find((prefix) => name.startsWith(prefix));
}
