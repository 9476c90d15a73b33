/** A random stage of every kind, as the parser would make it. */
import { LIMITS } from '../../../src/spec/limits.ts';
import { checkRegex } from '../../../src/language/index.ts';
import type { LookupField, RexAction, SortKey } from '../../../src/language/index.ts';
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
  valueExpression,
} from './generate-parts.ts';
import { aligntime, flag, maybe, relative, type Makers } from './generate-rules.ts';
import { COMBINING, STATISTICS } from './generate-statistics.ts';

const sortKeys = (random: SeededRandom, min: number): SortKey[] =>
  list(random, min, 3, () => ({
    kind: 'sortKey',
    field: field(random),
    descending: flag(random),
    compare: random.pick(['auto', 'num', 'str', 'ip']),
    ...AT,
  }));

/** Columns of a table that tests can have, by the name `teams`. */
export const LOOKUP_COLUMNS = ['host', 'status', 'größe', 'with space', 'by'] as const;

const lookupFields = (random: SeededRandom, min: number): LookupField[] =>
  list(random, min, 3, () => ({
    kind: 'lookupField',
    column: random.chance(0.6) ? random.pick(LOOKUP_COLUMNS) : name(random),
    field: name(random),
    ...AT,
  }));

/** Mostly the one that the tests have. */
const lookupTable = (random: SeededRandom): string => (random.chance(0.6) ? 'teams' : 'hosts-2');

const REGEXES = [
  'user=(?<user>\\w+)',
  '(?<a>"[^"]+")\\|(?<b>\\S+)',
  '^(?P<first>.*?)\\\\(?<rest>.+)$',
] as const;

const EXTRACTS: Makers['rex'] = ({ random }) => {
  const regex = random.pick(REGEXES);
  const options = {
    field: name(random),
    max_match: random.integer(0, 3),
    offset_field: maybe(random, () => name(random)),
  };
  return {
    kind: 'rex',
    action: { kind: 'extract', regex, groups: checkRegex(regex).names },
    options,
    ...AT,
  };
};

const REWRITES: Makers['rex'] = ({ random }) => ({
  kind: 'rex',
  action: random.pick<RexAction>([
    { kind: 'substitute', regex: 'a/b\\d', replacement: '\\1/', flags: 'g' },
    { kind: 'substitute', regex: '"\\\\"', replacement: '', flags: '' },
    { kind: 'transliterate', from: 'a/b', to: 'xyz' },
  ]),
  options: { field: name(random), max_match: 1, offset_field: undefined },
  ...AT,
});

