/** Random stages that compute over many rows. */
import { LIMITS } from '../../../src/spec/limits.ts';
import type {
  Aggregation,
  GroupKey,
  SeriesFilter,
  SplitOptions,
  TopOptions,
} from '../../../src/language/index.ts';
import type { SeededRandom } from '../seeded-random.ts';
import {
  AT,
  condition,
  field,
  fieldPattern,
  fields,
  list,
  name,
  pattern,
  search,
  span,
  text,
  timeSpan,
  valueExpression,
} from './generate-parts.ts';
import { aligntime, flag, maybe, relative, type Makers } from './generate-rules.ts';

function aggregation(random: SeededRandom): Aggregation {
  const [named, spelling, percentile] = random.pick<readonly [string, string, number | undefined]>([
    ['count', 'count', undefined],
    ['count', 'c', undefined],
    ['dc', 'distinct_count', undefined],
    ['avg', 'mean', undefined],
    ['perc', 'p95', 95],
    ['perc', 'perc99.9', 99.9],
    ['exactperc', 'exactperc50', 50],
    ['values', 'values', undefined],
    ['latest', 'latest', undefined],
  ]);
  const isCount = named === 'count';
  const kind = random.pick(isCount ? ['none', 'field', 'eval'] : ['field', 'field', 'eval']);
  const argument = {
    none: () => undefined,
    field: () => fieldPattern(random),
    eval: () => {
      const expression =
        isCount && flag(random) ? condition(random, 1) : valueExpression(random, 1);
      return { kind: 'eval', expression, ...AT } as const;
    },
  }[kind]();
  const pieces = argument?.kind === 'fields' ? argument.pattern.length : 1;
  const as = maybe(random, () => pattern(random, pieces));
  return { kind: 'aggregation', function: named, spelling, percentile, argument, as, ...AT };
}

/** Columns with different names; a long random suffix keeps them apart. */
function aggregations(random: SeededRandom): Aggregation[] {
  return list(random, 1, 3, () => aggregation(random)).map((each, position) => {
    const { argument } = each;
    if (argument?.kind === 'fields' && argument.pattern.length > 1) {
      const [first, ...rest] = pattern(random, argument.pattern.length);
      return { ...each, as: [`${first}c${position}`, ...rest] };
    }
    return { ...each, as: [`c${position} ${random.integer(0, 99)}`] };
  });
}

function oneAggregation(random: SeededRandom): Aggregation[] {
  return flag(random) ? aggregations(random) : [aggregation(random)];
}

const keys = (random: SeededRandom, min: number, isSpanned: boolean): GroupKey[] =>
  fields(random, min, 3).map((each) => ({
    kind: 'key',
    field: { ...each, name: `k ${each.name}` },
    span: isSpanned ? maybe(random, () => span(random)) : undefined,
    ...AT,
  }));

const key = (random: SeededRandom): GroupKey => ({
  kind: 'key',
  field: { ...field(random), name: `${random.pick(['k', 'key '])}${name(random)}` },
  span: undefined,
  ...AT,
});

const splitOptions = (random: SeededRandom): SplitOptions => ({
  limit: { count: random.integer(0, 12), end: random.pick(['top', 'bottom']) },
  useother: flag(random),
  usenull: flag(random),
  otherstr: text(random),
  nullstr: text(random),
});

const seriesFilter = (random: SeededRandom): SeriesFilter =>
  flag(random)
    ? {
        kind: 'rank',
        aggregate: random.pick(['sum', 'max']),
        keep: flag(random),
        end: random.pick(['top', 'bottom']),
        count: random.integer(1, 20),
      }
    : {
        kind: 'threshold',
        aggregate: random.pick(['min', 'avg', 'count']),
        operator: random.pick(['<', '>']),
        value: random.pick([0, 10, 2.5, -3]),
      };

const topOptions = (random: SeededRandom): TopOptions => ({
  limit: random.integer(0, 30),
  // Apart from the fields, which keep their columns.
  countfield: `c ${name(random)}`,
  percentfield: `p ${name(random)}`,
  showcount: flag(random),
  showperc: flag(random),
  useother: flag(random),
  otherstr: text(random),
});

function topParts(random: SeededRandom) {
  const all = fields(random, 2, 4);
  const split = random.integer(1, all.length);
  return { fields: all.slice(0, split), by: all.slice(split), options: topOptions(random) };
}

