import type { Actor } from '../../../base/actor.ts';
import { readEveryPage } from '../../../base/cursor.ts';
import { isObject } from '../../../base/is-object.ts';
import { pickFields } from '../../../base/pick-fields.ts';
import type { Definition } from '../../../contract/check-bundle.ts';
import type { DestinationDraft } from '../../../contract/export-destinations.ts';
import type { ExportDraft } from '../../../contract/export-settings.ts';
import type { ScheduledExport } from '../../../contract/exports.ts';
import { UnreadableSecret } from '../../../engines/secrets/secrets.ts';
import { macroOptions, storedKnowledge } from '../../../flow/search/index.ts';
import { NO_CACHE } from '../../../guard/access/index.ts';
import type { ManagedKind, ManagedThing } from '../../../room.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { checkTimes, readExportQuery } from './check-export.ts';
import type { ExportNeeds } from './export-needs.ts';
import { checkSchedule } from './export-times.ts';
import { destinationOf } from './kept-destination.ts';
import {
  changeExport,
  createExport,
  deleteExport,
  listExports,
  readExport,
  requireExport,
  switchExport,
} from './manage-exports.ts';

const DEFAULTS = {
  description: '',
  earliest: null,
  latest: null,
  compression: 'zstd',
  enabled: true,
};

type Needs = Omit<ExportNeeds, 'destinations'> & {
  readonly destinationsIn: (metadata: ExportNeeds['metadata']) => ExportNeeds['destinations'];
};

/** Scheduled exports as code. Keys of buckets and addresses of webhooks are secrets. */
export function exportKind({ destinationsIn, ...needs }: Needs): ManagedKind {
  const within = (metadata: ExportNeeds['metadata']): ExportNeeds => ({
    ...needs,
    metadata,
    destinations: destinationsIn(metadata),
    search: {
      ...needs.search,
      metadata: { ...needs.search.metadata, ...metadata },
      cache: NO_CACHE,
    },
  });
  return {
    kind: 'exports',
    permissions: { read: 'exports:manage', write: 'exports:manage', delete: 'exports:manage' },
    needsStandingRole: true,
    resource: 'scheduledExports',
    hasUniqueNames: true,
    fixed: ['mode'],
    defaults: () => DEFAULTS,
    // Where an archive begins is settled once, when it is made.
    isSame: (field, present, wanted) =>
      field === 'startAt' || (field === 'destination' && isSameDestination(present, wanted)),
    async check(definition, metadata, { organization }) {
      const draft = definition as ExportDraft;
      const macros = await macroOptions(storedKnowledge(metadata), organization, draft.query);
      readExportQuery(draft.mode, draft.query, macros);
      checkTimes(draft.mode, draft);
      checkSchedule(draft.schedule);
    },
    async list(metadata, actor) {
      const all = await readEveryPage(LIMITS.http.pageRowsMax, (page) =>
        listExports(within(metadata), actor, page),
      );
      return all.map(thingOf);
    },
    secretsOf: (metadata, actor, id) => secretsOf(within(metadata), actor, id),
    create: async (metadata, actor, definition) =>
      (await createExport(within(metadata), actor, withoutNull(definition) as ExportDraft)).id,
    async update(metadata, actor, id, definition, { fields }) {
      const { enabled, ...changed } = pickFields(definition, fields);
      if (Object.keys(changed).length > 0) {
        const { version } = await readExport(within(metadata), actor, id);
        await changeExport(within(metadata), actor, id, { ...changed, version });
      }
      if (enabled !== undefined) {
        await switchExport(within(metadata), actor, id, enabled === true);
      }
    },
    remove: (metadata, actor, { id }) => deleteExport(within(metadata), actor, id),
  };
}

const SHOWN = ['description', 'mode', 'query', 'schedule', 'earliest', 'latest', 'format'];

function thingOf(shown: ScheduledExport): ManagedThing {
  const { id, name, compression, enabled } = shown;
  // The host of a webhook is part of its address, which is a secret.
  const { host: _host, ...destination } = { host: '', ...shown.destination };
  const settings = pickFields(shown, SHOWN);
  return {
    id,
    name,
    definition: { name, ...settings, compression, destination, enabled },
    secrets: SECRETS[shown.destination.kind] ?? [],
  };
}

async function secretsOf(
  { metadata, secrets }: ExportNeeds,
  { organization }: Actor,
  id: string,
): Promise<Readonly<Record<string, string>>> {
  try {
    const row = await requireExport(metadata, organization, id);
    const { shown, secret } = destinationOf(secrets, row);
    if (secret === undefined) return {};
    if (shown.kind === 's3') return { 'destination.secretAccessKey': secret };
    const { url } = JSON.parse(secret) as { url: string };
    return { 'destination.url': url };
  } catch (error) {
    // Then the secret is unknown, and a new one replaces it.
    if (error instanceof UnreadableSecret) return {};
    throw error;
  }
}

const SECRETS: Readonly<Partial<Record<DestinationDraft['kind'], readonly string[]>>> = {
  s3: ['destination.secretAccessKey'],
  webhook: ['destination.url'],
};

/** Omitted fields have defaults. */
function isSameDestination(present: unknown, wanted: unknown): boolean {
  if (!isObject(present) || !isObject(wanted)) return false;
  const usual = { prefix: '', pathStyle: true, lockDays: 0 };
  const text = (value: Definition): string =>
    JSON.stringify(Object.entries({ ...usual, ...value }).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return present['kind'] === wanted['kind'] && text(present) === text(wanted);
}

/** A draft knows no null. */
function withoutNull(definition: Definition): Definition {
  return Object.fromEntries(Object.entries(definition).filter(([, value]) => value !== null));
}
