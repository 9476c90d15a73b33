/** Aggregations and BY clauses of `stats` and its kin. */
import type { Fix } from '../diagnose/diagnostics.ts';
import { suggestName } from '../diagnose/suggest-name.ts';
import { findEvalFunction } from '../functions/eval-functions.ts';
import {
  findStatsFunction,
  STATS_FUNCTION_NAMES,
  type FoundStatsFunction,
} from '../functions/stats-functions.ts';
import { scanToken, type Token } from './lexer.ts';
import { columnName } from '../print/aggregation.ts';
import { decodePattern } from '../quoting.ts';
import type { Aggregation, EvaluatedArgument, GroupKey, Trend } from '../tree/aggregation.ts';
import { hasWildcard, type FieldPattern, type TreeNode, type Pattern } from '../tree/node.ts';
import type { Span } from '../tree/time.ts';
import {
  expectClosing,
  isAtStageEnd,
  isWord,
  readArgument,
  readField,
  readFieldPattern,
  readItems,
  requireSome,
  takeComma,
  takeKeyword,
  takeSymbol,
} from './arguments.ts';
import { requireValue } from './check-expression.ts';
import { readComputed } from './computed-aggregations.ts';
import { readExpression } from './expression.ts';
import { SPAN, TIME_SPAN } from './option-kinds.ts';
import { isOption } from './options.ts';
import {
  expecting,
  fail,
  failUnexpected,
  nested,
  peek,
  quote,
  report,
  spanFrom,
  take,
  textOf,
  type Parser,
} from './state.ts';
import { takeNone } from './variable.ts';

function readAggregation(parser: Parser): Aggregation {
  expecting(parser, { kind: 'aggregation' });
  const token = peek(parser, 'argument');
  if (token.kind !== 'word') failUnexpected(parser, token);
  const found = findFunction(parser, token);
  take(parser, token, 'aggregation');
  if (found.name === 'sparkline') return readSparkline(parser, token);
  const argument = readArgumentOf(parser, found, token);
  const as = readAlias(parser, argument);
  return {
    kind: 'aggregation',
    function: found.name,
    spelling: textOf(parser, token).toLowerCase(),
    percentile: found.percentile,
    argument,
    as,
    ...spanFrom(parser, token.start),
  };
}

/** The longest name of a column that needs no quotes. */
const COLUMN_CHARACTERS_MAX = 200;

/** What a point of a sparkline can be. */
const OF_SPARKLINES: ReadonlySet<string> = new Set(
  'count dc estdc sum sumsq avg min max range median mode stdev stdevp var varp perc exactperc upperperc'.split(
    ' ',
  ),
);

/** `sparkline`, `sparkline(avg(bytes))` or `sparkline(avg(bytes), 1h)`. */
function readSparkline(parser: Parser, token: Token): Aggregation {
  const trend = readTrend(parser, token);
  return {
    kind: 'aggregation',
    function: 'sparkline',
    spelling: 'sparkline',
    percentile: undefined,
    argument: undefined,
    trend,
    as: readAlias(parser, undefined),
    ...spanFrom(parser, token.start),
  };
}

function readTrend(parser: Parser, { start }: Token): Trend {
  const open = peek(parser, 'argument');
  if (!takeSymbol(parser, '(')) {
    const of: Aggregation = { ...BARE_COUNT, ...spanFrom(parser, start) };
    return { kind: 'trend', of, span: undefined, isBare: true, ...spanFrom(parser, start) };
  }
  const inner = peek(parser, 'argument');
  const of = nested(parser, () => readAggregation(parser));
  const isOne = of.argument?.kind !== 'fields' || !hasWildcard(of.argument.pattern);
  if (!OF_SPARKLINES.has(of.function) || of.as !== undefined || !isOne) {
    const message = `A sparkline can’t show ${quote(parser, inner)} here. Use a function such as count, sum or avg of one field.`;
    report(parser, 'unknown-function', of, message);
  }
  const span = takeSymbol(parser, ',') ? TIME_SPAN.read(parser) : undefined;
  expectClosing(parser, open.start);
  return { kind: 'trend', of, span, isBare: false, ...spanFrom(parser, start) };
}

const BARE_COUNT = {
  kind: 'aggregation',
  function: 'count',
  spelling: 'count',
  percentile: undefined,
  argument: undefined,
  as: undefined,
} as const;

