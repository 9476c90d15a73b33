/** What a dashboard is: its panels, variables, shared searches and annotations, in the form that lives in git. */
import { type Static, Type } from 'typebox';
import {
  ANNOTATION_SOURCES,
  DEFINITION_SCHEMA,
  INTERVALS,
  REFRESH_SECONDS,
  TONE_MAX,
} from '../spec/dashboards.ts';
import { LIMITS } from '../spec/limits.ts';
import { DashboardPanel, ElementId, keepable, QueryText, TimeText } from './dashboard-panels.ts';
import { described, fields, nameOf, TimeZone, named } from './schema.ts';

const limits = LIMITS.dashboards;

const VariableName = Type.String({
  pattern: '^[a-z][a-z0-9_]{0,31}$',
  description: 'A lower-case letter, then letters, digits and underscores; written `$name$`.',
});
const Label = Type.Optional(keepable(limits.titleCharactersMax, { default: '' }));
const ChosenValues = Type.Optional(
  Type.Array(keepable(limits.valueCharactersMax), {
    default: [],
    maxItems: limits.valuesMax,
    uniqueItems: true,
    description: 'Default selection. Empty: all, or the first option.',
  }),
);
const MULTIPLE = Type.Optional(
  Type.Boolean({ default: false, description: 'Whether several values can be selected.' }),
);
const ALL = Type.Optional(
  Type.Boolean({
    default: true,
    description: 'Whether all values can be selected with one choice.',
  }),
);

const TextVariable = named(
  'TextVariable',
  fields({
    name: VariableName,
    type: Type.Literal('text'),
    label: Label,
    wildcards: Type.Optional(
      Type.Boolean({ default: false, description: 'Whether `*` matches any text.' }),
    ),
    default: Type.Optional(
      described(
        keepable(limits.textValueCharactersMax, { default: '' }),
        'Text used when nothing is entered.',
      ),
    ),
  }),
);

const ListVariable = named(
  'ListVariable',
  fields({
    name: VariableName,
    type: Type.Literal('list'),
    label: Label,
    options: Type.Array(
      fields({
        value: keepable(limits.valueCharactersMax),
        label: Type.Optional(
          described(
            keepable(limits.titleCharactersMax, { default: '' }),
            'Text shown for the value. Default: the value itself.',
          ),
        ),
      }),
      { minItems: 1, maxItems: limits.listOptionsMax, description: 'Values to choose from.' },
    ),
    multiple: MULTIPLE,
    all: ALL,
    use: Type.Optional(
      Type.Enum(['value', 'field'], {
        default: 'value',
        description: 'Whether the variable inserts a value or a field name.',
      }),
    ),
    default: ChosenValues,
  }),
);

const QueryVariable = named(
  'QueryVariable',
  fields({
    name: VariableName,
    type: Type.Literal('query'),
    label: Label,
    query: Type.Unsafe<string>({
      ...QueryText,
      description:
        'Returns the options in the columns `value` and `label`, or in the first column. Can use variables listed before this one.',
    }),
    multiple: MULTIPLE,
    all: ALL,
    default: ChosenValues,
  }),
);

const IntervalVariable = named(
  'IntervalVariable',
  fields({
    name: VariableName,
    type: Type.Literal('interval'),
    label: Label,
    default: Type.Optional(
      Type.Enum([...INTERVALS], {
        default: 'auto',
        description: 'Selected interval. `auto` follows the time range.',
      }),
    ),
  }),
);

const DashboardVariable = Type.Union(
  [TextVariable, ListVariable, QueryVariable, IntervalVariable],
  { title: 'DashboardVariable' },
);

const SharedSearch = named('SharedSearch', fields({ id: ElementId, query: QueryText }));

const Annotation = fields(
  {
    name: nameOf(limits.titleCharactersMax),
    source: Type.Enum([...ANNOTATION_SOURCES], { description: 'Where the annotations come from.' }),
    query: Type.Optional(
      Type.Union([QueryText, Type.Null()], {
        default: null,
        description: 'Query whose events become annotations, for the source `query`.',
      }),
    ),
    color: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: TONE_MAX,
        default: 1,
        description: 'Index into the color palette.',
      }),
    ),
  },
  {
    description:
      'Marks on charts over time. Rows of a query: `_time`, and optionally `end`, `text` and `level`.',
  },
);

