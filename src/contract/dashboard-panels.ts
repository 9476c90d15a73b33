/** The panels of a dashboard: one schema for each of the eleven kinds. Defaults stand beside the fields they fill. */
import { type Static, type TProperties, Type } from 'typebox';
import { COMPARISONS_OF_VALUES, GRID_COLUMNS, THRESHOLD_STATES } from '../spec/dashboards.ts';
import { LIMITS } from '../spec/limits.ts';
import { described, fields, named } from './schema.ts';

const limits = LIMITS.dashboards;

/** Any text but what no store keeps: NUL and half characters. */
const KEEPABLE = '^[^\\u0000\\ud800-\\udfff]*$';

export function keepable(maxLength: number, options: object = {}) {
  return Type.String({ maxLength, pattern: KEEPABLE, ...options });
}

/** Null, which is also the default, or something else. */
export const QueryText = keepable(LIMITS.query.textCharactersMax, {
  minLength: 1,
  description: 'Query. `$name$` inserts a variable of the dashboard.',
});
export const TimeText = keepable(64, {
  minLength: 1,
  description: 'A time such as `-24h`, `-1d@d`, `now` or ISO 8601.',
});
export const ElementId = Type.String({
  pattern: '^[a-z0-9]{1,16}$',
  description: 'Identifier within the dashboard: lower-case letters and digits, at most 16.',
});

const Unit = Type.Optional(
  keepable(limits.unitCharactersMax, {
    default: 'none',
    description: '`none`, `%`, `ms`, `s`, `bytes`, `/s`, or any text to show after the number.',
  }),
);
const ColumnName = keepable(LIMITS.events.attributeKeyCharactersMax, { minLength: 1 });

const PanelTime = named(
  'PanelTime',
  fields({
    earliest: TimeText,
    latest: Type.Optional(
      described(
        keepable(64, { minLength: 1, default: 'now' }),
        'End of the time range, exclusive.',
      ),
    ),
  }),
);

const Threshold = fields({
  from: Type.Number({ description: 'Lowest value of the color band.' }),
  state: Type.Enum([...THRESHOLD_STATES], { description: 'Color of the band.' }),
});

const DashboardLink = fields({
  dashboard: Type.String({
    pattern: '^(dsh_[0-9A-Za-z]{1,32}|[a-z0-9-]{1,64})$',
    description: 'ID or key of another dashboard.',
  }),
  variables: Type.Optional(
    Type.Record(
      Type.String({ pattern: '^[a-z][a-z0-9_]{0,31}$' }),
      keepable(limits.valueCharactersMax),
      {
        default: {},
        maxProperties: limits.variablesMax,
        description: 'Variables to set. `{column}` inserts the clicked value.',
      },
    ),
  ),
});
const AddressLink = named(
  'AddressLink',
  fields({
    url: keepable(limits.linkCharactersMax, {
      pattern: '^https://[^\\s\\u0000-\\u001f\\ud800-\\udfff]+$',
      description: 'HTTPS URL. `{column}` and `$variable$` are replaced with URL-encoded values.',
    }),
  }),
);

/** Where a panel stands, in columns and rows. */
const PLACE = {
  x: Type.Integer({
    minimum: 0,
    maximum: GRID_COLUMNS - 1,
    description: 'Column of the left edge, from 0.',
  }),
  y: Type.Integer({
    minimum: 0,
    maximum: limits.rowMax,
    description: 'Row of the top edge, from 0.',
  }),
  w: Type.Integer({
    minimum: limits.widthMin,
    maximum: GRID_COLUMNS,
    description: 'Width in columns.',
  }),
  h: Type.Integer({
    minimum: limits.heightMin,
    maximum: limits.heightMax,
    description: 'Height in rows.',
  }),
};

const TITLES = {
  title: Type.Optional(
    described(keepable(limits.titleCharactersMax, { default: '' }), 'Title. Empty: none is shown.'),
  ),
  description: Type.Optional(
    described(
      keepable(limits.descriptionCharactersMax, { default: '' }),
      'Help text of the panel.',
    ),
  ),
};

const QUERY = {
  query: Type.Optional(
    Type.Union([QueryText, Type.Null()], {
      default: null,
      description: 'Query of the panel. Null if it uses a shared search.',
    }),
  ),
  search: Type.Optional(
    Type.Union([ElementId, Type.Null()], {
      default: null,
      description: 'ID of a shared search, instead of a query.',
    }),
  ),
  // oxlint-disable-next-line unicorn/no-thenable -- A field of the wire; nobody awaits a schema.
  then: Type.Optional(
    Type.Union([QueryText, Type.Null()], {
      default: null,
      description: 'Commands to run on the result of the shared search.',
    }),
  ),
  time: Type.Optional(
    Type.Union([PanelTime, Type.Null()], {
      default: null,
      description: 'Time range of the panel. Null: the one of the dashboard.',
    }),
  ),
  thresholds: Type.Optional(
    Type.Array(Threshold, {
      default: [],
      maxItems: limits.thresholdsMax,
      description: 'Values from which on another color is used.',
    }),
  ),
  link: Type.Optional(
    Type.Union([DashboardLink, AddressLink, Type.Null()], {
      default: null,
      description: 'What a click on the panel opens.',
    }),
  ),
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
      options: Type.Optional(
        fields(options, { default: {}, description: 'Display options. They depend on `kind`.' }),
      ),
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
      options: Type.Optional(
        fields(options, { default: {}, description: 'Display options. They depend on `kind`.' }),
      ),
    },
    { description },
  );
}

