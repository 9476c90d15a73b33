import type { Clock } from '../../base/clock.ts';
import type { OrganizationId } from '../../base/ids.ts';
import type { Counters } from '../../engines/counters/counters.ts';
import type { Geoip } from '../../engines/geoip/geoip.ts';
import type { Metadata } from '../../engines/metadata/metadata.ts';
import type { Mining } from '../../engines/mining/mining.ts';
import type { LogStore } from '../../engines/store/store.ts';
import type { AccessCache } from '../../guard/access/index.ts';
import type { Limits } from '../../spec/limits.ts';
import type { CollectEvents } from './collect/collect-rows.ts';
import type { FieldMemory } from './advice/field-memory.ts';
import type { CardinalityMemory } from './cardinality/cardinality-estimate.ts';
import type { Knowledge } from './knowledge/knowledge.ts';
import type { LookupTables } from './lookups/lookup-tables.ts';
import type { SearchKind, NodeSlots } from './search-slots.ts';

export interface SearchNeeds {
  readonly store: Pick<LogStore, 'query' | 'stream' | 'health'>;
  readonly metadata: Pick<Metadata, 'db'>;
  readonly cache: Pick<AccessCache, 'get'>;
  readonly counters: Pick<Counters, 'acquire'>;
  readonly mining: Pick<Mining, 'minePatterns'>;
  /** Slots of this node, shared by all organizations. Default: unlimited. */
  readonly nodeSlots?: NodeSlots;
  /** The purpose of the search. Default: from the actor, people or background work. */
  readonly searchKind?: SearchKind;
  /** Called when a search gets its slot; the returned function is called when it releases it. */
  readonly searchMeter?: (kind: SearchKind) => () => void;
  /** Receives the duration of every simple search. */
  readonly simpleSearchMeter?: (ms: number) => void;
  readonly lookups: LookupTables;
  /** Where addresses are; undefined where the operator has provided no database. */
  readonly geoip?: Geoip;
  /** Writes events for `collect`; undefined where this node takes none. */
  readonly collect?: CollectEvents;
  /** Macros and data models of organizations. Default: only built-in ones. */
  readonly knowledge?: Knowledge;
  /** Texts by name, instead of the saved searches of the organization: what was once agreed on stays as it was. */
  readonly savedSearches?: Readonly<Record<string, string>>;
  /** Cached field names. Default: each search looks them up. */
  readonly fieldMemory?: FieldMemory;
  /** Fields with too many distinct values. Default: no warnings. */
  readonly cardinality?: CardinalityMemory;
  /** The search has been tried before, and came upon lists. */
  readonly readsLists?: true;
  /** When events may be missing; nobody is told where it is left out. */
  readonly gapsBetween?: (
    organization: OrganizationId,
    from: number,
    to: number,
  ) => Promise<
    readonly { readonly kind: string; readonly from: number; readonly to: number | null }[]
  >;
  readonly clock: Clock;
  readonly limits: Limits;
}
