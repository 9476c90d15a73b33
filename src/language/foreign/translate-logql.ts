/** Translates LogQL into our language: selectors, line and label filters, and counts over them. */
import {
  allOf,
  anyOf,
  type Condition,
  demand,
  type ForeignReader,
  isWord,
  next,
  noneOf,
  NotTranslatable,
  one,
  peek,
  readTokens,
  takeSymbol,
  takeWord,
  writeName,
  writePattern,
  writeValue,
} from './foreign-text.ts';
import { encodeRegex } from '../quoting.ts';

interface Lines {
  readonly conditions: readonly Condition[];
  /** Regular expressions, which are separate commands here. */
  readonly stages: readonly string[];
  readonly unwrapped: string | undefined;
}

/** Lines counted or computed over a span of time, by labels. */
interface Metric {
  readonly lines: Lines;
  readonly value: string;
  readonly isRate: boolean;
  readonly span: string;
  readonly by: readonly string[];
  readonly top: number | undefined;
}

/** How deep functions may be nested. */
const DEPTH_MAX = 10;

export function translateLogql(text: string): string {
  const reader: ForeignReader = {
    tokens: readTokens(text, { '"': 'text', '`': 'text' }),
    at: 0,
  };
  const isLines = peek(reader).text === '{';
  const written = isLines
    ? writeLines(readLines(reader)).join(' | ')
    : writeMetric(readMetric(reader, 0));
  demand(peek(reader).kind === 'end');
  return written;
}

function writeLines({ conditions, stages }: Lines): string[] {
  const search = allOf(conditions).text;
  return [search === '' ? '*' : search, ...stages];
}

function readLines(reader: ForeignReader): Lines {
  const conditions: Condition[] = [];
  const stages: string[] = [];
  demand(takeSymbol(reader, '{'));
  while (!takeSymbol(reader, '}')) {
    readMatcher(reader, conditions, stages);
    if (!takeSymbol(reader, ',')) demand(peek(reader).text === '}');
  }
  let unwrapped: string | undefined;
  for (;;) {
    const { kind, text } = peek(reader);
    if (kind !== 'symbol' || !/^(?:\||\|=|\|~|!=|!~)$/.test(text)) break;
    reader.at += 1;
    if (text !== '|') readLineFilter(reader, text, conditions, stages);
    else if (takeWord(reader, 'unwrap')) unwrapped = next(reader).text;
    // Attributes are fields already.
    else if (!takeWord(reader, 'json') && !takeWord(reader, 'logfmt')) {
      conditions.push(readLabelFilter(reader));
    }
  }
  return { conditions, stages, unwrapped };
}

function readText(reader: ForeignReader): string {
  const { kind, text } = next(reader);
  demand(kind === 'text' && !text.includes('\0'));
  return text;
}

function readMatcher(reader: ForeignReader, conditions: Condition[], stages: string[]): void {
  const label = next(reader);
  demand(label.kind === 'word');
  const name = writeName(label.text);
  const operator = next(reader).text;
  const value = readText(reader);
  switch (operator) {
    case '=':
      conditions.push(
        value === '' ? noneOf(one(`${name}=*`)) : one(`${name}=${writeValue(value)}`),
      );
      return;
    case '!=':
      conditions.push(
        value === '' ? one(`${name}=*`) : noneOf(one(`${name}=${writeValue(value)}`)),
      );
      return;
    case '=~':
    case '!~': {
      const simple = valuesOfRegex(value);
      const isNot = operator === '!~';
      if (simple === undefined) {
        stages.push(`regex ${name}${isNot ? '!=' : '='}${encodeRegex(`^(?:${value})$`)}`);
        return;
      }
      const found = one(
        simple.length === 1 ? `${name}=${simple[0] ?? ''}` : `${name} IN (${simple.join(', ')})`,
      );
      conditions.push(isNot ? noneOf(found) : found);
      return;
    }
    default:
      throw new NotTranslatable();
  }
}

/** Returns the values of a regex such as `a|b` or `web-.*`, if wildcards can express it. */
function valuesOfRegex(regex: string): string[] | undefined {
  const parts = regex.split('|').map((part) => part.replaceAll(/\.[*+]/g, '\0'));
  const isPlain = parts.every((part) => part !== '' && !/[\\^$.*+?()[\]{}]/.test(part));
  return isPlain ? parts.map(writePattern) : undefined;
}

function readLineFilter(
  reader: ForeignReader,
  operator: string,
  conditions: Condition[],
  stages: string[],
): void {
  const value = readText(reader);
  const isNot = operator.startsWith('!');
  if (operator === '|=' || operator === '!=') {
    const found = one(writeValue(value));
    conditions.push(isNot ? noneOf(found) : found);
    return;
  }
  const words = value.replace(/^\(\?i\)/, '').split('|');
  if (words.every((word) => /^[\p{L}\p{N}_ ]+$/u.test(word))) {
    const found = anyOf(words.map((word) => one(writeValue(word))));
    conditions.push(isNot ? noneOf(found) : found);
    return;
  }
  stages.push(isNot ? `regex _raw!=${encodeRegex(value)}` : `regex ${encodeRegex(value)}`);
}

