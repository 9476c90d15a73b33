/** Jobs and answers of the thread that writes parts. */
import type { GroupIndex, PartIndex } from './part-index.ts';

/** Where a part goes. */
interface Target {
  readonly folder: string;
  readonly name: string;
}

export interface StoreJob extends Target {
  readonly kind: 'store';
  /** Concatenated blocks. */
  readonly bytes: Uint8Array;
  readonly storedAt: number;
  readonly tokens: PartIndex['tokens'];
  /** Parts that may have some of the rows already. */
  readonly before: readonly string[];
}

/** Rows of several parts in one, or of one without some of them. */
export interface RewriteJob extends Target {
  readonly kind: 'rewrite';
  readonly inputs: readonly RewriteInput[];
  /**
   * Other parts that were replaced earlier and whose files still exist: the parts that replaced them may be removed
   * first.
   */
  readonly leaving: readonly string[];
  /** Rows past their retention by then are left out; milliseconds since 1970. */
  readonly expiredAt: number | undefined;
  readonly retentions: readonly RetentionChange[];
  /** Tokens of batches that were stored earlier are forgotten. */
  readonly tokensFrom: number;
}

export interface RewriteInput {
  readonly name: string;
  /** Positions in the file of rows that are left out. */
  readonly without?: Uint32Array;
}

/** Rows that an index had by then are kept for this many days. */
export interface RetentionChange {
  readonly organization: string;
  readonly index: string;
  readonly days: number;
  /** The last instant at which rows were stored before it, in milliseconds since 1970. */
  readonly storedTo: number;
}

export type PartJob = StoreJob | RewriteJob;

/** The facts about a part that are known without opening it. */
export interface PartSummary {
  readonly name: string;
  readonly bytes: number;
  readonly rows: number;
  readonly groups: readonly GroupSummary[];
  readonly tokens: PartIndex['tokens'];
  readonly replaces: readonly string[];
}

export type GroupSummary = GroupIndex;
/** The facts passed to a reader of its rows. */
export type GroupFacts = Pick<GroupSummary, 'rows' | 'bounds' | 'details'>;

const byOrganization = new WeakMap<PartSummary, Map<string, GroupSummary[]>>();

/** The groups of one organization, without a look at those of others. */
export function groupsOf(part: PartSummary, organization: string): readonly GroupSummary[] {
  const known = byOrganization.get(part) ?? Map.groupBy(part.groups, (group) => group.organization);
  byOrganization.set(part, known);
  return known.get(organization) ?? [];
}

export interface PartAnswer {
  /** Undefined when there was no row that is not stored yet. */
  readonly part: PartSummary | undefined;
  /** Parts that had to be read and cannot be: then nothing was written. */
  readonly damaged?: readonly string[];
}

export function summaryOf(name: string, bytes: number, index: PartIndex): PartSummary {
  const { rows, groups, tokens, replaces } = index;
  return { name, bytes, rows, groups, tokens, replaces };
}
