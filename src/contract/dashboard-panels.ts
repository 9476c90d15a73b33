/** The panels of a dashboard: one schema for each of the eleven kinds. Defaults stand beside the fields they fill. */
import { type Static, type TProperties, Type } from 'typebox';
import { COMPARISONS_OF_VALUES, GRID_COLUMNS, THRESHOLD_STATES } from '../spec/dashboards.ts';
import { LIMITS } from '../spec/limits.ts';
import { fields, named } from './schema.ts';

const limits = LIMITS.dashboards;

/** Any text but what no store keeps: NUL and half characters. */
const KEEPABLE = '^[^\\u0000\\ud800-\\udfff]*$';

export function keepable(maxLength: number, options: object = {}) {
  return Type.String({ maxLength, pattern: KEEPABLE, ...options });
}

/** Null, which is also the default, or something else. */
export const QueryText = keepable(LIMITS.query.textCharactersMax, {
  minLength: 1,
  description: 'A query. `$name$` stands for a variable of the dashboard.',
});
export const TimeText = keepable(64, {
  minLength: 1,
  description: 'A time of the query language, e.g. `-24h`, `-1d@d`, `now` or ISO 8601.',
});
export const ElementId = Type.String({
  pattern: '^[a-z0-9]{1,16}$',
  description: 'Lower-case letters and digits, at most 16.',
});

const Unit = Type.Optional(
  keepable(limits.unitCharactersMax, {
    default: 'none',
    description: '`none`, `%`, `ms`, `s`, `bytes`, `/s`, or a text of your own behind the number.',
  }),
);
const ColumnName = keepable(LIMITS.events.attributeKeyCharactersMax, { minLength: 1 });

const PanelTime = named(
  'PanelTime',
  fields({
    earliest: TimeText,
    latest: Type.Optional(keepable(64, { minLength: 1, default: 'now' })),
  }),
);

const Threshold = fields({ from: Type.Number(), state: Type.Enum([...THRESHOLD_STATES]) });

const DashboardLink = fields({
  dashboard: Type.String({
    pattern: '^(dsh_[0-9A-Za-z]{1,32}|[a-z0-9-]{1,64})$',
    description: 'Id or key of another dashboard.',
  }),
  variables: Type.Optional(
    Type.Record(
      Type.String({ pattern: '^[a-z][a-z0-9_]{0,31}$' }),
      keepable(limits.valueCharactersMax),
      {
        default: {},
        maxProperties: limits.variablesMax,
        description: 'Its variables; `{column}` stands for what was clicked.',
      },
    ),
  ),
});
const AddressLink = named(
  'AddressLink',
  fields({
    url: keepable(limits.linkCharactersMax, {
      pattern: '^https://[^\\s\\u0000-\\u001f\\ud800-\\udfff]+$',
      description: 'An https address; `{column}` and `$variable$` are replaced, encoded.',
    }),
  }),
);

/** Where a panel stands, in columns and rows. */
const PLACE = {
  x: Type.Integer({ minimum: 0, maximum: GRID_COLUMNS - 1 }),
  y: Type.Integer({ minimum: 0, maximum: limits.rowMax }),
  w: Type.Integer({ minimum: limits.widthMin, maximum: GRID_COLUMNS }),
  h: Type.Integer({ minimum: limits.heightMin, maximum: limits.heightMax }),
};

const TITLES = {
  title: Type.Optional(keepable(limits.titleCharactersMax, { default: '' })),
  description: Type.Optional(keepable(limits.descriptionCharactersMax, { default: '' })),
};

const QUERY = {
  query: Type.Optional(Type.Union([QueryText, Type.Null()], { default: null })),
  search: Type.Optional(
    Type.Union([ElementId, Type.Null()], {
      default: null,
      description: 'Instead of a query: a shared search of the dashboard.',
    }),
  ),
  // oxlint-disable-next-line unicorn/no-thenable -- A field of the wire; nobody awaits a schema.
  then: Type.Optional(
    Type.Union([QueryText, Type.Null()], {
      default: null,
      description: 'Commands that go on from the rows of the shared search.',
    }),
  ),
  time: Type.Optional(
    Type.Union([PanelTime, Type.Null()], {
      default: null,
      description: 'A range of its own; null takes that of the dashboard.',
    }),
  ),
  thresholds: Type.Optional(Type.Array(Threshold, { default: [], maxItems: limits.thresholdsMax })),
  link: Type.Optional(Type.Union([DashboardLink, AddressLink, Type.Null()], { default: null })),
};

function queryPanel<Kind extends string, Options extends TProperties>(
  kind: Kind,
  options: Options,
  description: string,
) {
  return fields(
    {
      id: ElementId,
      kind: Type.Literal(kind),
      ...TITLES,
      ...PLACE,
      ...QUERY,
      options: Type.Optional(fields(options, { default: {} })),
    },
    { description },
  );
}

