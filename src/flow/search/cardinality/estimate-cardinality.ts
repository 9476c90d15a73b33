import type { Actor } from '../../../base/actor.ts';
import { attributeColumns, attributeValue } from '../../../engines/store/log-fields.ts';
import { identifier, join, sql, type Sql, uint32 } from '../../../engines/store/sql.ts';
import { rowsOf } from '../../../engines/store/store.ts';
import { type Asking, askStore } from '../ask-store.ts';
import { type Relation, select } from '../compile/relation.ts';
import { prepareSearch } from '../prepare-search.ts';
import type { SearchNeeds } from '../search-needs.ts';
import { inSlot } from '../take-slot.ts';
import { fieldPairs } from '../views/field-pairs.ts';
import type { CardinalityEstimate } from './cardinality-estimate.ts';
import { guidanceFor } from './field-guidance.ts';

interface Counted {
  readonly events: number;
  readonly isAll: boolean;
  readonly distinct: ReadonlyMap<string, number>;
}

/**
 * Counts the distinct values of fields among the newest events that everybody with search permission can read: of all
 * fields in a sample, and of suspicious ones in ten times as many events. Limited in size and time; uses a slot for
 * background work.
 */
export async function estimateCardinality(
  needs: SearchNeeds,
  actor: Actor,
  signal: AbortSignal,
): Promise<CardinalityEstimate> {
  const { views, cardinality } = needs.limits;
  const at = needs.clock.now();
  const counted = await inSlot({ ...needs, searchKind: 'background' }, actor, async () => {
    const input = {
      query: '*',
      earliest: `-${views.cardinalityDays}d`,
      eventsOnly: true,
      timeoutMs: views.cardinalityMsMax,
    };
    const { relation, asking } = await prepareSearch(needs, actor, input, signal);
    const sample = await countAll(needs, asking, relation);
    const names = sample.isAll ? [] : suspicious(needs, sample);
    return names.length === 0 ? sample : countSome(needs, asking, relation, names);
  });
  const fields = [...counted.distinct].flatMap(([name, estimated]) => {
    const { valuesMax, advice } = guidanceFor(name, cardinality);
    // An estimate can exceed the possible maximum.
    const distinct = Math.min(estimated, counted.events);
    return distinct > valuesMax ? [{ name, distinct, recommendedMax: valuesMax, advice }] : [];
  });
  return {
    at,
    events: counted.events,
    isAll: counted.isAll,
    fields: fields.toSorted((a, b) => b.distinct - a.distinct),
  };
}

async function countAll(
  { limits: { views } }: SearchNeeds,
  asking: Asking,
  relation: Relation,
): Promise<Counted> {
  const columns = sql`index_name, level, source, ${attributeColumns()}`;
  const limit = views.cardinalitySampleEventsMax;
  const newest = select(relation, columns, { isOrdered: true, limit });
  const value = sql`leftUTF8(pair.2, ${uint32(views.fieldValueCharactersMax)})`;
  const statement = sql`
    SELECT pair.1 AS name, count() AS events, uniq(${value}) AS distinct_values
    FROM (SELECT arrayJoin(${fieldPairs()}) AS pair FROM (${newest}))
    WHERE pair.2 != ''
    GROUP BY name
    ORDER BY name = 'index' DESC, distinct_values DESC, name
    LIMIT ${uint32(views.fieldsMax)}`;
  const rows = rowsOf(await askStore(asking, statement));
  // Every event has an index.
  const events = Number(rows.find(({ name }) => name === 'index')?.['events'] ?? 0);
  const distinct = rows.map(
    (row) => [String(row['name']), Number(row['distinct_values'])] as const,
  );
  return { events, isAll: events < limit, distinct: new Map(distinct) };
}

/** A field usually needs this many times the events of the sample to show all of its values. */
const SUSPICION = 10;
const SUSPICIOUS_MAX = 20;

function suspicious({ limits }: SearchNeeds, { distinct }: Counted): string[] {
  return [...distinct]
    .filter(([name, count]) => count * SUSPICION > guidanceFor(name, limits.cardinality).valuesMax)
    .slice(0, SUSPICIOUS_MAX)
    .map(([name]) => name);
}

const OWN_COLUMNS: Readonly<Record<string, Sql>> = {
  index: sql`toString(index_name)`,
  level: sql`toString(level)`,
  source: sql`toString(source)`,
};

async function countSome(
  { limits: { views } }: SearchNeeds,
  asking: Asking,
  relation: Relation,
  names: readonly string[],
): Promise<Counted> {
  const columns = names.map((name, i) => {
    const value = OWN_COLUMNS[name] ?? attributeValue(name);
    return sql`leftUTF8(${value}, ${uint32(views.fieldValueCharactersMax)}) AS ${identifier(`v${i}`)}`;
  });
  const limit = views.cardinalityEventsMax;
  const newest = select(relation, join(columns, ', '), { isOrdered: true, limit });
  const counts = names.map((_, i) => {
    const value = identifier(`v${i}`);
    return sql`uniqIf(${value}, ${value} != '') AS ${identifier(`d${i}`)}`;
  });
  const statement = sql`SELECT count() AS events, ${join(counts, ', ')} FROM (${newest})`;
  const [row] = rowsOf(await askStore(asking, statement));
  const events = Number(row?.['events'] ?? 0);
  return {
    events,
    isAll: events < limit,
    distinct: new Map(names.map((name, i) => [name, Number(row?.[`d${i}`] ?? 0)])),
  };
}
