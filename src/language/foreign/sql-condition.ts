/** The WHERE of SQL as a search. Bounds of time become `earliest` and `latest`. */
import {
  allOf,
  anyOf,
  type Condition,
  demand,
  fieldName,
  type ForeignReader,
  isWord,
  next,
  noneOf,
  NotTranslatable,
  one,
  peek,
  takeSymbol,
  takeWord,
  writeName,
  writePattern,
  writeValue,
} from './foreign-text.ts';

export interface SqlTimes {
  earliest?: string;
  latest?: string;
}

/** How deep parentheses and NOT may be nested. */
const DEPTH_MAX = 30;

export function readSqlCondition(reader: ForeignReader, times: SqlTimes): Condition {
  return readAll({ reader, times, depth: 0 });
}

interface Place {
  readonly reader: ForeignReader;
  /** Absent where time bounds cannot be expressed: within OR, after NOT. */
  readonly times: SqlTimes | undefined;
  readonly depth: number;
}

/** OR binds loosest; whether there is one is known only after the first part. */
function readAll(place: Place): Condition {
  const { reader } = place;
  const start = reader.at;
  const first = readConjunction(place);
  if (!isWord(reader, 'or')) return first;
  reader.at = start;
  const inner = { ...place, times: undefined };
  const parts = [readConjunction(inner)];
  while (takeWord(reader, 'or')) parts.push(readConjunction(inner));
  return anyOf(parts);
}

function readConjunction(place: Place): Condition {
  const parts = [readOne(place)];
  while (takeWord(place.reader, 'and')) parts.push(readOne(place));
  return allOf(parts.filter((part) => part !== undefined));
}

function readOne(place: Place): Condition | undefined {
  const { reader } = place;
  const inner = { ...place, depth: place.depth + 1 };
  demand(inner.depth <= DEPTH_MAX);
  if (takeWord(reader, 'not')) {
    const part = readOne({ ...inner, times: undefined });
    return part === undefined ? undefined : noneOf(part);
  }
  if (takeSymbol(reader, '(')) {
    const part = readAll(inner);
    demand(takeSymbol(reader, ')'));
    return part.text === '' ? undefined : part;
  }
  return readComparison(place);
}

function readComparison(place: Place): Condition | undefined {
  const { reader } = place;
  const { kind, text } = next(reader);
  demand(kind === 'word' || kind === 'name');
  const field = fieldName(text);
  const name = writeName(field);
  if (takeWord(reader, 'is')) {
    const isNot = takeWord(reader, 'not');
    demand(takeWord(reader, 'null'));
    return isNot ? one(`${name}=*`) : noneOf(one(`${name}=*`));
  }
  if (field === '_time') return readTime(place);
  const isNot = takeWord(reader, 'not');
  const found = readRelation(reader, field, name);
  // In SQL a missing value matches no condition, not even one with NOT.
  return isNot ? allOf([one(`${name}=*`), noneOf(found)]) : found;
}

function readRelation(reader: ForeignReader, field: string, name: string): Condition {
  if (takeWord(reader, 'in')) {
    demand(takeSymbol(reader, '('));
    const values = [readValue(reader)];
    while (takeSymbol(reader, ',')) values.push(readValue(reader));
    demand(takeSymbol(reader, ')'));
    return one(`${name} IN (${values.map(writeValue).join(', ')})`);
  }
  if (takeWord(reader, 'like') || takeWord(reader, 'ilike')) return readLike(reader, field, name);
  if (takeWord(reader, 'between')) {
    const low = writeValue(readValue(reader));
    demand(takeWord(reader, 'and'));
    return allOf([one(`${name}>=${low}`), one(`${name}<=${writeValue(readValue(reader))}`)]);
  }
  const operator = next(reader).text;
  demand(/^(?:=|==|!=|<>|[<>]=?)$/.test(operator));
  const written = operator === '<>' ? '!=' : operator === '==' ? '=' : operator;
  return one(`${name}${written}${writeValue(readValue(reader))}`);
}

function readLike(reader: ForeignReader, field: string, name: string): Condition {
  const value = readValue(reader);
  const words = /^%([^%]+)%$/.exec(value)?.[1];
  // In the event text, words are searched, which an index can find.
  if (field === 'event' && words !== undefined) return one(writeValue(words));
  return one(`${name}=${writePattern(value.replaceAll('%', '\0'))}`);
}

function readValue(reader: ForeignReader): string {
  const sign = takeSymbol(reader, '-') ? '-' : '';
  const { kind, text } = next(reader);
  const isValue = kind === 'text' || kind === 'number' || /^(?:true|false)$/i.test(text);
  demand(isValue && !text.includes('\0'));
  return `${sign}${text}`;
}

const UNITS: Readonly<Record<string, string>> = {
  second: 's',
  minute: 'm',
  hour: 'h',
  day: 'd',
  week: 'w',
  month: 'mon',
};

/** `timestamp > now() - interval '1 hour'`, or a time as text. */
function readTime({ reader, times }: Place): undefined {
  if (times === undefined) throw new NotTranslatable();
  const bound = (): string =>
    peek(reader).kind === 'text' ? readInstant(reader) : readRelative(reader);
  if (takeWord(reader, 'between')) {
    times.earliest = bound();
    demand(takeWord(reader, 'and'));
    times.latest = bound();
    return undefined;
  }
  const operator = next(reader).text;
  const isLower = operator.startsWith('>');
  demand(/^[<>]=?$/.test(operator));
  if (isLower) times.earliest = bound();
  else times.latest = bound();
  return undefined;
}

function readInstant(reader: ForeignReader): string {
  const { text } = next(reader);
  const time = text.trim().replace(' ', 'T');
  demand(/^\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z?)?$/.test(time));
  return time.includes('T') ? `"${time}"` : `"${time}T00:00:00"`;
}

function readRelative(reader: ForeignReader): string {
  demand(takeWord(reader, 'now') && takeSymbol(reader, '(') && takeSymbol(reader, ')'));
  if (!takeSymbol(reader, '-')) return 'now';
  demand(takeWord(reader, 'interval'));
  const written = next(reader);
  const [count = '', named] = written.text.trim().split(/\s+/);
  const unit = (named ?? next(reader).text).toLowerCase().replace(/s$/, '');
  const short = Object.hasOwn(UNITS, unit) ? UNITS[unit] : undefined;
  if (short === undefined || !/^\d{1,6}$/.test(count)) throw new NotTranslatable();
  return `-${count}${short}`;
}
