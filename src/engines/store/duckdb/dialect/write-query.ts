import { heldAbove } from './column-weights.ts';
import { eventOrder } from './event-order.ts';
import { isCounted } from './minute-counts.ts';
import { readsLogs } from './newest-first.ts';
import { writeFrom, type FromNeeds, type Source } from './write-from.ts';
import { writeOrder } from './write-order.ts';
import { partsOf } from './parts-of.ts';
import { isPlannedTwice } from './planned-twice.ts';
import type { Call, Expression, Query, Select, SelectItem } from './tree.ts';
import { UntranslatableStatement } from './untranslatable-statement.ts';
import { commonType, elementType, type ValueType } from './value-type.ts';
import { quoteName, type Scope, type Writer, type WrittenQuery } from './writer.ts';

export type QueryNeeds = FromNeeds;

/** Of the outermost statement, what ClickHouse gives as 0 or 1 is made a number. */
export function writeQuery(needs: QueryNeeds, query: Query, isOutermost: boolean): WrittenQuery {
  const written = query.selects.map((select) => writeSelect(needs, select, isOutermost));
  const [first] = written;
  if (first === undefined) throw new UntranslatableStatement('a statement has no SELECT');
  if (written.length === 1) return { ...first, columns: new Map(first.columns) };
  // An order or a limit would be taken for that of all of them together.
  const text = written
    .map((each, i) => (isOrdered(query.selects[i]) ? `(${each.text})` : each.text))
    .join(' UNION ALL ');
  const columns = first.columns.map(
    ([name], i) =>
      [name, commonType(written.map((each) => each.columns[i]?.[1] ?? 'unknown'))] as const,
  );
  const levels = Math.max(...written.map((each) => each.levels));
  return { text, columns: new Map(columns), isExpanded: false, levels };
}

function isOrdered(select: Select | undefined): boolean {
  return select !== undefined && (select.orderBy.length > 0 || select.limit !== undefined);
}

interface WrittenSelect extends Omit<WrittenQuery, 'columns'> {
  readonly columns: readonly (readonly [name: string, type: ValueType])[];
}

function writeSelect(needs: QueryNeeds, select: Select, isOutermost: boolean): WrittenSelect {
  const { writer } = needs;
  const isOfCounts = readsLogs(select) && isCounted(select);
  const source = writeFrom(needs, select.from, select.conditions, isOfCounts);
  const base: Scope = scopeOver(source.columns, isOfCounts);
  const own = writeWhere(writer, select.conditions, base);
  const where = [source.where ?? '', own].filter((each) => each !== '').join(' AND ');
  const text = heldAbove(needs.weights, own, source.text);
  const read = expandElements(writer, select, { ...source, text, where }, base);
  const scope = read.scope;
  const items = select.items.map((item) => writeItem(needs, item, scope, isOutermost));
  const parts = [
    `SELECT ${select.isDistinct ? 'DISTINCT ' : ''}${items.map((each) => each.text).join(', ')}`,
  ];
  const isExpanded =
    select.groupBy.length === 0 && (source.isExpanded === true || scope.elements.size > 0);
  const behind = writeBehind(writer, select, scope, isExpanded);
  const from = [read.text, ...scope.sentMaps.values()].filter((each) => each !== '');
  if (from.length > 0) parts.push(`FROM ${from.join(', ')}`);
  if (read.where !== '') parts.push(`WHERE ${read.where}`);
  return {
    text: [...parts, ...behind].join(' '),
    columns: items.flatMap((each) => each.columns),
    isExpanded,
    levels: (source.levels ?? 0) + (isPlannedTwice(select) ? 1 : 0),
  };
}

function scopeOver(columns: ReadonlyMap<string, ValueType>, isOfCounts: boolean): Scope {
  return {
    columns,
    aliases: new Map(),
    variables: new Map(),
    depth: 0,
    elements: new Map(),
    sentMaps: new Map(),
    isOfCounts,
  };
}

function writeWhere(writer: Writer, conditions: readonly Expression[], scope: Scope): string {
  const all: Expression = { kind: 'and', operands: conditions };
  const text = writer.condition(all, scope, true);
  return text === 'TRUE' ? '' : text;
}

