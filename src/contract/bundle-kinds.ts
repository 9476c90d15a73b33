/** The kinds of things that a bundle holds, and the form each has there: keys instead of ids, references instead of secrets. */
import { type TObject, type TProperties, type TSchema, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import { AlertChannelDraft } from './alert-channel-settings.ts';
import { AlertRuleDraft } from './alert-rule-settings.ts';
import { AlertSilenceDraft } from './alert-silences.ts';
import { AuditStreamChange, AuditStreamDraft } from './audit-streams.ts';
import { DashboardDefinition } from './dashboard-definition.ts';
import { CheckDraft } from './checks.ts';
import { ReportDraft } from './dashboard-reports.ts';
import { DataLinkDraft } from './data-links.ts';
import { DataModelDraft } from './data-models.ts';
import { DestinationDraft } from './export-destinations.ts';
import { ExportDraft } from './export-settings.ts';
import { INDEX_NAME, LogIndexDraft } from './indexes.ts';
import { KpiDraft } from './kpi-settings.ts';
import { LOOKUP_NAME } from './lookups.ts';
import { MacroDraft } from './macros.ts';
import { PipelineDraft } from './pipelines.ts';
import { SavedSearchDraft } from './saved-searches.ts';
import { fields } from './schema.ts';
import { ServiceDraft } from './services.ts';

/** In order of dependence: what comes later may refer to what comes before. */
export const BUNDLE_KINDS = [
  'indexes',
  'lookups',
  'macros',
  'dataModels',
  'dataLinks',
  'pipelines',
  'savedSearches',
  'checks',
  'channels',
  'services',
  'kpis',
  'alertRules',
  'silences',
  'dashboards',
  'reports',
  'exports',
  'auditStreams',
] as const;
export type BundleKind = (typeof BUNDLE_KINDS)[number];

export interface BundleKindFacts {
  /** What people call one of them. */
  readonly noun: string;
  /** Where the API keeps them: `/api/v1/<path>`. */
  readonly path: string;
  readonly key: RegExp;
  readonly definition: TSchema;
  /** Fields that name other things, by path; `*` stands for every entry of a list. */
  readonly references: readonly BundleReference[];
  /** Fields that hold secrets, by path, with the form that a value must have. */
  readonly secrets: Readonly<Record<string, TSchema>>;
}

export interface BundleReference {
  readonly path: string;
  readonly to: BundleKind | 'members';
  /** The thing itself refers by key, so nothing is resolved on the way in. */
  readonly isKeyed?: true;
}

const { keyCharactersMax, referenceCharactersMax } = LIMITS.bundles;
/** Names of bundles, and keys of things that have no name of this form themselves. */
export const BUNDLE_KEY = new RegExp(`^[a-z0-9-]{1,${keyCharactersMax}}$`);

const SecretReference = Type.Union(
  [
    fields({
      env: Type.String({
        pattern: `^[A-Za-z_][A-Za-z0-9_]{0,${referenceCharactersMax - 1}}$`,
        description: 'Environment variable with the value, where `xplain config apply` runs.',
      }),
    }),
    fields({
      file: Type.String({
        minLength: 1,
        maxLength: referenceCharactersMax,
        description: 'File with the value, relative to the bundle.',
      }),
    }),
  ],
  { title: 'SecretReference', description: 'Source of a secret. Bundles don’t contain secrets.' },
);

const Adopt = Type.Optional(
  Type.Boolean({
    description: 'Take over an existing resource with this key or name. Default: false.',
  }),
);
const named = (schema: TObject): TProperties => {
  const { name, ...rest } = schema.properties;
  const described = { ...name, description: 'Default: the key.' } as TSchema;
  return { name: Type.Optional(described), ...rest };
};
const without = ({ properties }: TObject, ...left: string[]): TProperties =>
  Object.fromEntries(Object.entries(properties).filter(([name]) => !left.includes(name)));
const definitionOf = (title: string, properties: TProperties): TSchema =>
  fields({ ...properties, adopt: Adopt }, { title });
/** What things keep encrypted. */
const SECRET_FIELDS: readonly string[] = ['url', 'key', 'token', 'secret', 'secretAccessKey'];
/** The same, with references in the place of secrets. */
const referring = (properties: TProperties): TProperties =>
  Object.fromEntries(
    Object.entries(properties).map(([name, field]) => {
      if (!SECRET_FIELDS.includes(name)) return [name, field];
      return [name, Type.IsOptional(field) ? Type.Optional(SecretReference) : SecretReference];
    }),
  );
const valuesOf = (...drafts: readonly TObject[]): Record<string, TSchema> =>
  Object.fromEntries(
    drafts.flatMap(({ properties }) =>
      Object.entries(properties).filter(([name]) => SECRET_FIELDS.includes(name)),
    ),
  );
const Reference = Type.String({ minLength: 1, maxLength: 200 });

const channels = AlertChannelDraft.anyOf.map((draft) =>
  fields({
    ...referring(named(draft)),
    enabled: Type.Optional(Type.Boolean({ description: 'Default: true.' })),
    adopt: Adopt,
  }),
);
const destination = Type.Union(
  DestinationDraft.anyOf.map((draft) => fields(referring(draft.properties))),
  { title: 'BundleExportDestination' },
);

export const BUNDLE_KIND_FACTS: Readonly<Record<BundleKind, BundleKindFacts>> = {
  indexes: {
    noun: 'index',
    path: 'indexes',
    key: new RegExp(INDEX_NAME),
    definition: definitionOf('BundleIndex', without(LogIndexDraft, 'name')),
    references: [],
    secrets: {},
  },
  lookups: {
    noun: 'lookup table',
    path: 'lookups',
    key: new RegExp(LOOKUP_NAME),
    definition: definitionOf('BundleLookup', {
      csv: Type.String({
        description:
          'The table as CSV, column names first. In a file: `{file: teams.csv}` instead.',
      }),
    }),
    references: [],
    secrets: {},
  },
  macros: {
    noun: 'macro',
    path: 'macros',
    key: BUNDLE_KEY,
    definition: definitionOf('BundleMacro', named(MacroDraft)),
    references: [],
    secrets: {},
  },
  dataModels: {
    noun: 'data model',
    path: 'data-models',
    key: BUNDLE_KEY,
    definition: definitionOf('BundleDataModel', named(DataModelDraft)),
    references: [],
    secrets: {},
  },
  dataLinks: {
    noun: 'data link',
    path: 'data-links',
    key: BUNDLE_KEY,
    definition: definitionOf('BundleDataLink', named(DataLinkDraft)),
    references: [],
    secrets: {},
  },
  pipelines: {
    noun: 'pipeline',
    path: 'pipelines',
    key: BUNDLE_KEY,
    definition: definitionOf('BundlePipeline', named(PipelineDraft)),
    references: [],
    secrets: {},
  },
  savedSearches: {
    noun: 'saved search',
    path: 'saved-searches',
    key: BUNDLE_KEY,
    definition: definitionOf('BundleSavedSearch', named(SavedSearchDraft)),
    references: [],
    secrets: {},
  },
  checks: {
    noun: 'check',
    path: 'checks',
    key: BUNDLE_KEY,
    definition: definitionOf('BundleCheck', named(CheckDraft)),
    references: [],
    secrets: {},
  },
  channels: {
    noun: 'channel',
    path: 'alert-channels',
    key: BUNDLE_KEY,
    definition: Type.Union(channels, { title: 'BundleChannel' }),
    references: [{ path: 'members.*', to: 'members' }],
    secrets: valuesOf(...AlertChannelDraft.anyOf),
  },
  services: {
    noun: 'service',
    path: 'services',
    key: BUNDLE_KEY,
    definition: definitionOf('BundleService', named(ServiceDraft)),
    references: [{ path: 'dependsOn.*', to: 'services' }],
    secrets: {},
  },
  kpis: {
    noun: 'KPI',
    path: 'kpis',
    key: BUNDLE_KEY,
    definition: definitionOf('BundleKpi', {
      service: Type.String({ ...Reference, description: 'Key of the service.' }),
      ...without(KpiDraft, 'serviceId', 'name'),
      name: Type.Optional(KpiDraft.properties.name),
    }),
    references: [{ path: 'service', to: 'services' }],
    secrets: {},
  },
  alertRules: {
    noun: 'alert rule',
    path: 'alert-rules',
    key: BUNDLE_KEY,
    definition: definitionOf('BundleAlertRule', named(AlertRuleDraft)),
    references: [
      { path: 'channels.*', to: 'channels' },
      { path: 'mutedBy.*', to: 'alertRules' },
      { path: 'savedSearch', to: 'savedSearches' },
    ],
    secrets: {},
  },
  silences: {
    noun: 'silence',
    path: 'alert-silences',
    key: BUNDLE_KEY,
    definition: definitionOf('BundleSilence', named(AlertSilenceDraft)),
    references: [{ path: 'match.rules.*', to: 'alertRules' }],
    secrets: {},
  },
  dashboards: {
    noun: 'dashboard',
    path: 'dashboards',
    key: BUNDLE_KEY,
    definition: definitionOf('BundleDashboard', {
      ...without(DashboardDefinition, 'key', 'name', 'schema'),
      name: Type.Optional(DashboardDefinition.properties.name),
      schema: Type.Optional(DashboardDefinition.properties.schema),
    }),
    references: [
      { path: 'panels.*.link.dashboard', to: 'dashboards', isKeyed: true },
      { path: 'panels.*.options.services.*', to: 'services' },
    ],
    secrets: {},
  },
  reports: {
    noun: 'report',
    path: 'reports',
    key: BUNDLE_KEY,
    definition: definitionOf('BundleReport', {
      dashboard: Type.String({ ...Reference, description: 'Key of the dashboard.' }),
      ...ReportDraft.properties,
    }),
    references: [{ path: 'dashboard', to: 'dashboards' }],
    secrets: {},
  },
  exports: {
    noun: 'scheduled export',
    path: 'exports',
    key: BUNDLE_KEY,
    definition: definitionOf('BundleExport', { ...named(ExportDraft), destination }),
    references: [{ path: 'destination.recipients.*', to: 'members' }],
    secrets: Object.fromEntries(
      Object.entries(valuesOf(...DestinationDraft.anyOf)).map(([name, schema]) => [
        `destination.${name}`,
        schema,
      ]),
    ),
  },
  auditStreams: {
    noun: 'audit stream',
    path: 'audit-streams',
    key: BUNDLE_KEY,
    definition: definitionOf('BundleAuditStream', {
      ...referring(named(AuditStreamDraft)),
      enabled: AuditStreamChange.properties.enabled,
    }),
    references: [],
    secrets: valuesOf(AuditStreamDraft),
  },
};