function plainPanel<Kind extends string, Options extends TProperties>(
  kind: Kind,
  options: Options,
  description: string,
) {
  return fields(
    {
      id: ElementId,
      kind: Type.Literal(kind),
      ...TITLES,
      ...PLACE,
      options: Type.Optional(fields(options, { default: {} })),
    },
    { description },
  );
}

const TimeseriesPanel = queryPanel(
  'timeseries',
  {
    style: Type.Optional(Type.Enum(['line', 'area', 'bars'], { default: 'line' })),
    stack: Type.Optional(Type.Enum(['none', 'normal', 'percent'], { default: 'none' })),
    log: Type.Optional(Type.Boolean({ default: false })),
    unit: Unit,
  },
  'The query gives `_time` and numbers. Gaps stay gaps.',
);

const ValuePanel = queryPanel(
  'value',
  {
    sparkline: Type.Optional(Type.Boolean({ default: true })),
    compare: Type.Optional(Type.Enum([...COMPARISONS_OF_VALUES], { default: 'previous' })),
    unit: Unit,
    decimals: Type.Optional(
      Type.Union([Type.Integer({ minimum: 0, maximum: 6 }), Type.Null()], { default: null }),
    ),
    better: Type.Optional(
      Type.Union([Type.Literal('lower'), Type.Literal('higher'), Type.Null()], { default: null }),
    ),
  },
  'The query gives one number, which covers the whole range.',
);

const BarsPanel = queryPanel(
  'bars',
  {
    top: Type.Optional(
      Type.Integer({ minimum: 1, maximum: limits.barsMax, default: limits.barsDefault }),
    ),
    unit: Unit,
  },
  'The query gives a label and a number; what is left over is summed up as Other.',
);

const SharePanel = queryPanel(
  'share',
  {
    style: Type.Optional(Type.Enum(['bar', 'donut'], { default: 'bar' })),
    unit: Unit,
  },
  'The query gives a label and a number: six slices and Other.',
);

const HeatmapPanel = queryPanel(
  'heatmap',
  {
    scale: Type.Optional(Type.Enum(['linear', 'sqrt'], { default: 'sqrt' })),
    unit: Unit,
  },
  'The query gives `_time`, a bucket and a number.',
);

const TablePanel = queryPanel(
  'table',
  {
    columns: Type.Optional(
      Type.Array(ColumnName, {
        default: [],
        maxItems: limits.tableColumnsMax,
        uniqueItems: true,
        description: 'Which columns, in this order; none stands for all.',
      }),
    ),
    rows: Type.Optional(
      Type.Integer({ minimum: 1, maximum: limits.tableRowsMax, default: limits.tableRowsMax }),
    ),
    cellBars: Type.Optional(
      Type.Array(ColumnName, {
        default: [],
        maxItems: limits.tableColumnsMax,
        uniqueItems: true,
        description: 'Columns whose numbers are drawn as bars.',
      }),
    ),
  },
  'The query gives anything.',
);

const LogsPanel = queryPanel(
  'logs',
  {
    rows: Type.Optional(
      Type.Integer({ minimum: 1, maximum: limits.logRowsMax, default: limits.logRowsDefault }),
    ),
    fields: Type.Optional(
      Type.Array(ColumnName, { default: [], maxItems: limits.logFieldsMax, uniqueItems: true }),
    ),
    wrap: Type.Optional(Type.Boolean({ default: false })),
  },
  'The query gives events.',
);

const PatternsPanel = queryPanel(
  'patterns',
  {
    top: Type.Optional(
      Type.Integer({ minimum: 1, maximum: limits.patternsMax, default: limits.patternsDefault }),
    ),
  },
  'The query gives events; shown is what their texts have in common.',
);

const HealthPanel = plainPanel(
  'health',
  {
    services: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
        default: [],
        maxItems: limits.healthServicesMax,
        uniqueItems: true,
        description: 'Ids of services.',
      }),
    ),
    tag: Type.Optional(
      Type.Union([keepable(limits.tagCharactersMax, { minLength: 1 }), Type.Null()], {
        default: null,
        description: 'Instead: all services with this tag.',
      }),
    ),
  },
  'How services are doing.',
);

const TextPanel = plainPanel(
  'text',
  {
    markdown: Type.Optional(keepable(limits.markdownCharactersMax, { default: '' })),
  },
  'Markdown, without HTML and images.',
);

const HeadingPanel = plainPanel(
  'heading',
  { collapsed: Type.Optional(Type.Boolean({ default: false })) },
  'Stands above the panels down to the next heading. What a collapsed one hides is not queried.',
);

export const DashboardPanel = Type.Union(
  [
    TimeseriesPanel,
    ValuePanel,
    BarsPanel,
    SharePanel,
    HeatmapPanel,
    TablePanel,
    LogsPanel,
    PatternsPanel,
    HealthPanel,
    TextPanel,
    HeadingPanel,
  ],
  { title: 'DashboardPanel' },
);
export type DashboardPanel = Static<typeof DashboardPanel>;
