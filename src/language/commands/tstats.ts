import { isAtKeyword, isAtStageEnd, readText, takeKeyword } from '../parser/arguments.ts';
import { readAggregations, readKeysWithSpans, refuseSameNames } from '../parser/aggregation.ts';
import { printModel, readModel } from '../parser/model-reference.ts';
import { isOption, takeIgnoredOption } from '../parser/options.ts';
import { readSearch, type SearchParts } from '../parser/search.ts';
import {
  failUnexpected,
  peek,
  report,
  spanFrom,
  take,
  textOf,
  type Parser,
} from '../parser/state.ts';
import { columnName, printAggregations, printKeys } from '../print/aggregation.ts';
import { joinParts } from '../print/arguments.ts';
import { printBounds, printSearch } from '../print/search.ts';
import { closedShape, EVENT_SHAPE } from '../shape/shape.ts';
import { encodeText } from '../quoting.ts';
import type { ModelReference, TstatsStage } from '../tree.ts';
import type { GroupKey } from '../tree/aggregation.ts';
import { NO_BOUNDS } from '../tree/time.ts';
import type { Command } from './definition.ts';

/** Options of the accelerated original that have no meaning here, because every field is indexed. */
const IGNORED = [
  'summariesonly',
  'allow_old_summaries',
  'prestats',
  'local',
  'chunk_size',
  'include_reduced_buckets',
  'append',
];

function takeIgnored(parser: Parser): boolean {
  const ignored = takeIgnoredOption(parser, IGNORED);
  if (ignored === undefined) return false;
  const { name, value } = ignored;
  if (name === 'prestats' && /^(?:t|true|1)$/i.test(textOf(parser, value))) {
    report(parser, 'invalid-value', value, '`prestats` isn’t supported. Use `stats` instead.');
  }
  return true;
}

/** After several fields a time span applies to `_time`, regardless of its position among them. */
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

/** `FROM datamodel=Endpoint.Processes`; also without FROM, as some write it. */
function takeModel(parser: Parser): ModelReference | undefined {
  const hasFrom = takeKeyword(parser, 'FROM');
  const token = peek(parser, 'argument');
  if (textOf(parser, token).toLowerCase() !== 'datamodel') {
    if (hasFrom) failUnexpected(parser, token);
    return undefined;
  }
  take(parser, token, 'keyword');
  const sign = peek(parser, 'argument');
  if (textOf(parser, sign) === '=') take(parser, sign, 'operator');
  return readModel(parser);
}

/** Missing fields of BY have this value. */
function takeFill(parser: Parser): string | undefined {
  const token = peek(parser, 'argument');
  const isFill = textOf(parser, token).toLowerCase() === 'fillnull_value' && isOption(parser);
  if (!isFill) return undefined;
  take(parser, token, 'option');
  take(parser, peek(parser, 'argument'), 'operator');
  return readText(parser, 'a value').value;
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
  category: 'Generating commands',
  generates: true,
  summary:
    'Searches and aggregates events in one command. Equivalent to `search … | stats … BY …`.',
  syntax:
    'tstats [fillnull_value=<string>] <aggregation>[(<field>)] [AS <name>], … [FROM datamodel=<model>.<dataset>] [WHERE <search>] [BY <field> [span=<span>], …]',
  options: [],
  read: (parser, start) => {
    let from: ModelReference | undefined;
    let fillnullValue: string | undefined;
    const takeOne = (): boolean => {
      const fill = takeFill(parser);
      fillnullValue = fill ?? fillnullValue;
      return fill !== undefined || takeIgnored(parser);
    };
    const takeFrom = (): boolean => {
      const found = from === undefined ? takeModel(parser) : undefined;
      from ??= found;
      return found !== undefined || takeOne();
    };
    takeFrom();
    const aggregations = readAggregations(parser, takeFrom, 'WHERE', 'BY', 'GROUPBY');
    while (!isAtStageEnd(parser) && takeFrom());
    const hasFilter = takeKeyword(parser, 'WHERE');
    const parts = hasFilter ? readWhere(parser) : nothing(parser.lastEnd);
    const isGrouped = !isAtStageEnd(parser) && isAtKeyword(parser, 'BY', 'GROUPBY');
    if (isGrouped) takeKeyword(parser, 'BY', 'GROUPBY');
    const by = isGrouped ? withSpanOfTime(readKeysWithSpans(parser)) : [];
    refuseSameNames(parser, aggregations, by);
    const { expression: where, ...bounds } = parts;
    return {
      kind: 'tstats',
      aggregations,
      ...(from === undefined ? {} : { from }),
      where,
      ...bounds,
      by,
      ...(fillnullValue === undefined ? {} : { fillnullValue }),
      ...spanFrom(parser, start),
    };
  },
  print: (stage, style) => {
    const bounds = printBounds(stage);
    const isBare = stage.where.kind === 'everything';
    const filter = joinParts(isBare ? undefined : printSearch(stage.where, style), bounds);
    const { from, fillnullValue } = stage;
    return joinParts(
      fillnullValue === undefined ? undefined : `fillnull_value=${encodeText(fillnullValue)}`,
      printAggregations(stage.aggregations, style.isExplicit),
      from === undefined ? undefined : `FROM datamodel=${printModel(from)}`,
      filter === '' ? undefined : `WHERE ${filter}`,
      printKeys('BY', stage.by),
    );
  },
  shape: (stage) =>
    closedShape([...stage.by.map((key) => key.field.name), ...stage.aggregations.map(columnName)]),
};
