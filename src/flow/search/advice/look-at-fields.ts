import { attributeColumns, attributePairs } from '../../../engines/store/log-fields.ts';
import { identifier, join, sql, uint32 } from '../../../engines/store/sql.ts';
import { rowsOf } from '../../../engines/store/store.ts';
import { EVENT_FIELDS } from '../../../language/index.ts';
import { type Asking, askStore, unlessAway } from '../ask-store.ts';
import type { ReadScope } from '../compile/read-logs.ts';
import { eventRelation, fieldValue, select } from '../compile/relation.ts';
import { existsSql } from '../compile/value.ts';

export interface FieldLook {
  readonly names: ReadonlySet<string>;
  readonly events: number;
  /** No event of the range has a field that is not among the names. */
  readonly isAll: boolean;
}

/** Above this number of names, a field cannot be reported as missing. */
const NAMES_MAX = 10_000;

/**
 * Finds the fields of the newest events in a range; undefined if unknown. `wanted` fields not among them are searched
 * for in all events of the range, as far as time permits.
 */
export async function lookAtFields(
  asking: Asking,
  scope: ReadScope,
  eventsMax: number,
  wanted: Iterable<string>,
): Promise<FieldLook | undefined> {
  const sample = await lookAtNewest(asking, scope, eventsMax);
  if (sample === undefined || sample.isAll) return sample;
  const missing = [...wanted].filter((name) => !sample.names.has(name)).slice(0, WANTED_MAX);
  const found = await unlessAway(() => findAnywhere(asking, scope, missing));
  if (found === undefined) return sample;
  return { ...sample, names: new Set([...sample.names, ...found]), isAll: true };
}

/** More names than a query has by mistake. */
const WANTED_MAX = 10;

async function lookAtNewest(
  asking: Asking,
  scope: ReadScope,
  eventsMax: number,
): Promise<FieldLook | undefined> {
  const newest = select(eventRelation(scope), attributeColumns(), {
    isOrdered: true,
    limit: eventsMax,
  });
  const statement = sql`
    SELECT pair.1 AS name, count() AS events
    FROM (SELECT arrayJoin(arrayConcat([('', '-')], ${attributePairs()})) AS pair FROM (${newest}))
    WHERE pair.2 != ''
    GROUP BY name
    ORDER BY name
    LIMIT ${uint32(NAMES_MAX)}`;
  const found = rowsOf(await askStore(asking, statement));
  if (found.length >= NAMES_MAX) return undefined;
  // Every event has one pair without a name, which tells how many there are.
  const events = Number(found.find(({ name }) => name === '')?.['events'] ?? 0);
  const names = found.map(({ name }) => String(name)).filter((name) => name !== '');
  return {
    names: new Set([...Object.keys(EVENT_FIELDS), '_raw', '_index', ...names]),
    events,
    isAll: events < eventsMax,
  };
}

/** Those of the names that any event of the range has. */
async function findAnywhere(
  asking: Asking,
  scope: ReadScope,
  names: readonly string[],
): Promise<string[]> {
  if (names.length === 0) return [];
  const events = eventRelation(scope);
  const counts = names.map(
    (name, i) => sql`countIf(${existsSql(fieldValue(events, name))}) AS ${identifier(`f${i}`)}`,
  );
  const statement = select(events, join(counts, ', '), { isOrdered: false });
  const [row] = rowsOf(await askStore(asking, statement));
  return names.filter((_, i) => Number(row?.[`f${i}`] ?? 0) > 0);
}
