import type { Actor } from '../../../base/actor.ts';
import type { FieldList } from '../../../contract/search-views.ts';
import { attributeColumns, isList, valuesOf } from '../../../engines/store/log-fields.ts';
import { LIST_FOUND, sql, string, uint32, type Sql } from '../../../engines/store/sql.ts';
import { type QueryAnswer, rowsOf } from '../../../engines/store/store.ts';
import type { Limits } from '../../../spec/limits.ts';
import type { AppliedLimit } from '../compile/context.ts';
import { type Relation, select } from '../compile/relation.ts';
import { storeFor } from '../ask-store.ts';
import { inSlot } from '../take-slot.ts';
import { prepareSearch } from '../prepare-search.ts';
import type { SearchNeeds } from '../search-needs.ts';
import { untilListsAreRead } from '../until-lists-are-read.ts';
import { countMatched } from './count-matched.ts';
import { fieldPairs } from './field-pairs.ts';
import { searchPart, type ViewInput } from './search-part.ts';

/** Which fields the events of a search have, how many of them, and with which values. */
export async function listFields(
  needs: SearchNeeds,
  actor: Actor,
  input: ViewInput,
  signal: AbortSignal,
): Promise<FieldList> {
  const startedAt = performance.now();
  const part = await searchPart(needs, actor, input);
  const events = { query: part.text, ...part.bounds };
  const prepared = await prepareSearch(needs, actor, { ...events, eventsOnly: true }, signal);
  const answer = await untilListsAreRead(needs, (own) =>
    readFields(own, actor, prepared.relation, signal),
  );
  const found = rowsOf(answer).map(readField);
  // Every event has an index, so its count is the number of sampled events.
  const sampled = found.find(({ name }) => name === 'index')?.count ?? 0;
  const limits = [...prepared.limits];
  const { views } = needs.limits;
  const fields = found.slice(0, views.fieldsMax);
  if (found.length > fields.length) limits.push(tooManyFields(views));
  const isSampled = sampled >= views.fieldSampleEventsMax;
  const matched = isSampled ? await countMatched(needs, actor, part, signal) : sampled;
  if (matched > sampled) limits.push(sampledOnly(views, matched));
  return {
    from: part.bounds.earliest,
    to: part.bounds.latest,
    matched,
    sampled,
    fields,
    stats: {
      scannedRows: prepared.asking.work.rows + answer.statistics.rowsRead,
      scannedBytes: prepared.asking.work.bytes + answer.statistics.bytesRead,
      elapsedMs: Math.round((performance.now() - startedAt) * 100) / 100,
    },
    truncated: limits.length > 0,
    limits_applied: limits,
    warnings: [],
  };
}

async function readFields(
  needs: SearchNeeds,
  actor: Actor,
  relation: Relation,
  signal: AbortSignal,
): Promise<QueryAnswer> {
  const { views } = needs.limits;
  const columns = sql`index_name, level, source, ${attributeColumns()}`;
  const newest = select(relation, columns, { isOrdered: true, limit: views.fieldSampleEventsMax });
  const value = sql`leftUTF8(value, ${uint32(views.fieldValueCharactersMax)})`;
  const pairs = sql`SELECT arrayJoin(${fieldPairs()}) AS pair FROM (${newest})`;
  const statement = sql`
      SELECT name, countIf(place = 1) AS events, uniq(${value}) AS distinct_values, ${topValues(views, value)} AS top
      FROM (${needs.readsLists === true ? listedValues(pairs) : singleValues(pairs)})
      GROUP BY name
      ORDER BY name = 'index' DESC, events DESC, name
      LIMIT ${uint32(views.fieldsMax + 1)}`;
  return inSlot(needs, actor, () => storeFor(needs, actor).query(statement, { signal }));
}

/** Few fields contain lists: if the store finds one, the statement is repeated with lists expanded. */
function singleValues(pairs: Sql): Sql {
  const isSingle = sql`throwIf(${isList(sql`pair.2`)}, ${string(LIST_FOUND)}) = 0`;
  return sql`SELECT pair.1 AS name, pair.2 AS value, 1 AS place FROM (${pairs}) WHERE pair.2 != '' AND ${isSingle}`;
}

/** Expands lists with the position of each value, so that an event counts once. */
function listedValues(pairs: Sql): Sql {
  const lists = sql`SELECT pair.1 AS name, ${valuesOf(sql`pair.2`)} AS list FROM (${pairs}) WHERE pair.2 != ''`;
  const places = sql`SELECT name, arrayJoin(arrayMap((v, i) -> (v, i), list, arrayEnumerate(list))) AS one FROM (${lists})`;
  return sql`SELECT name, one.1 AS value, one.2 AS place FROM (${places})`;
}

/** Exact where a field has no more values than are counted at a time. */
const COUNTED_VALUES = 1_000;

function topValues(views: Limits['views'], value: Sql): Sql {
  return sql`approx_top_k(${uint32(views.fieldValuesMax)}, ${uint32(COUNTED_VALUES)})(${value})`;
}

function readField(row: Readonly<Record<string, unknown>>): FieldList['fields'][number] {
  const top = row['top'] as readonly { readonly item: string; readonly count: number }[];
  const values = top.map(({ item, count }) => ({ value: item, count }));
  return {
    name: String(row['name']),
    count: Number(row['events']),
    distinct: Number(row['distinct_values']),
    values: values.toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1)),
  };
}

function tooManyFields({ fieldsMax }: Limits['views']): AppliedLimit {
  const message = `Showing the ${fieldsMax} most frequent fields. There are more.`;
  return { limit: 'fields', max: fieldsMax, message };
}

function sampledOnly({ fieldSampleEventsMax }: Limits['views'], matched: number): AppliedLimit {
  const message = `Only the newest ${fieldSampleEventsMax} of ${matched} events were sampled.`;
  return { limit: 'fieldSample', max: fieldSampleEventsMax, message };
}