const TimeseriesPanel = queryPanel(
  'timeseries',
  {
    style: Type.Optional(
      Type.Enum(['line', 'area', 'bars'], {
        default: 'line',
        description: 'How series are drawn.',
      }),
    ),
    stack: Type.Optional(
      Type.Enum(['none', 'normal', 'percent'], {
        default: 'none',
        description: 'How series are stacked.',
      }),
    ),
    log: Type.Optional(Type.Boolean({ default: false, description: 'Logarithmic scale.' })),
    unit: Unit,
  },
  'The query returns `_time` and numbers. Missing values are shown as gaps.',
);

const ValuePanel = queryPanel(
  'value',
  {
    sparkline: Type.Optional(
      Type.Boolean({ default: true, description: 'Show a small chart of the value over time.' }),
    ),
    compare: Type.Optional(
      Type.Enum([...COMPARISONS_OF_VALUES], {
        default: 'previous',
        description: 'Comparison shown next to the value.',
      }),
    ),
    unit: Unit,
    decimals: Type.Optional(
      Type.Union([Type.Integer({ minimum: 0, maximum: 6 }), Type.Null()], {
        default: null,
        description: 'Decimal places. Null: automatic.',
      }),
    ),
    better: Type.Optional(
      Type.Union([Type.Literal('lower'), Type.Literal('higher'), Type.Null()], {
        default: null,
        description: 'Which direction is an improvement. Null: neither.',
      }),
    ),
  },
  'The query returns one number for the whole time range.',
);

const BarsPanel = queryPanel(
  'bars',
  {
    top: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: limits.barsMax,
        default: limits.barsDefault,
        description: 'Maximum number of bars.',
      }),
    ),
    unit: Unit,
  },
  'The query returns a label and a number. The rest is summed up as Other.',
);

const SharePanel = queryPanel(
  'share',
  {
    style: Type.Optional(
      Type.Enum(['bar', 'donut'], { default: 'bar', description: 'How shares are drawn.' }),
    ),
    unit: Unit,
  },
  'The query returns a label and a number. Shows six slices and Other.',
);

const HeatmapPanel = queryPanel(
  'heatmap',
  {
    scale: Type.Optional(
      Type.Enum(['linear', 'sqrt'], {
        default: 'sqrt',
        description: 'How values map to color intensity.',
      }),
    ),
    unit: Unit,
  },
  'The query returns `_time`, a bucket and a number.',
);

const TablePanel = queryPanel(
  'table',
  {
    columns: Type.Optional(
      Type.Array(ColumnName, {
        default: [],
        maxItems: limits.tableColumnsMax,
        uniqueItems: true,
        description: 'Columns in this order. Empty: all.',
      }),
    ),
    rows: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: limits.tableRowsMax,
        default: limits.tableRowsMax,
        description: 'Maximum number of rows.',
      }),
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
  'The query returns events or rows.',
);

const LogsPanel = queryPanel(
  'logs',
  {
    rows: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: limits.logRowsMax,
        default: limits.logRowsDefault,
        description: 'Maximum number of events.',
      }),
    ),
    fields: Type.Optional(
      Type.Array(ColumnName, {
        default: [],
        maxItems: limits.logFieldsMax,
        uniqueItems: true,
        description: 'Fields to show in addition to the message.',
      }),
    ),
    wrap: Type.Optional(Type.Boolean({ default: false, description: 'Wrap long lines.' })),
  },
  'The query returns events.',
);

const PatternsPanel = queryPanel(
  'patterns',
  {
    top: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: limits.patternsMax,
        default: limits.patternsDefault,
        description: 'Maximum number of patterns.',
      }),
    ),
  },
  'The query returns events. Shows the patterns in their messages.',
);

const HealthPanel = plainPanel(
  'health',
  {
    services: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
        default: [],
        maxItems: limits.healthServicesMax,
        uniqueItems: true,
        description: 'IDs of services.',
      }),
    ),
    tag: Type.Optional(
      Type.Union([keepable(limits.tagCharactersMax, { minLength: 1 }), Type.Null()], {
        default: null,
        description: 'All services with this tag, instead of `services`.',
      }),
    ),
  },
  'Health of services.',
);

const TextPanel = plainPanel(
  'text',
  {
    markdown: Type.Optional(
      described(keepable(limits.markdownCharactersMax, { default: '' }), 'Text in Markdown.'),
    ),
  },
  'Markdown, without HTML and images.',
);

const HeadingPanel = plainPanel(
  'heading',
  {
    collapsed: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Whether the section is closed when the dashboard opens.',
      }),
    ),
  },
  'Section heading for the panels below it. Panels of a collapsed section are not queried.',
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