const DashboardKey = Type.String({
  pattern: '^[a-z0-9-]{1,64}$',
  description: 'Stable identifier for version control, unique in the organization.',
});

export const DashboardDefinition = fields(
  {
    schema: Type.Literal(DEFINITION_SCHEMA, { description: 'Version of the definition format.' }),
    key: Type.Optional(
      Type.Union([DashboardKey, Type.Null()], {
        default: null,
        description: 'Readable identifier, unique in the organization. Used in URLs and links.',
      }),
    ),
    name: nameOf(limits.nameCharactersMax),
    description: Type.Optional(keepable(limits.descriptionCharactersMax, { default: '' })),
    tags: Type.Optional(
      Type.Array(nameOf(limits.tagCharactersMax), {
        default: [],
        maxItems: limits.tagsMax,
        uniqueItems: true,
        description: 'Labels to filter dashboards by.',
      }),
    ),
    time: Type.Optional(
      fields(
        {
          earliest: Type.Optional(
            Type.Unsafe<string>({
              ...TimeText,
              default: '-24h',
              description: 'Start of the default time range.',
            }),
          ),
          latest: Type.Optional(
            Type.Unsafe<string>({
              ...TimeText,
              default: 'now',
              description: 'End of the default time range, exclusive.',
            }),
          ),
        },
        { default: {}, description: 'Default time range.' },
      ),
    ),
    timeZone: Type.Optional(
      Type.Union([TimeZone, Type.Null()], {
        default: null,
        description: 'IANA time zone. Null: the time zone of the organization.',
      }),
    ),
    refreshSeconds: Type.Optional(
      Type.Unsafe<(typeof REFRESH_SECONDS)[number] | null>({
        ...Type.Union([...REFRESH_SECONDS.map((seconds) => Type.Literal(seconds)), Type.Null()], {
          default: null,
        }),
        description: 'Auto-refresh interval in seconds. Null: off.',
      }),
    ),
    variables: Type.Optional(
      Type.Array(DashboardVariable, {
        default: [],
        maxItems: limits.variablesMax,
        description: 'Variables that people can set above the panels.',
      }),
    ),
    searches: Type.Optional(
      Type.Array(SharedSearch, {
        default: [],
        maxItems: limits.searchesMax,
        description: 'Searches that several panels share.',
      }),
    ),
    annotations: Type.Optional(
      Type.Array(Annotation, {
        default: [],
        maxItems: limits.annotationsMax,
        description: 'Events to mark in the charts.',
      }),
    ),
    panels: Type.Optional(Type.Array(DashboardPanel, { default: [], maxItems: limits.panelsMax })),
  },
  { title: 'DashboardDefinition' },
);
/** As people write it: whatever has its default may be left out. */
export type DashboardDefinition = Static<typeof DashboardDefinition>;

/** Written as it is kept: a serializer that knew the defaults would fill them in. */
export const KeptDefinition = named(
  'KeptDefinition',
  Type.Unsafe<DashboardDefinition>(
    Type.Object(
      {},
      {
        additionalProperties: true,
        description: 'The definition, without fields that have their default value.',
      },
    ),
  ),
);

export const definitionExample: DashboardDefinition = {
  schema: 1,
  key: 'checkout',
  name: 'Checkout',
  variables: [{ name: 'region', type: 'query', query: 'index=web | top region' }],
  searches: [{ id: 'web', query: 'index=web region=$region$ | stats count BY status, path' }],
  panels: [
    {
      id: 'failed',
      kind: 'value',
      title: 'Failed',
      x: 0,
      y: 0,
      w: 6,
      h: 5,
      search: 'web',
      // oxlint-disable-next-line unicorn/no-thenable -- A field of the wire.
      then: 'where status>=500 | stats sum(count) AS failed',
      thresholds: [{ from: 10, state: 'critical' }],
    },
  ],
};
