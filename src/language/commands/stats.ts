import { takeKeyword } from '../parser/arguments.ts';
import { readAggregations, readKeysWithSpans, refuseSameNames } from '../parser/aggregation.ts';
import { addComputed } from '../parser/computed-aggregations.ts';
import { takeIgnoredOption } from '../parser/options.ts';
import { spanFrom } from '../parser/state.ts';
import { columnName, printAggregations, printKeys } from '../print/aggregation.ts';
import { joinParts } from '../print/arguments.ts';
import { closedShape, openShape } from '../shape/shape.ts';
import type { Shape } from '../tree/shape.ts';
import type { StatsStage } from '../tree/statistics-stages.ts';
import type { Command } from './definition.ts';

function shapeOf(stage: StatsStage): Shape {
  const columns = stage.aggregations.map(columnName);
  const names = [...stage.by.map((key) => key.field.name), ...columns];
  const isOpen = columns.some((name) => name.includes('*'));
  return isOpen ? openShape(names.filter((name) => !name.includes('*'))) : closedShape(names);
}

/** How several values are shown, and how the work is divided. */
const IGNORED = ['delim', 'allnum', 'partitions', 'prestats'];

export const statsCommand: Command<StatsStage> = {
  name: 'stats',
  aliases: ['sistats'],
  category: 'Statistics',
  summary: 'Calculates aggregations over all rows, or per group with BY.',
  syntax: 'stats <aggregation>[(<field>)] [AS <name>], … [BY <field> [span=<span>], …]',
  options: [],
  read: (parser, start) => {
    const aggregations = readAggregations(
      parser,
      () => takeIgnoredOption(parser, IGNORED) !== undefined,
      'BY',
    );
    const by = takeKeyword(parser, 'BY') ? readKeysWithSpans(parser) : [];
    refuseSameNames(parser, aggregations, by);
    const place = spanFrom(parser, start);
    addComputed(parser, place);
    return { kind: 'stats', aggregations, by, ...place };
  },
  print: (stage, style) =>
    joinParts(printAggregations(stage.aggregations, style.isExplicit), printKeys('BY', stage.by)),
  shape: shapeOf,
};