function findFunction(parser: Parser, token: Token): FoundStatsFunction {
  const name = textOf(parser, token);
  const found = findStatsFunction(name);
  if (found === undefined) failUnknown(parser, token, name);
  if (found.facts.timechartOnly === true && parser.command !== 'timechart') {
    report(
      parser,
      'unknown-function',
      token,
      `${quote(parser, token)} is only available in \`timechart\`.`,
    );
  }
  return found;
}

function failUnknown(parser: Parser, token: Token, name: string): never {
  if (isOption(parser)) {
    const hint = name.toLowerCase() === 'span' ? 'Specify the span after a BY field.' : '';
    const message = `\`${parser.command}\` has no option ${quote(parser, token)}.${hint}`;
    fail(parser, 'unknown-option', token, message);
  }
  if (findEvalFunction(name) !== undefined) {
    const message = `${quote(parser, token)} is an eval function. Use it inside eval(…), for example \`count(eval(${name.toLowerCase()}(…)))\`.`;
    fail(parser, 'unknown-function', token, message);
  }
  if (/^(?:perc|p|exactperc|upperperc)$/i.test(name)) {
    fail(parser, 'unknown-function', token, `Write the percentile with its number: ${name}95(…).`);
  }
  if (name.toLowerCase() === 'where') failWhere(parser, token, {});
  const nearest = suggestName(name, STATS_FUNCTION_NAMES);
  const hint = nearest === undefined ? '' : ` Did you mean \`${nearest}\`?`;
  fail(parser, 'unknown-function', token, `Unknown aggregation ${quote(parser, token)}.${hint}`, {
    expected: ['an aggregation such as `count` or `avg(field)`'],
    ...(nearest !== undefined && {
      fix: { label: `Use ${nearest}`, start: token.start, end: token.end, text: nearest },
    }),
  });
}

/** A filter inside of `stats`, as SQL has it. */
function failWhere(parser: Parser, token: Token, how: { readonly fix?: Fix }): never {
  const message = `\`where\` is a separate command: \`| where …\` before \`${parser.command}\` filters the input, after it the result. To count only some rows, write \`count(eval(…))\`.`;
  fail(parser, 'unexpected-token', token, message, { expected: ['`|`'], ...how });
}

function readArgumentOf(
  parser: Parser,
  found: FoundStatsFunction,
  token: Token,
): FieldPattern | EvaluatedArgument | undefined {
  const open = peek(parser, 'argument');
  const isOptional = found.facts.argument === 'optional';
  if (!takeSymbol(parser, '(')) {
    if (isOptional) return undefined;
    const message = `${quote(parser, token)} requires a field in parentheses, for example \`${textOf(parser, token)}(bytes)\`.`;
    fail(parser, 'missing-argument', token, message, { expected: ['`(`'] });
  }
  if (isOptional && takeSymbol(parser, ')')) return undefined;
  const argument =
    readEvaluated(parser, found) ?? readColumnName(parser) ?? readFieldPattern(parser);
  expectClosing(parser, open.start);
  return argument;
}