export const STATISTICS = {
  stats: ({ random }) => ({
    kind: 'stats',
    aggregations: oneAggregation(random),
    by: keys(random, 0, true),
    ...AT,
  }),
  eventstats: ({ random }) => ({
    kind: 'eventstats',
    aggregations: oneAggregation(random),
    by: keys(random, 0, false),
    ...AT,
  }),
  streamstats: ({ random }) => ({
    kind: 'streamstats',
    aggregations: oneAggregation(random),
    by: keys(random, 0, false),
    options: {
      current: flag(random),
      window: random.integer(0, 20),
      global: flag(random),
      time_window: maybe(random, () => timeSpan(random)),
      reset_on_change: flag(random),
    },
    ...AT,
  }),
  timechart: ({ random }) => {
    const split = maybe(random, () => key(random));
    return {
      kind: 'timechart',
      aggregations: oneAggregation(random).map((each) =>
        each.as?.length === 1 && each.as[0] === '_time' ? { ...each, as: ['t'] as const } : each,
      ),
      split,
      series: split && maybe(random, () => seriesFilter(random)),
      options: {
        span: maybe(random, () => timeSpan(random)),
        bins: random.integer(1, 300),
        minspan: maybe(random, () => timeSpan(random)),
        ...splitOptions(random),
        cont: flag(random),
        partial: flag(random),
        fixedrange: flag(random),
        aligntime: aligntime(random),
        sep: text(random),
      },
      ...AT,
    };
  },
  chart: ({ random }) => {
    const over = maybe(random, () => key(random));
    const split =
      over &&
      maybe(random, () => ({
        ...key(random),
        field: { kind: 'field', name: 'split', ...AT } as const,
      }));
    return {
      kind: 'chart',
      aggregations: oneAggregation(random),
      over,
      split,
      series: split && maybe(random, () => seriesFilter(random)),
      options: {
        span: maybe(random, () => span(random)),
        bins: random.integer(0, 300),
        ...splitOptions(random),
        cont: flag(random),
        sep: text(random),
      },
      ...AT,
    };
  },
  top: ({ random }) => ({ kind: 'top', ...topParts(random), ...AT }),
  rare: ({ random }) => ({ kind: 'rare', ...topParts(random), ...AT }),
  addtotals: ({ random }) => ({
    kind: 'addtotals',
    fields: list(random, 0, 2, () => fieldPattern(random)),
    options: {
      row: flag(random),
      col: flag(random),
      fieldname: name(random),
      labelfield: maybe(random, () => name(random)),
      label: text(random),
    },
    ...AT,
  }),
  addcoltotals: ({ random }) => ({
    kind: 'addcoltotals',
    fields: list(random, 0, 2, () => fieldPattern(random)),
    options: { labelfield: maybe(random, () => name(random)), label: text(random) },
    ...AT,
  }),
  patterns: ({ random }) => ({
    kind: 'patterns',
    options: {
      field: name(random),
      limit: random.integer(1, 1000),
      similarity: random.pick([0, 0.4, 1]),
    },
    ...AT,
  }),
  cluster: ({ random }) => ({
    kind: 'cluster',
    options: {
      field: name(random),
      t: random.pick([0.1, 0.8, 1]),
      match: random.pick(['termlist', 'termset', 'ngramset']),
      showcount: flag(random),
      labelonly: flag(random),
      countfield: name(random),
      labelfield: name(random),
    },
    ...AT,
  }),
  transpose: ({ random }) => ({
    kind: 'transpose',
    count: random.integer(0, 20),
    options: {
      column_name: name(random),
      header_field: random.chance(0.5) ? name(random) : undefined,
      include_empty: flag(random),
    },
    ...AT,
  }),
  untable: ({ random }) => ({
    kind: 'untable',
    row: field(random),
    name: field(random),
    value: field(random),
    ...AT,
  }),
  xyseries: ({ random }) => ({
    kind: 'xyseries',
    row: field(random),
    name: field(random),
    values: list(random, 1, 2, () => field(random)),
    options: { sep: text(random) },
    ...AT,
  }),
} satisfies Partial<Makers>;

export const COMBINING = {
  tstats: ({ random }) => ({
    kind: 'tstats',
    aggregations: oneAggregation(random),
    where: search(random, { depth: 2, hasText: true }),
    earliest: maybe(random, () => relative(random)),
    latest: maybe(random, () => relative(random)),
    indexEarliest: maybe(random, () => relative(random)),
    indexLatest: maybe(random, () => relative(random)),
    by: keys(random, 0, true),
    ...(flag(random) ? { from: { kind: 'model', model: 'Web', dataset: undefined, ...AT } } : {}),
    ...(flag(random) ? { fillnullValue: text(random) } : {}),
    ...AT,
  }),
  transaction: ({ random, hasText }) => ({
    kind: 'transaction',
    fields: fields(random, 1, 2),
    options: {
      maxspan: maybe(random, () => timeSpan(random)),
      maxpause: maybe(random, () => timeSpan(random)),
      maxevents: random.integer(1, LIMITS.query.transactionEventsMax),
      startswith: maybe(random, () => ({
        kind: 'search' as const,
        expression: search(random, { depth: 2, hasText }),
      })),
      endswith: maybe(random, () => ({
        kind: 'eval' as const,
        expression: condition(random, 2),
      })),
      keepevicted: flag(random),
      mvlist: flag(random),
    },
    ...AT,
  }),
  appendpipe: ({ random }) => ({
    kind: 'appendpipe',
    query: {
      kind: 'query',
      stages: [{ kind: 'stats', aggregations: oneAggregation(random), by: [], ...AT }],
      ...AT,
    },
    ...AT,
  }),
  join: ({ random, subsearch }) => ({
    kind: 'join',
    fields: fields(random, 0, 2),
    query: subsearch(),
    options: {
      type: random.pick(['inner', 'left']),
      max: random.integer(0, 5),
      overwrite: flag(random),
    },
    ...AT,
  }),
  append: ({ random, subsearch }) => ({
    kind: 'append',
    query: subsearch(),
    options: { maxout: random.integer(1, LIMITS.query.joinRowsMax) },
    ...AT,
  }),
  appendcols: ({ random, subsearch }) => ({
    kind: 'appendcols',
    query: subsearch(),
    options: { maxout: random.integer(1, LIMITS.query.joinRowsMax), override: flag(random) },
    ...AT,
  }),
} satisfies Partial<Makers>;
