import { attributePairs } from '../../../engines/store/log-fields.ts';
import { sql, type Sql, strings } from '../../../engines/store/sql.ts';
import { EVENT_FIELDS } from '../../../language/index.ts';

/** Names that refer to fields of the event itself, even if an attribute has the same name. */
const OWN_NAMES = [...Object.keys(EVENT_FIELDS), '_raw', '_index'];

/** Names and values of an event, of the columns `index_name`, `level`, `source` and those of attributes. */
export function fieldPairs(): Sql {
  const own = sql`[('index', toString(index_name)), ('level', toString(level)), ('source', toString(source))]`;
  const further = sql`arrayFilter(each -> NOT has(${strings(OWN_NAMES)}, each.1), ${attributePairs()})`;
  return sql`arrayConcat(${own}, ${further})`;
}
