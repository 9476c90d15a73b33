/**
 * Translates `SELECT … FROM … WHERE …` into our language, as far as one table is concerned; throws `NotTranslatable`
 * beyond that.
 */
import {
  type Condition,
  demand,
  fieldName,
  type ForeignReader,
  isWord,
  next,
  NotTranslatable,
  peek,
  readTokens,
  takeSymbol,
  takeWord,
  writeName,
} from './foreign-text.ts';
import { readSqlCondition, type SqlTimes } from './sql-condition.ts';

/** What one item of a SELECT, GROUP BY or ORDER BY is. */
type Item =
  | { readonly kind: 'everything' }
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'bucket'; readonly span: string }
  | { readonly kind: 'aggregation'; readonly text: string; readonly column: string };

interface Selected {
  readonly item: Item;
  readonly alias: string | undefined;
}

interface Order {
  readonly item: Item | number;
  readonly isDescending: boolean;
}

interface Having {
  readonly item: Item;
  /** The operator and its number. */
  readonly relation: string;
}

interface Select {
  readonly isDistinct: boolean;
  readonly selected: readonly Selected[];
  readonly table: string;
  readonly where: Condition | undefined;
  readonly times: SqlTimes;
  readonly groupBy: readonly (Item | number)[];
  readonly having: readonly Having[];
  readonly orderBy: readonly Order[];
  readonly limit: string | undefined;
}

export function translateSql(text: string): string {
  const tokens = readTokens(text, { "'": 'text', '"': 'name', '`': 'name' });
  const reader: ForeignReader = { tokens, at: 0 };
  const select = readSelect(reader);
  takeSymbol(reader, ';');
  demand(peek(reader).kind === 'end');
  return writeSelect(select);
}

function readSelect(reader: ForeignReader): Select {
  demand(takeWord(reader, 'select'));
  const isDistinct = takeWord(reader, 'distinct');
  const selected = readList(reader, readSelected);
  demand(takeWord(reader, 'from'));
  const table = readTable(reader);
  const times: SqlTimes = {};
  const where = takeWord(reader, 'where') ? readSqlCondition(reader, times) : undefined;
  const groupBy = takeWord(reader, 'group', 'by') ? readList(reader, readItemOrPlace) : [];
  const having = takeWord(reader, 'having') ? readHaving(reader) : [];
  const orderBy = takeWord(reader, 'order', 'by') ? readList(reader, readOrder) : [];
  const limit = takeWord(reader, 'limit') ? next(reader).text : undefined;
  demand(limit === undefined || /^\d+$/.test(limit));
  return { isDistinct, selected, table, where, times, groupBy, having, orderBy, limit };
}

function readList<T>(reader: ForeignReader, read: (reader: ForeignReader) => T): T[] {
  const all = [read(reader)];
  while (takeSymbol(reader, ',')) all.push(read(reader));
  return all;
}

/** Table names that only indicate that the table contains events. */
const ANY_TABLE = /^(?:logs?|events?|log_events|entries)$/i;

function readTable(reader: ForeignReader): string {
  const { kind, text } = next(reader);
  demand(kind === 'word' || kind === 'name');
  return ANY_TABLE.test(text) ? '' : text;
}

function readSelected(reader: ForeignReader): Selected {
  const item = readItem(reader);
  if (takeWord(reader, 'as')) return { item, alias: next(reader).text };
  return { item, alias: undefined };
}

function readItemOrPlace(reader: ForeignReader): Item | number {
  if (peek(reader).kind !== 'number') return readItem(reader);
  return Number(next(reader).text);
}

function readOrder(reader: ForeignReader): Order {
  const item = readItemOrPlace(reader);
  const isDescending = takeWord(reader, 'desc');
  if (!isDescending) takeWord(reader, 'asc');
  return { item, isDescending };
}

