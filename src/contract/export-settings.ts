/** What people set about an export. */
import { type Static, Type } from 'typebox';
import { EXPORT_COMPRESSIONS, EXPORT_FILE_FORMATS, EXPORT_MODES } from '../spec/exports.ts';
import { LIMITS } from '../spec/limits.ts';
import { Destination, DestinationDraft } from './export-destinations.ts';
import { fields, nameOf, TimeZone } from './schema.ts';

const limits = LIMITS.exports;

export const ExportSchedule = Type.Union(
  [
    fields({
      every: Type.String({
        pattern: '^[1-9][0-9]{0,3}[mh]$',
        description: 'From `5m` to `24h`, on a grid of UTC: `1h` runs at every full hour.',
      }),
    }),
    fields({
      cron: Type.String({
        minLength: 1,
        maxLength: LIMITS.schedule.cronCharactersMax,
        description: 'Minute, hour, day of the month, month, day of the week: `0 6 * * mon-fri`.',
      }),
      timeZone: Type.Optional(TimeZone),
    }),
  ],
  {
    title: 'ExportSchedule',
    description:
      'With daylight saving time, a skipped time moves to the first instant after the gap, and a repeated hour ' +
      'counts once unless the hour is `*`.',
  },
);
export type ExportSchedule = Static<typeof ExportSchedule>;

const Query = Type.String({
  minLength: 1,
  maxLength: LIMITS.query.textCharactersMax,
  pattern: '^[^\\u0000\\ud800-\\udfff]*$',
  description:
    'Archives: a search with commands that process each event separately. Reports: any query. `*` matches all events.',
});
const Time = Type.String({ minLength: 1, maxLength: 64 });
const Earliest = Type.String({
  ...Time,
  description: 'Reports only: relative to the due time. Default `-24h`.',
});
const Latest = Type.String({
  ...Time,
  description: 'Reports only: relative to the due time. Default `now`.',
});
const StartAt = Type.String({
  ...Time,
  description:
    'Archives only: events stored from here on are exported; in the past it is a backfill. Default: now.',
});

const SETTINGS = {
  description: Type.String({ maxLength: limits.descriptionCharactersMax }),
  mode: Type.Enum([...EXPORT_MODES], {
    description: '`archive` exports every event once. `report` exports the result of a query.',
  }),
  query: Query,
  schedule: ExportSchedule,
  earliest: Type.Union([Earliest, Type.Null()], {
    description: 'Reports only: start of the time range, relative to the due time.',
  }),
  latest: Type.Union([Latest, Type.Null()], {
    description: 'Reports only: end of the time range, exclusive, relative to the due time.',
  }),
  format: Type.Enum([...EXPORT_FILE_FORMATS], { description: 'File format.' }),
  compression: Type.Enum([...EXPORT_COMPRESSIONS], {
    description: 'Of `jsonl`. Default `zstd`; Parquet is always compressed inside, CSV never.',
  }),
};
const NAME = nameOf(limits.nameCharactersMax);

export const ExportDraft = fields(
  {
    name: NAME,
    description: Type.Optional(SETTINGS.description),
    mode: SETTINGS.mode,
    query: Query,
    schedule: ExportSchedule,
    startAt: Type.Optional(StartAt),
    earliest: Type.Optional(Earliest),
    latest: Type.Optional(Latest),
    format: SETTINGS.format,
    compression: Type.Optional(SETTINGS.compression),
    destination: DestinationDraft,
    enabled: Type.Optional(
      Type.Boolean({ default: true, description: 'Whether the export runs on its schedule.' }),
    ),
  },
  { title: 'ExportDraft' },
);
export type ExportDraft = Static<typeof ExportDraft>;

export const ExportChange = fields(
  {
    version: Type.Integer({ minimum: 1, description: 'Version your change is based on.' }),
    name: Type.Optional(NAME),
    description: Type.Optional(SETTINGS.description),
    query: Type.Optional(Query),
    schedule: Type.Optional(ExportSchedule),
    earliest: Type.Optional(SETTINGS.earliest),
    latest: Type.Optional(SETTINGS.latest),
    format: Type.Optional(SETTINGS.format),
    compression: Type.Optional(SETTINGS.compression),
    destination: Type.Optional(DestinationDraft),
  },
  { title: 'ExportChange', minProperties: 2 },
);
export type ExportChange = Static<typeof ExportChange>;

/** What is shown of them. */
export const SHOWN_SETTINGS = { ...SETTINGS, destination: Destination };
