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
import type { Aggregation, EvaluatedArgument, GroupKey } from '../tree/aggregation.ts';
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
import { readExpression } from './expression.ts';
import { SPAN } from './option-kinds.ts';
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

function findFunction(parser: Parser, token: Token): FoundStatsFunction {
  const name = textOf(parser, token);
  const found = findStatsFunction(name);
  if (found === undefined) failUnknown(parser, token, name);
  if (found.facts.timechartOnly === true && parser.command !== 'timechart') {
    report(parser, 'unknown-function', token, `${quote(parser, token)} only works in timechart.`);
  }
  return found;
}

function failUnknown(parser: Parser, token: Token, name: string): never {
  if (isOption(parser)) {
    const hint = name.toLowerCase() === 'span' ? ' Put the span after a BY field.' : '';
    const message = `\`${parser.command}\` has no option ${quote(parser, token)}.${hint}`;
    fail(parser, 'unknown-option', token, message);
  }
  if (findEvalFunction(name) !== undefined) {
    const message = `${quote(parser, token)} works on a single row. Write it inside eval(…), as in \`count(eval(${name.toLowerCase()}(…)))\`.`;
    fail(parser, 'unknown-function', token, message);
  }
  if (/^(?:perc|p|exactperc|upperperc)$/i.test(name)) {
    fail(parser, 'unknown-function', token, `Write the percentile with its number: ${name}95(…).`);
  }
  if (name.toLowerCase() === 'sparkline') {
    fail(parser, 'unknown-function', token, 'Sparklines aren’t supported. Use `timechart`.');
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
    const message = `${quote(parser, token)} needs a field in parentheses, as in \`${textOf(parser, token)}(bytes)\`.`;
    fail(parser, 'missing-argument', token, message, { expected: ['`(`'] });
  }
  if (isOptional && takeSymbol(parser, ')')) return undefined;
  const argument = readEvaluated(parser, found) ?? readFieldPattern(parser);
  expectClosing(parser, open.start);
  return argument;
}

function readEvaluated(parser: Parser, found: FoundStatsFunction): EvaluatedArgument | undefined {
  const word = peek(parser, 'argument');
  const next = scanToken(parser.text, word.end, 'argument');
  expecting(parser, { kind: 'keyword', word: 'eval(' });
  if (!isWord(parser, word, ['eval']) || textOf(parser, next) !== '(') return undefined;
  take(parser, word, 'function');
  take(parser, next, 'bracket');
  const expression = nested(parser, () => readExpression(parser));
  // Counting takes a condition; everything else computes with a value.
  if (found.name !== 'count') requireValue(parser, expression);
  expectClosing(parser, next.start);
  return { kind: 'eval', expression, ...spanFrom(parser, word.start) };
}

function readAlias(
  parser: Parser,
  argument: FieldPattern | EvaluatedArgument | undefined,
): Pattern | undefined {
  if (!takeKeyword(parser, 'AS')) return undefined;
  const name = readArgument(parser, { kind: 'newField' }, 'field');
  const wildcards = argument?.kind === 'fields' ? argument.pattern.length : 1;
  if (hasWildcard(name.pattern) && name.pattern.length !== wildcards) {
    report(parser, 'wildcard-mismatch', name, 'The new name needs as many wildcards as the field.');
  } else if (wildcards > 1 && !hasWildcard(name.pattern)) {
    report(
      parser,
      'wildcard-mismatch',
      name,
      'Several fields can’t share one name. Use a wildcard.',
    );
  }
  return name.pattern;
}

/** Aggregations up to the end of the command or a clause word, with options in between. */
export function readAggregations(
  parser: Parser,
  takeOption: () => boolean,
  ...until: readonly string[]
): Aggregation[] {
  const expectation = { kind: 'aggregation' } as const;
  const aggregations = readItems(parser, { expectation, read: readAggregation, takeOption, until });
  requireSome(parser, aggregations, 'an aggregation such as `count` or `avg(field)`');
  return aggregations;
}

/** Reports columns that would hide each other, or one that the command makes by itself. */
export function refuseSameNames(
  parser: Parser,
  aggregations: readonly Aggregation[],
  keys: readonly GroupKey[],
  ...own: readonly string[]
): void {
  const seen = new Set<string>(own);
  const check = (name: string, node: TreeNode): void => {
    if (seen.has(name)) {
      const message = `Two columns would be called \`${name}\`; name one of them with AS.`;
      report(parser, 'duplicate-column', node, message);
    }
    seen.add(name);
  };
  for (const key of keys) check(key.field.name, key);
  for (const aggregation of aggregations) check(columnName(aggregation), aggregation);
}

/** The fields behind BY, up to the first option. */
export function readKeys(parser: Parser): GroupKey[] {
  return readKeyList(parser, () => undefined);
}

/** The same, where a `span=` belongs to the field in front of it. */
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