/** Aggregations by the names they have here. */
const AGGREGATIONS: Readonly<Record<string, string>> = {
  approx_count_distinct: 'dc',
  avg: 'avg',
  max: 'max',
  median: 'median',
  min: 'min',
  stddev: 'stdev',
  sum: 'sum',
  uniq: 'dc',
};

const SPANS: Readonly<Record<string, string>> = {
  second: '1s',
  minute: '1m',
  hour: '1h',
  day: '1d',
  week: '1w',
  month: '1mon',
};

function readItem(reader: ForeignReader): Item {
  if (takeSymbol(reader, '*')) return { kind: 'everything' };
  const { kind, text } = next(reader);
  demand(kind === 'word' || kind === 'name');
  if (kind === 'name' || !takeSymbol(reader, '(')) return { kind: 'field', name: fieldName(text) };
  const name = text.toLowerCase();
  const item = name === 'date_trunc' ? readBucket(reader) : readAggregation(reader, name);
  demand(takeSymbol(reader, ')'));
  return item;
}

function readBucket(reader: ForeignReader): Item {
  const { text } = next(reader);
  const span = Object.hasOwn(SPANS, text.toLowerCase()) ? SPANS[text.toLowerCase()] : undefined;
  demand(takeSymbol(reader, ','));
  demand(fieldName(next(reader).text) === '_time');
  if (span === undefined) throw new NotTranslatable();
  return { kind: 'bucket', span };
}

function readAggregation(reader: ForeignReader, name: string): Item {
  if (name === 'count' && (takeSymbol(reader, '*') || isClosing(reader))) {
    return { kind: 'aggregation', text: 'count', column: 'count' };
  }
  const isDistinct = name === 'count' && takeWord(reader, 'distinct');
  const known = Object.hasOwn(AGGREGATIONS, name) ? AGGREGATIONS[name] : undefined;
  const called = isDistinct ? 'dc' : name === 'count' ? 'count' : known;
  const { kind, text } = next(reader);
  if (called === undefined || (kind !== 'word' && kind !== 'name')) throw new NotTranslatable();
  const written = `${called}(${writeName(fieldName(text))})`;
  return { kind: 'aggregation', text: written, column: written };
}

function isClosing(reader: ForeignReader): boolean {
  return peek(reader).kind === 'symbol' && peek(reader).text === ')';
}

/** Aggregations compared with numbers, joined by AND. */
function readHaving(reader: ForeignReader): Having[] {
  const parts: Having[] = [];
  do {
    const item = readItem(reader);
    const operator = next(reader).text;
    const value = next(reader);
    demand(/^(?:[<>]=?|=|!=|<>)$/.test(operator) && value.kind === 'number');
    parts.push({ item, relation: `${operator === '<>' ? '!=' : operator}${value.text}` });
  } while (takeWord(reader, 'and'));
  demand(!isWord(reader, 'or'));
  return parts;
}

function writeHaving({ selected, having }: Select): string {
  return having
    .map(({ item, relation }) => {
      const name = aliasOf(selected, item) ?? nameOf(item);
      return `${/^\w+$/.test(name) ? name : `'${name}'`}${relation}`;
    })
    .join(' AND ');
}

/** The name that the SELECT gives an item. */
function aliasOf(selected: readonly Selected[], item: Item): string | undefined {
  const text = nameOf(item);
  return selected.find(
    ({ item: each, alias }) =>
      alias !== undefined && each.kind === item.kind && nameOf(each) === text,
  )?.alias;
}

function nameOf(item: Item): string {
  switch (item.kind) {
    case 'field':
      return item.name;
    case 'aggregation':
      return item.column;
    case 'bucket':
      return '_time';
    case 'everything':
      throw new NotTranslatable();
  }
}

