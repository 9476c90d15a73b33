import { heldAbove, type ColumnWeights } from './column-weights.ts';
import type { Expression, FromItem, NamedList } from './tree.ts';
import type { TablesInFront } from './planned-twice.ts';
import { UntranslatableStatement } from './untranslatable-statement.ts';
import { elementType, TEXTS, type ValueType } from './value-type.ts';
import { quoteName, type Scope, type Writer } from './writer.ts';

export interface Source {
  /** Empty where nothing is read. */
  readonly text: string;
  readonly columns: ReadonlyMap<string, ValueType>;
  /** A condition that belongs to the source. */
  readonly where?: string;
  /** Its rows are those of lists, in their order. */
  readonly isExpanded?: boolean;
  readonly levels?: number;
}

/** One read of `logs`. */
export interface LogsSource {
  /** A table's name, or a statement in parentheses. */
  readonly table: string;
  /** Which of its rows to read; empty for all. */
  readonly where: string;
}

export interface FromNeeds {
  readonly writer: Writer;
  readonly weights: ColumnWeights;
  readonly tables: TablesInFront;
  /** What to read for the table `logs`, or for its counts. */
  readonly logs: (conditions: readonly Expression[], isCounted: boolean) => LogsSource;
}

/** Columns of the table `logs`, as far as statements name them. */
export const LOGS_COLUMNS: ReadonlyMap<string, ValueType> = new Map<string, ValueType>([
  ['organization', 'text'],
  ['index_name', 'text'],
  ['timestamp', 'time'],
  ['received_at', 'time'],
  ['stored_at', 'time'],
  ['level', 'text'],
  ['source', 'text'],
  ['row_id', 'integer'],
  ['event_id', 'text'],
  ['retention_days', 'integer'],
  ['body', 'text'],
  ['service', 'text'],
  ['environment', 'text'],
  ['host', 'text'],
  ['trace_id', 'text'],
  ['span_id', 'text'],
  ['user_id', 'text'],
  ['request_id', 'text'],
  ['session_id', 'text'],
  ['attributes', { kind: 'map', of: 'text' }],
]);

/** `conditions` are those of the SELECT: what reads `logs` directly can be read by them. */
export function writeFrom(
  needs: FromNeeds,
  from: FromItem | undefined,
  conditions: readonly Expression[],
  isCounted = false,
): Source {
  const { writer } = needs;
  switch (from?.kind) {
    case undefined:
      return { text: '', columns: new Map() };
    case 'table':
      return writeTable(needs, from.name, conditions, isCounted);
    case 'numbers': {
      const count = writer.valueOf(from.count)?.value;
      if (typeof count !== 'number' || !Number.isSafeInteger(count)) {
        throw new UntranslatableStatement('numbers() takes a known number');
      }
      // With a bound value, the types of the answer would be known only once it runs.
      return {
        text: `(SELECT range AS number FROM range(${count}))`,
        columns: new Map([['number', 'integer']]),
      };
    }
    case 'query': {
      const query = writer.query(from.query);
      const { columns, isExpanded } = query;
      return { ...needs.tables.read(query), columns, isExpanded };
    }
    case 'join': {
      const left = closed(writeFrom(needs, from.left, []));
      const right = closed(writeFrom(needs, from.right, []));
      const columns = new Map([...left.columns, ...right.columns]);
      const on = writer.condition(from.on, { ...EMPTY_SCOPE, columns }, true);
      const kind = from.isInner ? 'INNER JOIN' : 'LEFT JOIN';
      const [before, behind] = [left, right].map(({ text }) => heldAbove(needs.weights, on, text));
      const levels = Math.max(left.levels ?? 0, right.levels ?? 0);
      return { text: `${before} ${kind} ${behind} ON ${on}`, columns, levels };
    }
    case 'arrayJoin':
      return writeElements(needs, from.from, from.lists);
  }
}

/** Includes the condition, for places that cannot have one. */
function closed({ text, where = '', ...source }: Source): Source {
  return {
    ...source,
    text: where === '' ? text : `(SELECT * FROM ${text} WHERE ${where}) AS logs`,
  };
}

const EMPTY_SCOPE: Scope = {
  columns: new Map(),
  aliases: new Map(),
  variables: new Map(),
  depth: 0,
  elements: new Map(),
  sentMaps: new Map(),
};

function writeTable(
  { writer, logs }: FromNeeds,
  name: string,
  conditions: readonly Expression[],
  isCounted: boolean,
): Source {
  if (name === 'logs') {
    const { table, where } = logs(conditions, isCounted);
    return { text: `${table} AS logs`, columns: LOGS_COLUMNS, where };
  }
  if (!writer.isSent(name)) throw new UntranslatableStatement('a table is not known');
  const lists = Array.from({ length: LISTS_MAX }, (_, i) => [`list${i + 1}`, TEXTS] as const);
  return { text: quoteName(name), columns: new Map(lists) };
}

/** More columns than a lookup table can have. */
const LISTS_MAX = 200;

/** Lists of one row are equally long, so they can be taken apart side by side. */
function writeElements(needs: FromNeeds, from: FromItem, lists: readonly NamedList[]): Source {
  const source = closed(writeFrom(needs, from, []));
  const scope: Scope = { ...EMPTY_SCOPE, columns: source.columns };
  const columns = new Map<string, ValueType>();
  const elements = lists.map(({ list, name }) => {
    const { text, type } = needs.writer.write(list, scope);
    columns.set(name, elementType(type));
    return `unnest(${text}) AS ${quoteName(name)}`;
  });
  const text = `(SELECT ${elements.join(', ')} FROM ${source.text})`;
  return { text, columns, levels: source.levels ?? 0 };
}
