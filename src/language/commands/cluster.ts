import { BOOLEAN, choice, decimal, FIELD, NEW_FIELD } from '../parser/option-kinds.ts';
import {
  describeOptions,
  finishOptions,
  printOptions,
  startOptions,
  takeOptions,
  type OptionTable,
} from '../parser/options.ts';
import { spanFrom } from '../parser/state.ts';
import { withFields } from '../shape/shape.ts';
import type { ClusterStage } from '../tree/statistics-stages.ts';
import type { Command } from './definition.ts';

const OPTIONS: OptionTable<ClusterStage['options']> = {
  field: { kind: FIELD, default: '_raw', summary: 'Field to analyze.' },
  t: {
    kind: decimal(0, 1),
    default: 0.8,
    summary: 'Similarity threshold, from 0 to 1. Higher values create more and smaller groups.',
  },
  match: {
    kind: choice('termlist', 'termset', 'ngramset'),
    default: 'termlist',
    summary: 'Accepted for compatibility. Similarity is always based on the terms in order.',
  },
  showcount: { kind: BOOLEAN, default: false, summary: 'Adds the number of events in the group.' },
  labelonly: {
    kind: BOOLEAN,
    default: false,
    summary: 'Keeps all events and adds the group number to each.',
  },
  countfield: { kind: NEW_FIELD, default: 'cluster_count', summary: 'Field for the group size.' },
  labelfield: { kind: NEW_FIELD, default: 'cluster_label', summary: 'Field for the group number.' },
};

export const clusterCommand: Command<ClusterStage> = {
  name: 'cluster',
  category: 'Patterns',
  summary: 'Groups similar events and returns one event per group. See also `patterns`.',
  syntax: 'cluster [t=<number>] [field=<field>] [showcount=<boolean>] [labelonly=<boolean>] …',
  options: describeOptions(OPTIONS),
  read: (parser, start) => {
    const options = startOptions(OPTIONS);
    takeOptions(parser, options);
    return { kind: 'cluster', options: finishOptions(options), ...spanFrom(parser, start) };
  },
  print: (stage) => printOptions(OPTIONS, stage.options),
  shape: (stage, before) => {
    const { showcount, countfield, labelfield } = stage.options;
    return withFields(before, labelfield, ...(showcount ? [countfield] : []));
  },
};
