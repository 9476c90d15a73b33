import { isAtKeyword, isAtStageEnd, takeKeyword } from '../parser/arguments.ts';
import { readAggregations, readKeysWithSpans, refuseSameNames } from '../parser/aggregation.ts';
import { takeIgnoredOption } from '../parser/options.ts';
import { readSearch, type SearchParts } from '../parser/search.ts';
import { fail, peek, report, spanFrom, textOf, type Parser } from '../parser/state.ts';
import { columnName, printAggregations, printKeys } from '../print/aggregation.ts';
import { joinParts } from '../print/arguments.ts';
import { printBounds, printSearch } from '../print/search.ts';
import { closedShape, EVENT_SHAPE } from '../shape/shape.ts';
import type { TstatsStage } from '../tree.ts';
import type { GroupKey } from '../tree/aggregation.ts';
import { NO_BOUNDS } from '../tree/time.ts';
import type { Command } from './definition.ts';

/** Options of the accelerated original that have no meaning here, because every field is indexed. */
const IGNORED = ['summariesonly', 'allow_old_summaries', 'prestats', 'local', 'chunk_size'];

function takeIgnored(parser: Parser): boolean {
  const ignored = takeIgnoredOption(parser, IGNORED);
  if (ignored === undefined) return false;
  const { name, value } = ignored;
  if (name === 'prestats' && /^(?:t|true|1)$/i.test(textOf(parser, value))) {
    report(parser, 'invalid-value', value, '`prestats` isn’t supported. Use `stats` instead.');
  }
  return true;
}

/** Behind several fields a span of time is that of `_time`, wherever it stands among them. */
function withSpanOfTime(keys: readonly GroupKey[]): readonly GroupKey[] {
  const last = keys.at(-1);
  const isTime = ({ field, span }: GroupKey): boolean =>
    field.name === '_time' && span === undefined;
  if (last?.span?.kind !== 'time' || last.field.name === '_time' || !keys.some(isTime)) return keys;
  return keys.map((key) => {
    if (isTime(key)) return { ...key, span: last.span };
    return key === last ? { ...key, span: undefined } : key;
  });
}

function refuseDatamodel(parser: Parser): void {
  const token = peek(parser, 'argument');
  const word = textOf(parser, token).toLowerCase();
  if (word !== 'from' && word !== 'datamodel') return;
  fail(
    parser,
    'refused-command',
    token,
    'There are no data models. Every field is indexed. Name the index: `| tstats count WHERE index=web BY host`.',
  );
}

function readWhere(parser: Parser): SearchParts {
  const { stopWords, shape } = parser;
  parser.stopWords = ['by', 'groupby'];
  parser.shape = EVENT_SHAPE;
  const parts = readSearch(parser);
  parser.stopWords = stopWords;
  parser.shape = shape;
  return parts;
}

function nothing(at: number): SearchParts {
  const expression = { kind: 'everything', start: at, end: at } as const;
  return { expression, ...NO_BOUNDS };
}

export const tstatsCommand: Command<TstatsStage> = {
  name: 'tstats',
  category: 'Making rows',
  generates: true,
  summary: 'Aggregates events in one command: `search … | stats … BY …` in another order.',
  syntax:
    'tstats <aggregation>[(<field>)] [AS <name>], … [WHERE <search>] [BY <field> [span=<span>], …]',
  options: [],
  read: (parser, start) => {
    refuseDatamodel(parser);
    const takeOne = (): boolean => {
      refuseDatamodel(parser);
      return takeIgnored(parser);
    };
    const aggregations = readAggregations(parser, takeOne, 'WHERE', 'BY', 'FROM', 'GROUPBY');
    refuseDatamodel(parser);
    const hasFilter = takeKeyword(parser, 'WHERE');
    const parts = hasFilter ? readWhere(parser) : nothing(parser.lastEnd);
    const isGrouped = !isAtStageEnd(parser) && isAtKeyword(parser, 'BY', 'GROUPBY');
    if (isGrouped) takeKeyword(parser, 'BY', 'GROUPBY');
    const by = isGrouped ? withSpanOfTime(readKeysWithSpans(parser)) : [];
    refuseSameNames(parser, aggregations, by);
    const { expression: where, ...bounds } = parts;
    return { kind: 'tstats', aggregations, where, ...bounds, by, ...spanFrom(parser, start) };
  },
  print: (stage, style) => {
    const bounds = printBounds(stage);
    const isBare = stage.where.kind === 'everything';
    const filter = joinParts(isBare ? undefined : printSearch(stage.where, style), bounds);
    return joinParts(
      printAggregations(stage.aggregations, style.isExplicit),
      filter === '' ? undefined : `WHERE ${filter}`,
      printKeys('BY', stage.by),
    );
  },
  shape: (stage) =>
    closedShape([...stage.by.map((key) => key.field.name), ...stage.aggregations.map(columnName)]),
};
