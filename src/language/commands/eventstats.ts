import { takeKeyword } from '../parser/arguments.ts';
import { readAggregations, readKeys, refuseSameNames } from '../parser/aggregation.ts';
import { spanFrom } from '../parser/state.ts';
import { columnName, printAggregations, printKeys } from '../print/aggregation.ts';
import { joinParts } from '../print/arguments.ts';
import { withFields } from '../shape/shape.ts';
import type { EventstatsStage } from '../tree/statistics-stages.ts';
import type { Command } from './definition.ts';

export const eventstatsCommand: Command<EventstatsStage> = {
  name: 'eventstats',
  category: 'Statistics',
  summary: 'Calculates aggregations like `stats` and adds the results to each row.',
  syntax: 'eventstats <aggregation>[(<field>)] [AS <name>], … [BY <field>, …]',
  options: [],
  read: (parser, start) => {
    const aggregations = readAggregations(parser, () => false, 'BY');
    const by = takeKeyword(parser, 'BY') ? readKeys(parser) : [];
    refuseSameNames(parser, aggregations, by);
    return { kind: 'eventstats', aggregations, by, ...spanFrom(parser, start) };
  },
  print: (stage, style) =>
    joinParts(printAggregations(stage.aggregations, style.isExplicit), printKeys('BY', stage.by)),
  shape: (stage, before) => withFields(before, ...stage.aggregations.map(columnName)),
};