/** `sum(High Risk)` and `max(sum(bytes))`: nothing but a name can be in these brackets. */
function readColumnName(parser: Parser): FieldPattern | undefined {
  const { start } = peek(parser, 'argument');
  const match =
    /^([^\s()"'`|[\]=,$]+(?:\([^()"'`|[\]=$]*\)|(?:[ \t]+[^\s()"'`|[\]=,$]+)+))\s*\)/.exec(
      parser.text.slice(start, start + COLUMN_CHARACTERS_MAX),
    );
  const name = match?.[1];
  if (name === undefined) return undefined;
  const place = { start, end: start + name.length };
  take(parser, place, 'field');
  return { kind: 'fields', pattern: decodePattern(name), ...place };
}

function readEvaluated(parser: Parser, found: FoundStatsFunction): EvaluatedArgument | undefined {
  const word = peek(parser, 'argument');
  const next = scanToken(parser.text, word.end, 'argument');
  expecting(parser, { kind: 'keyword', word: 'eval(' });
  if (!isWord(parser, word, ['eval']) || textOf(parser, next) !== '(') return undefined;
  take(parser, word, 'function');
  take(parser, next, 'bracket');
  const expression = nested(parser, () => readExpression(parser));
  // `count` takes a condition, and so does `sum`; all other functions require a value.
  if (found.name !== 'count' && found.name !== 'sum') requireValue(parser, expression);
  expectClosing(parser, next.start);
  return { kind: 'eval', expression, ...spanFrom(parser, word.start) };
}

function readAlias(
  parser: Parser,
  argument: FieldPattern | EvaluatedArgument | undefined,
): Pattern | undefined {
  takeCommaBeforeAs(parser);
  if (!takeKeyword(parser, 'AS')) return undefined;
  const name = readArgument(parser, { kind: 'newField' }, 'field');
  const wildcards = argument?.kind === 'fields' ? argument.pattern.length : 1;
  if (hasWildcard(name.pattern) && name.pattern.length !== wildcards) {
    report(
      parser,
      'wildcard-mismatch',
      name,
      'The new name must have as many wildcards as the field.',
    );
  } else if (wildcards > 1 && !hasWildcard(name.pattern)) {
    report(
      parser,
      'wildcard-mismatch',
      name,
      'Several fields can’t have the same name. Use a wildcard in the name.',
    );
  }
  return name.pattern;
}

/** `sum(x), AS y`: the meaning is unambiguous. */
function takeCommaBeforeAs(parser: Parser): void {
  const comma = peek(parser, 'argument');
  if (textOf(parser, comma) !== ',') return;
  const next = scanToken(parser.text, comma.end, 'argument');
  if (isWord(parser, next, ['as'])) take(parser, comma, 'operator');
}

/** Reads aggregations up to the end of the command or a clause word, with options in between. */
export function readAggregations(
  parser: Parser,
  takeOption: () => boolean,
  ...until: readonly string[]
): Aggregation[] {
  const expectation = { kind: 'aggregation' } as const;
  const read = (): readonly Aggregation[] => readComputed(parser) ?? [readAggregation(parser)];
  const aggregations = readItems(parser, { expectation, read, takeOption, until }).flat();
  requireSome(parser, aggregations, 'an aggregation such as `count` or `avg(field)`');
  return aggregations;
}

/** Reports columns that would overwrite each other, or one that the command itself creates. */
export function refuseSameNames(
  parser: Parser,
  aggregations: readonly Aggregation[],
  keys: readonly GroupKey[],
  ...own: readonly string[]
): void {
  const seen = new Set<string>(own);
  const check = (name: string, node: TreeNode): void => {
    if (seen.has(name)) {
      const message = `Duplicate column \`${name}\`. Rename one of them with AS.`;
      report(parser, 'duplicate-column', node, message);
    }
    seen.add(name);
  };
  for (const key of keys) check(key.field.name, key);
  for (const aggregation of aggregations) check(columnName(aggregation), aggregation);
}

/** Reads the fields after BY, up to the first option. */
export function readKeys(parser: Parser): GroupKey[] {
  return readKeyList(parser, () => undefined);
}

/** Like `readKeys`, but a `span=` belongs to the field before it. */
export function readKeysWithSpans(parser: Parser): GroupKey[] {
  return readKeyList(parser, () => takeSpan(parser));
}

function readKeyList(parser: Parser, readSpan: () => Span | undefined): GroupKey[] {
  const keys: GroupKey[] = [];
  for (;;) {
    expecting(parser, { kind: 'field' });
    if (isAtStageEnd(parser) || isOption(parser)) break;
    const token = peek(parser, 'argument');
    const behind = textOf(parser, scanToken(parser.text, token.end, 'argument'));
    const isFilter = keys.length > 0 && isWord(parser, token, ['where']);
    if (isFilter && behind !== '' && behind !== ',' && behind !== '|') {
      const { start } = token;
      failWhere(parser, token, {
        fix: { label: 'Filter after a pipe', start, end: start, text: '| ' },
      });
    }
    const field = readField(parser);
    const span = readSpan();
    keys.push({ kind: 'key', field, span, ...spanFrom(parser, field.start) });
    takeComma(parser);
  }
  requireSome(parser, keys, 'a field after BY');
  return keys;
}

function takeSpan(parser: Parser): Span | undefined {
  expecting(parser, { kind: 'option', name: 'span' });
  const token = peek(parser, 'argument');
  if (!isWord(parser, token, ['span']) || !isOption(parser)) return undefined;
  take(parser, token, 'option');
  take(parser, peek(parser, 'argument'), 'operator');
  return takeNone(parser) ? undefined : SPAN.read(parser);
}