/** `status >= 500 and level="error"`. */
function readLabelFilter(reader: ForeignReader): Condition {
  const read = (): Condition => {
    const { kind, text } = next(reader);
    demand(kind === 'word');
    const operator = next(reader).text;
    demand(/^(?:=|==|!=|[<>]=?)$/.test(operator));
    const value = next(reader);
    // A number with a unit would have a different meaning here.
    demand(value.kind === 'text' || /^\d+(?:\.\d+)?$/.test(value.text));
    const name = writeName(text);
    const written = operator === '==' ? '=' : operator;
    return one(`${name}${written}${writeValue(value.text)}`);
  };
  const any = [[read()]];
  for (;;) {
    if (takeWord(reader, 'or')) any.push([read()]);
    else if (takeWord(reader, 'and') || takeSymbol(reader, ',')) any.at(-1)?.push(read());
    else return anyOf(any.map(allOf));
  }
}

const AGGREGATED_LINES = /^(?:count|sum|avg|min|max|stddev)_over_time$/;

function readMetric(reader: ForeignReader, depth: number): Metric {
  demand(depth <= DEPTH_MAX && peek(reader).kind === 'word');
  const name = next(reader).text.toLowerCase();
  if (name === 'rate' || AGGREGATED_LINES.test(name) || name === 'quantile_over_time') {
    return readOverTime(reader, name);
  }
  if (name === 'topk' || name === 'bottomk') {
    demand(name === 'topk' && takeSymbol(reader, '('));
    const count = Number(next(reader).text);
    demand(Number.isInteger(count) && takeSymbol(reader, ','));
    const inner = readMetric(reader, depth + 1);
    demand(takeSymbol(reader, ')') && inner.by.length > 0 && inner.top === undefined);
    return { ...inner, top: count };
  }
  demand(name === 'sum');
  const before = readBy(reader);
  demand(takeSymbol(reader, '('));
  const inner = readMetric(reader, depth + 1);
  demand(takeSymbol(reader, ')') && inner.value === 'count' && inner.top === undefined);
  return { ...inner, by: before ?? readBy(reader) ?? [] };
}

function readBy(reader: ForeignReader): string[] | undefined {
  if (isWord(reader, 'without')) throw new NotTranslatable();
  if (!takeWord(reader, 'by')) return undefined;
  demand(takeSymbol(reader, '('));
  const names = [next(reader).text];
  while (takeSymbol(reader, ',')) names.push(next(reader).text);
  demand(takeSymbol(reader, ')'));
  return names.map(writeName);
}

function readOverTime(reader: ForeignReader, name: string): Metric {
  demand(takeSymbol(reader, '('));
  const quantile = name === 'quantile_over_time' ? Number(next(reader).text) * 100 : undefined;
  if (quantile !== undefined) demand(Number.isInteger(quantile) && takeSymbol(reader, ','));
  const lines = readLines(reader);
  demand(takeSymbol(reader, '['));
  const span = next(reader).text;
  demand(/^\d{1,5}[smhd]$/.test(span) && takeSymbol(reader, ']') && takeSymbol(reader, ')'));
  const field = lines.unwrapped;
  const called = quantile === undefined ? name.split('_')[0] : `perc${quantile}`;
  const value = field === undefined ? 'count' : `${called ?? ''}(${writeName(field)})`;
  demand(field !== undefined || name === 'rate' || name === 'count_over_time');
  demand(field === undefined || (name !== 'rate' && name !== 'count_over_time'));
  const by = readBy(reader) ?? [];
  return {
    lines,
    value: value.replace('stddev(', 'stdev('),
    isRate: name === 'rate',
    span,
    by,
    top: undefined,
  };
}

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

function writeMetric({ lines, value, isRate, span, by, top }: Metric): string {
  const seconds = Number(span.slice(0, -1)) * (SECONDS[span.slice(-1)] ?? 1);
  const rate = isRate ? [`eval rate=count/${seconds}`] : [];
  if (top !== undefined) {
    const stages = [
      `stats ${value} BY ${by.join(', ')}`,
      `sort ${top} -${writeName(value)}`,
      ...rate,
    ];
    return [...writeLines(lines), ...stages].join(' | ');
  }
  const isSeries = by.length < 2 && !(isRate && by.length > 0);
  const stages = isSeries
    ? [`timechart span=${span} ${value}${by.length === 0 ? '' : ` BY ${by.join(', ')}`}`]
    : [`bin _time span=${span}`, `stats ${value} BY ${['_time', ...by].join(', ')}`];
  return [...writeLines(lines), ...stages, ...rate].join(' | ');
}