/** GROUP BY and all clauses after it. */
function writeBehind(writer: Writer, select: Select, scope: Scope, isExpanded: boolean): string[] {
  const parts: string[] = [];
  const all = (expressions: readonly Expression[]): string =>
    expressions.map((each) => writer.write(each, scope).text).join(', ');
  if (select.groupBy.length > 0) parts.push(`GROUP BY ${all(select.groupBy)}`);
  if (select.having !== undefined) {
    parts.push(`HAVING ${writer.condition(select.having, scope, true)}`);
  }
  const order =
    select.orderBy.length === 0 ? '' : `ORDER BY ${writeOrder(writer, select.orderBy, scope)}`;
  if (select.limitBy !== undefined) {
    // The order decides which rows of a group stay, too.
    const known = writer.valueOf(select.limitBy.count)?.value;
    if (typeof known !== 'number') {
      throw new UntranslatableStatement('LIMIT BY takes a known number');
    }
    const key = eventOrder(select.orderBy);
    const by = key === undefined ? order : `ORDER BY ${key}`;
    const rank = `row_number() OVER (PARTITION BY ${all(select.limitBy.keys)} ${by})`;
    // Written out, since the few rows of a bound number are not known to be few.
    parts.push(`QUALIFY ${rank} <= ${known}`);
  }
  // Sorting alone does not keep the order of equal rows.
  const isKept = isExpanded && !select.isDistinct;
  if (order !== '') parts.push(isKept ? `${order}, row_number() OVER ()` : order);
  if (select.limit !== undefined) parts.push(`LIMIT ${writer.write(select.limit, scope).text}`);
  return parts;
}

interface WrittenItem {
  readonly text: string;
  readonly columns: readonly (readonly [name: string, type: ValueType])[];
}

function writeItem(
  { writer, weights }: QueryNeeds,
  item: SelectItem,
  scope: Scope,
  isOutermost: boolean,
): WrittenItem {
  if (item.kind === 'star') {
    const hidden = [...scope.elements.values()].map(({ text }) => text);
    const text = hidden.length === 0 ? '*' : `* EXCLUDE (${hidden.join(', ')})`;
    return { text, columns: [...scope.columns] };
  }
  const { expression, alias } = item;
  const { text, type } = writer.write(expression, scope);
  const name = alias ?? (expression.kind === 'name' ? expression.name : undefined);
  const shown = isOutermost && type === 'flag' ? `CAST(${text} AS UTINYINT)` : text;
  if (name === undefined) return { text: shown, columns: [['', type]] };
  if (name.includes('\0')) throw new UntranslatableStatement('a name holds a character of no text');
  if (alias !== undefined) {
    scope.aliases.set(alias, type);
    weights.set(alias, text);
  }
  const isPlain = shown === quoteName(name);
  return { text: isPlain ? shown : `${shown} AS ${quoteName(name)}`, columns: [[name, type]] };
}

interface Read extends Source {
  readonly where: string;
}

/**
 * `arrayJoin` makes a row of every element. DuckDB can do so only in the list of a SELECT, so the elements become
 * columns of the source, one list after the other: every element of one with every element of the next.
 */
function expandElements(
  writer: Writer,
  select: Select,
  read: Read,
  base: Scope,
): { readonly text: string; readonly where: string; readonly scope: Scope } {
  const lists = new Map<string, ValueType>();
  for (const call of elementCalls(select)) {
    const list = call.arguments[0];
    if (list === undefined) continue;
    const { text, type } = writer.write(list, base);
    lists.set(text, elementType(type));
  }
  let { text, where } = read;
  for (const [list, type] of lists) {
    const column = quoteName(`element ${base.elements.size + 1}`);
    const from = [text, ...base.sentMaps.values()].filter((each) => each !== '').join(', ');
    base.sentMaps.clear();
    const star = text === '' ? '' : '*, ';
    text = `(SELECT ${star}unnest(${list}) AS ${column}${from === '' ? '' : ` FROM ${from}`}${where === '' ? '' : ` WHERE ${where}`})`;
    where = '';
    base.elements.set(list, { text: column, type });
  }
  return { text, where, scope: base };
}

/** The calls of arrayJoin in a SELECT, except those in nested statements. */
function elementCalls({ items, groupBy, orderBy }: Select): Call[] {
  const found: Call[] = [];
  const look = (expression: Expression): void => {
    if (expression.kind === 'call' && expression.name === 'arrayJoin') found.push(expression);
    for (const part of partsOf(expression)) look(part);
  };
  for (const item of items) if (item.kind === 'expression') look(item.expression);
  for (const key of groupBy) look(key);
  for (const { key } of orderBy) look(key);
  return found;
}