function writeSelect(select: Select): string {
  const { selected, table, where, times, having } = select;
  const search = [
    ...(table === '' ? [] : [`index=${writeName(table)}`]),
    ...(where === undefined || where.text === ''
      ? []
      : [table !== '' && where.kind === 'or' ? `(${where.text})` : where.text]),
    ...(times.earliest === undefined ? [] : [`earliest=${times.earliest}`]),
    ...(times.latest === undefined ? [] : [`latest=${times.latest}`]),
  ].join(' ');
  const aggregations = aggregationsOf(select);
  const isGrouped = aggregations.length > 0 || select.groupBy.length > 0;
  const stages = [
    search === '' ? '*' : search,
    ...(isGrouped ? grouping(select, aggregations) : []),
    ...(having.length === 0 ? [] : [`where ${writeHaving(select)}`]),
    ...(!isGrouped && select.isDistinct ? [`dedup ${plainNames(selected).join(', ')}`] : []),
    ...ordering(select, isGrouped),
    ...(isGrouped ? [] : columns(selected)),
  ];
  return stages.join(' | ');
}

/** Those of the SELECT, and those that only HAVING or ORDER BY name: they are columns here, too. */
function aggregationsOf({ selected, having, orderBy }: Select): Selected[] {
  const all = selected.filter(({ item }) => item.kind === 'aggregation');
  for (const { item } of [...having, ...orderBy]) {
    if (typeof item === 'number' || item.kind !== 'aggregation') continue;
    const isThere = all.some((each) => nameOf(each.item) === item.column);
    if (!isThere) all.push({ item, alias: undefined });
  }
  return all;
}

function grouping(select: Select, aggregations: readonly Selected[]): string[] {
  const keys = select.groupBy.map((key) => itemOf(select, key));
  const bucket = keys.find((key) => key.kind === 'bucket');
  const values = aggregations.map(({ item, alias }) =>
    item.kind !== 'aggregation'
      ? ''
      : `${item.text}${alias === undefined ? '' : ` AS ${writeName(alias)}`}`,
  );
  const by = keys.map((key) => writeName(nameOf(key)));
  return [
    ...(bucket?.kind === 'bucket' ? [`bin _time span=${bucket.span}`] : []),
    `stats ${values.length === 0 ? 'count' : values.join(', ')}${by.length === 0 ? '' : ` BY ${by.join(', ')}`}`,
  ];
}

/** Resolves a position in the SELECT, an alias or a name. */
function itemOf({ selected }: Select, item: Item | number): Item {
  if (typeof item === 'number') {
    const named = selected[item - 1];
    if (named === undefined) throw new NotTranslatable();
    return named.item;
  }
  const aliased = selected.find(
    ({ alias }) => item.kind === 'field' && alias !== undefined && fieldName(alias) === item.name,
  );
  return aliased === undefined ? item : aliased.item;
}

function ordering(select: Select, isGrouped: boolean): string[] {
  const { orderBy, limit, selected } = select;
  const keys = orderBy.map(({ item, isDescending }) => {
    const meant = itemOf(select, item);
    // A bucket of time keeps its name.
    const alias = meant.kind === 'aggregation' ? aliasOf(selected, meant) : undefined;
    const name = alias ?? nameOf(meant);
    return `${isDescending ? '-' : ''}${writeName(name)}`;
  });
  // Events come newest first by themselves.
  const isByTime = !isGrouped && keys.length === 1 && keys[0] === '-_time';
  if (keys.length === 0 || isByTime) return limit === undefined ? [] : [`head ${limit}`];
  return [`sort ${limit ?? 0} ${keys.join(', ')}`];
}

function plainNames(selected: readonly Selected[]): string[] {
  return selected.map(({ item }) => {
    if (item.kind !== 'field') throw new NotTranslatable();
    return writeName(item.name);
  });
}

function columns(selected: readonly Selected[]): string[] {
  if (selected.some(({ item }) => item.kind === 'everything')) return [];
  const renamed = selected.flatMap(({ item, alias }) =>
    alias === undefined ? [] : [`${writeName(nameOf(item))} AS ${writeName(alias)}`],
  );
  return [
    `table ${plainNames(selected).join(', ')}`,
    ...(renamed.length === 0 ? [] : [`rename ${renamed.join(', ')}`]),
  ];
}
