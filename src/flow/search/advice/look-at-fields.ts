import { allAttributes, attributeColumns } from '../../../engines/store/log-fields.ts';
import { sql, uint32 } from '../../../engines/store/sql.ts';
import { rowsOf } from '../../../engines/store/store.ts';
import { EVENT_FIELDS } from '../../../language/index.ts';
import { type Asking, askStore } from '../ask-store.ts';
import { eventRelation, select } from '../compile/relation.ts';
import type { ReadScope } from '../compile/read-logs.ts';

export interface FieldLook {
  readonly names: ReadonlySet<string>;
  readonly events: number;
  /** These were all events of the range. */
  readonly isAll: boolean;
}

/** Of more names than this none can be said to be missing. */
const NAMES_MAX = 10_000;

/** Which fields the newest events of a range have; undefined where that cannot be told. */
export async function lookAtFields(
  asking: Asking,
  scope: ReadScope,
  eventsMax: number,
): Promise<FieldLook | undefined> {
  const newest = select(eventRelation(scope), attributeColumns(), {
    isOrdered: true,
    limit: eventsMax,
  });
  const pairs = sql`CAST(${allAttributes()}, 'Array(Tuple(String, String))')`;
  const statement = sql`
    SELECT pair.1 AS name, count() AS events
    FROM (SELECT arrayJoin(arrayConcat([('', '-')], ${pairs})) AS pair FROM (${newest}))
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