const EVENTS = {
  search: ({ random, isFirst, hasText }) => ({
    kind: 'search',
    expression: search(random, { depth: 3, hasText: isFirst || hasText }),
    earliest: isFirst ? maybe(random, () => relative(random)) : undefined,
    latest: isFirst ? maybe(random, () => relative(random)) : undefined,
    indexEarliest: isFirst ? maybe(random, () => relative(random)) : undefined,
    indexLatest: isFirst ? maybe(random, () => relative(random)) : undefined,
    ...AT,
  }),
  where: ({ random }) => ({ kind: 'where', condition: condition(random, 4), ...AT }),
  regex: ({ random }) => ({
    kind: 'regex',
    field: field(random),
    negated: flag(random),
    regex: random.pick(['^a|b$', 'x"y', '\\\\', '\\|']),
    ...AT,
  }),
  head: ({ random }) => {
    const test = maybe(random, () => condition(random, 2));
    const options = { null: flag(random), keeplast: flag(random) };
    const count = test === undefined ? random.integer(0, 99) : undefined;
    return { kind: 'head', count, condition: test, options, ...AT };
  },
  tail: ({ random }) => ({ kind: 'tail', count: random.integer(1, 99), ...AT }),
  reverse: () => ({ kind: 'reverse', ...AT }),
  addinfo: () => ({ kind: 'addinfo', ...AT }),
  foreach: ({ random }) => ({
    kind: 'foreach',
    fields: list(random, 1, 3, () => fieldPattern(random)),
    template: random.pick(["eval x='<<FIELD>>'", 'fillnull value=0 "<<FIELD>>"']),
    ...AT,
  }),
  map: ({ random }) => ({
    kind: 'map',
    template: random.pick(['search a=$a$ "$b$"', '| makeresults | eval x="$a$"']),
    options: { maxsearches: random.integer(1, 10) },
    ...AT,
  }),
  sort: ({ random }) => ({
    kind: 'sort',
    count: maybe(random, () => random.integer(0, 500)),
    keys: sortKeys(random, 1),
    ...AT,
  }),
  dedup: ({ random }) => ({
    kind: 'dedup',
    count: random.integer(1, 4),
    fields: fields(random, 1, 3),
    sortby: sortKeys(random, 0),
    options: { keepevents: flag(random), keepempty: flag(random), consecutive: flag(random) },
    ...AT,
  }),
  fields: ({ random }) => ({
    kind: 'fields',
    mode: random.pick(['keep', 'remove']),
    fields: list(random, 1, 4, () => fieldPattern(random)),
    ...AT,
  }),
  table: ({ random }) => ({
    kind: 'table',
    fields: list(random, 1, 4, () => fieldPattern(random)),
    ...AT,
  }),
  rename: ({ random }) => ({
    kind: 'rename',
    renamings: list(random, 1, 3, () => {
      const pieces = random.pick([1, 2]);
      return {
        kind: 'renaming',
        from: pattern(random, pieces),
        to: pattern(random, pieces),
        ...AT,
      };
    }),
    ...AT,
  }),
  eval: ({ random }) => ({
    kind: 'eval',
    assignments: list(random, 1, 3, () => ({
      kind: 'assignment',
      field: field(random),
      value: valueExpression(random, 4),
      ...AT,
    })),
    ...AT,
  }),
  rex: (rules) => (flag(rules.random) ? EXTRACTS(rules) : REWRITES(rules)),
  bin: ({ random }) => ({
    kind: 'bin',
    field: field(random),
    as: maybe(random, () => field(random)),
    options: {
      span: maybe(random, () => span(random)),
      bins: random.integer(2, 200),
      minspan: maybe(random, () => span(random)),
      start: maybe(random, () => random.pick([0, -5, 2.5])),
      end: maybe(random, () => random.integer(1, 9)),
      aligntime: aligntime(random),
    },
    ...AT,
  }),
  fillnull: ({ random }) => ({
    kind: 'fillnull',
    fields: list(random, 0, 3, () => fieldPattern(random)),
    options: { value: text(random) },
    ...AT,
  }),
  filldown: ({ random }) => ({
    kind: 'filldown',
    fields: list(random, 0, 3, () => fieldPattern(random)),
    ...AT,
  }),
  replace: ({ random }) => ({
    kind: 'replace',
    rules: list(random, 1, 3, () => {
      const from = pattern(random);
      return { from, to: flag(random) ? pattern(random, from.length) : ([text(random)] as const) };
    }),
    fields: list(random, 0, 2, () => fieldPattern(random)),
    ...AT,
  }),
  convert: ({ random }) => ({
    kind: 'convert',
    conversions: list(random, 1, 3, () => {
      const from = fieldPattern(random);
      const as = maybe(random, () => pattern(random, from.pattern.length));
      return { function: random.pick(['ctime', 'num', 'none']), fields: from, as };
    }),
    options: { timeformat: random.pick(['%Y', '%m/%d/%Y %H:%M:%S', text(random)]) },
    ...AT,
  }),
  rangemap: ({ random }) => ({
    kind: 'rangemap',
    field: field(random),
    ranges: list(random, 1, 3, () => ({
      name: random.pick(['low', 'high', 'very-high']),
      low: random.pick([-5, 0, 1.5]),
      high: random.pick([2, 100]),
    })),
    default: text(random),
    ...AT,
  }),
  spath: ({ random }) => ({
    kind: 'spath',
    path: maybe(random, () => random.pick(['a.b{0}.c', 'a{}', 'x y'])),
    options: { input: name(random), output: maybe(random, () => name(random)) },
    ...AT,
  }),
  extract: ({ random }) => ({
    kind: 'extract',
    options: {
      pairdelim: maybe(random, () => random.pick([' ', ';,', '|]'])),
      kvdelim: random.pick(['=', ':^-']),
    },
    ...AT,
  }),
  xmlkv: ({ random }) => ({ kind: 'xmlkv', input: name(random), ...AT }),
  makemv: ({ random }) => ({
    kind: 'makemv',
    field: field(random),
    options: {
      delim: text(random),
      tokenizer: maybe(random, () => random.pick(['(\\w+)', '([^,"]+)'])),
      allowempty: flag(random),
    },
    ...AT,
  }),
  mvexpand: ({ random }) => ({
    kind: 'mvexpand',
    field: field(random),
    options: { limit: random.integer(0, 5) },
    ...AT,
  }),
  mvcombine: ({ random }) => ({
    kind: 'mvcombine',
    field: field(random),
    options: { delim: text(random) },
    ...AT,
  }),
  nomv: ({ random }) => ({ kind: 'nomv', field: field(random), ...AT }),
  accum: ({ random }) => ({
    kind: 'accum',
    field: field(random),
    as: maybe(random, () => field(random)),
    ...AT,
  }),
  delta: ({ random }) => ({
    kind: 'delta',
    field: field(random),
    as: maybe(random, () => field(random)),
    options: { p: random.integer(1, 9) },
    ...AT,
  }),
} satisfies Partial<Makers>;

