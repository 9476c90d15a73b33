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
import { fields, nameOf, TimeZone, named } from './schema.ts';

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
    description: 'What is chosen at first; none stands for all, or for the first option.',
  }),
);
const MULTIPLE = Type.Optional(Type.Boolean({ default: false }));
const ALL = Type.Optional(Type.Boolean({ default: true }));

const TextVariable = named(
  'TextVariable',
  fields({
    name: VariableName,
    type: Type.Literal('text'),
    label: Label,
    wildcards: Type.Optional(
      Type.Boolean({ default: false, description: 'Whether a star stands for any text.' }),
    ),
    default: Type.Optional(keepable(limits.textValueCharactersMax, { default: '' })),
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
        label: Type.Optional(keepable(limits.titleCharactersMax, { default: '' })),
      }),
      { minItems: 1, maxItems: limits.listOptionsMax },
    ),
    multiple: MULTIPLE,
    all: ALL,
    use: Type.Optional(
      Type.Enum(['value', 'field'], {
        default: 'value',
        description: 'Whether it stands for a value or for the name of a field.',
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
        'Gives the options, in columns `value` and `label`, or in its first column. It may use variables above it.',
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
    default: Type.Optional(Type.Enum([...INTERVALS], { default: 'auto' })),
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
    source: Type.Enum([...ANNOTATION_SOURCES]),
    query: Type.Optional(Type.Union([QueryText, Type.Null()], { default: null })),
    color: Type.Optional(Type.Integer({ minimum: 1, maximum: TONE_MAX, default: 1 })),
  },
  {
    description:
      'Marks on charts over time. Rows of a query: `_time`, and optionally `end`, `text` and `level`.',
  },
);

const DashboardKey = Type.String({
  pattern: '^[a-z0-9-]{1,64}$',
  description: 'Its identity in version control, unique in the organization.',
});

export const DashboardDefinition = fields(
  {
    schema: Type.Literal(DEFINITION_SCHEMA),
    key: Type.Optional(Type.Union([DashboardKey, Type.Null()], { default: null })),
    name: nameOf(limits.nameCharactersMax),
    description: Type.Optional(keepable(limits.descriptionCharactersMax, { default: '' })),
    tags: Type.Optional(
      Type.Array(nameOf(limits.tagCharactersMax), {
        default: [],
        maxItems: limits.tagsMax,
        uniqueItems: true,
      }),
    ),
    time: Type.Optional(
      fields(
        {
          earliest: Type.Optional(Type.Unsafe<string>({ ...TimeText, default: '-24h' })),
          latest: Type.Optional(Type.Unsafe<string>({ ...TimeText, default: 'now' })),
        },
        { default: {} },
      ),
    ),
    timeZone: Type.Optional(
      Type.Union([TimeZone, Type.Null()], {
        default: null,
        description: 'IANA name; null takes the one of the organization.',
      }),
    ),
    refreshSeconds: Type.Optional(
      Type.Unsafe<(typeof REFRESH_SECONDS)[number] | null>(
        Type.Union([...REFRESH_SECONDS.map((seconds) => Type.Literal(seconds)), Type.Null()], {
          default: null,
        }),
      ),
    ),
    variables: Type.Optional(
      Type.Array(DashboardVariable, { default: [], maxItems: limits.variablesMax }),
    ),
    searches: Type.Optional(
      Type.Array(SharedSearch, { default: [], maxItems: limits.searchesMax }),
    ),
    annotations: Type.Optional(
      Type.Array(Annotation, { default: [], maxItems: limits.annotationsMax }),
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
      { additionalProperties: true, description: 'The definition, without what has its default.' },
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
