/**
 * `eval(round(avg(x), 2))` among the aggregations of a command: what is aggregated becomes columns of its own, and
 * stages behind the command compute with them.
 */
import { stagesOfText } from '../commands/rewritten/build.ts';
import { findStatsFunction } from '../functions/stats-functions.ts';
import { encodeText } from '../quoting.ts';
import type { Aggregation } from '../tree/aggregation.ts';
import type { TreeNode } from '../tree/node.ts';
import { readNewField, takeKeyword, isWord } from './arguments.ts';
import { endOfQuoted, scanToken } from './lexer.ts';
import {
  fail,
  peek,
  spanFrom,
  take,
  textOf,
  type ComputedAggregation,
  type Parser,
} from './state.ts';

const COMMANDS = new Set(['stats', 'chart', 'timechart']);
/** A column that is computed for such an expression. */
const COLUMN = /\b_eval\d+_\d+\b/g;
/** Of several values these are functions of `eval`. */
const OF_ONE = /^(?:min|max|sum|avg)$/i;

/** The columns that it aggregates; undefined where there is no `eval(`. */
export function readComputed(parser: Parser): readonly Aggregation[] | undefined {
  const token = peek(parser, 'argument');
  const open = scanToken(parser.text, token.end, 'argument');
  if (!COMMANDS.has(parser.command) || !isWord(parser, token, ['eval'])) return undefined;
  if (textOf(parser, open) !== '(') return undefined;
  const end = closing(parser.text, open.start);
  if (end === undefined) fail(parser, 'unclosed-bracket', open, 'This ( has no matching ).');
  const written = parser.text.slice(token.start, end);
  const inner = parser.text.slice(open.end, end - 1);
  take(parser, token, 'function');
  take(parser, { start: open.start, end }, 'text');
  const place = spanFrom(parser, token.start);
  const { calls, expression } = taken(inner, `_eval${parser.computed.length}_`);
  if (calls.length === 0) {
    const message =
      '`eval(…)` requires an aggregation here, for example `eval(round(avg(bytes), 2))`.';
    fail(parser, 'missing-argument', place, message);
  }
  const name = takeKeyword(parser, 'AS') ? readNewField(parser).name : written;
  const columns = calls.map(({ text, column }) => `${text} AS ${column}`).join(', ');
  const [stats] = stagesOfText(parser, place, `stats ${columns}`);
  parser.computed.push({ name, expression, columns: calls.map(({ column }) => column) });
  return stats?.kind === 'stats' ? stats.aggregations : [];
}

interface Call {
  readonly text: string;
  readonly column: string;
}

/** The expression with a column in the place of each aggregation. */
function taken(inner: string, prefix: string): { calls: readonly Call[]; expression: string } {
  const calls: Call[] = [];
  let expression = '';
  for (let at = 0; at < inner.length;) {
    const quoted = /["']/.test(inner.charAt(at)) ? endOfQuoted(inner, at) : undefined;
    const name = quoted === undefined ? (/^\w+(?=\s*\()/.exec(inner.slice(at))?.[0] ?? '') : '';
    const open = inner.indexOf('(', at + name.length);
    const end = name === '' ? undefined : closing(inner, open);
    const isMeant = end !== undefined && isAggregation(name, inner.slice(open + 1, end - 1));
    if (isMeant) {
      const column = `${prefix}${calls.length}`;
      calls.push({ text: inner.slice(at, end), column });
      expression += column;
      at = end;
    } else {
      const next = quoted ?? at + Math.max(1, /^\w*/.exec(inner.slice(at))?.[0].length ?? 1);
      expression += inner.slice(at, next);
      at = next;
    }
  }
  return { calls, expression };
}

function isAggregation(name: string, argument: string): boolean {
  if (findStatsFunction(name) === undefined) return false;
  return !OF_ONE.test(name) || !argument.includes(',');
}

/** Behind the bracket that closes the one at a place. */
function closing(text: string, from: number): number | undefined {
  let open = 0;
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '"') at = (endOfQuoted(text, at) ?? text.length) - 1;
    if (character === '(') open += 1;
    if (character === ')') open -= 1;
    if (open === 0) return at + 1;
  }
  return undefined;
}

/** The aggregations of a chart, with what is computed behind it: with a split, once for each series. */
export function withComputed(
  parser: Parser,
  place: TreeNode,
  aggregations: readonly Aggregation[],
  sep: string | undefined,
): readonly Aggregation[] {
  const split = sep === undefined ? undefined : { sep, isOnly: isOnly(parser, aggregations) };
  addComputed(parser, place, split);
  const isPlain = parser.computed.length === 0 || sep === undefined || aggregations.length > 1;
  if (isPlain) return aggregations;
  // The columns of a single aggregation have the names of the series alone.
  const [stats] = stagesOfText(parser, place, 'stats count AS _eval_');
  return stats?.kind === 'stats' ? [...aggregations, ...stats.aggregations] : aggregations;
}

interface Split {
  readonly sep: string;
  /** Its columns have the names of the series. */
  readonly isOnly: boolean;
}

function isOnly({ computed }: Parser, aggregations: readonly Aggregation[]): boolean {
  const [only] = computed;
  return computed.length === 1 && only?.columns.length === aggregations.length;
}

/** The stages behind a command that compute from its columns, and remove them. */
export function addComputed(parser: Parser, place: TreeNode, split?: Split): void {
  const { computed } = parser;
  if (computed.length === 0) return;
  const made = computed.flatMap(({ columns }) => columns);
  const hidden = split === undefined ? made.join(', ') : '_eval*';
  const texts = computed.map((each) => textFor(each, split));
  const text = [...texts, `fields - ${hidden}`].join(' | ');
  parser.after.push(...stagesOfText(parser, place, text));
}

function textFor(
  { name, expression, columns }: ComputedAggregation,
  split: Split | undefined,
): string {
  if (split === undefined) return `eval ${encodeText(name)}=${expression}`;
  const { sep } = split;
  const ofSeries = expression.replace(COLUMN, (column) => `'${column}${sep}<<MATCHSTR>>'`);
  const target = split.isOnly ? '<<MATCHSTR>>' : `${name}${sep}<<MATCHSTR>>`;
  const pattern = encodeText(`${columns[0] ?? ''}${sep}*`);
  return `foreach ${pattern} [eval ${encodeText(target)}=${ofSeries}]`;
}