const TABLES = {
  lookup: ({ random }) => {
    const outputs = lookupFields(random, 0);
    const mode = outputs.length === 0 ? 'overwrite' : random.pick(['overwrite', 'fill']);
    return {
      kind: 'lookup',
      table: lookupTable(random),
      keys: lookupFields(random, 1),
      mode,
      outputs,
      ...AT,
    };
  },
  inputlookup: ({ random, isFirst }) => ({
    kind: 'inputlookup',
    table: lookupTable(random),
    where: maybe(random, () => search(random, { depth: 2, hasText: false })),
    options: {
      append: isFirst ? flag(random) : true,
      start: random.integer(0, 3),
      max: maybe(random, () => random.integer(1, LIMITS.query.groupsMax)),
    },
    ...AT,
  }),
  outputlookup: ({ random }) => ({
    kind: 'outputlookup',
    table: lookupTable(random),
    options: {
      append: flag(random),
      override_if_empty: flag(random),
      key_field: maybe(random, () => name(random)),
    },
    ...AT,
  }),
  iplocation: ({ random }) => ({
    kind: 'iplocation',
    field: field(random),
    options: {
      prefix: random.pick(['', 'src_']),
      allfields: flag(random),
      lang: random.pick(['en', 'de']),
    },
    ...AT,
  }),
  collect: ({ random }) => ({
    kind: 'collect',
    index: random.pick(['summary', 'web']),
    options: {
      marker: maybe(random, () => text(random)),
      source: maybe(random, () => text(random)),
      sourcetype: random.pick(['stash', 'daily']),
      host: maybe(random, () => text(random)),
      testmode: flag(random),
    },
    ...AT,
  }),
  makeresults: ({ random }) => {
    const data = maybe(random, () => text(random));
    const format = data === undefined ? undefined : random.pick(['csv', 'json']);
    const count = random.integer(1, LIMITS.query.madeRowsMax);
    return { kind: 'makeresults', options: { count, annotate: flag(random), format, data }, ...AT };
  },
  savedsearch: ({ random }) => ({ kind: 'savedsearch', name: name(random), ...AT }),
  datamodel: ({ random }) => ({
    kind: 'datamodel',
    from: { kind: 'model', model: 'Web', dataset: 'Proxy', ...AT },
    hasPrefix: flag(random),
    ...AT,
  }),
  format: ({ random }) => ({
    kind: 'format',
    options: { maxresults: random.integer(1, LIMITS.query.subsearchRowsMax) },
    ...AT,
  }),
  return: ({ random }) => ({
    kind: 'return',
    count: random.integer(1, 5),
    fields: list(random, 1, 3, () =>
      random.chance(0.3)
        ? { field: { kind: 'field', name: 'user.id', ...AT }, as: undefined, valueOnly: true }
        : {
            field: field(random),
            as: maybe(random, () => random.pick(['ip', 'x.y'])),
            valueOnly: false,
          },
    ),
    ...AT,
  }),
} satisfies Partial<Makers>;

export const STAGES: Makers = { ...EVENTS, ...TABLES, ...STATISTICS, ...COMBINING };
