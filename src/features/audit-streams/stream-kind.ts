import { pickFields } from '../../base/pick-fields.ts';
import type { Definition } from '../../contract/check-bundle.ts';
import type { AuditStreamDraft } from '../../contract/audit-streams.ts';
import type { AuditStreamRow } from '../../engines/metadata/tables/audit-streams.ts';
import { UnreadableSecret } from '../../engines/secrets/secrets.ts';
import type { ManagedKind, ManagedThing } from '../../room.ts';
import { LIMITS } from '../../spec/limits.ts';
import { findStream, readStreams } from './audit-streams-table.ts';
import { changeStream, createStream, deleteStream, readStream } from './manage-streams.ts';
import type { StreamNeeds } from './stream-needs.ts';
import { openSecret } from './stream-secret.ts';

const DEFAULTS = { kind: 'webhook', format: 'json', enabled: true };
const MANAGE = 'audit-streams:manage';

/** Audit streams as code. Addresses, tokens and signing keys are secrets. */
export function auditStreamKind(needs: StreamNeeds): ManagedKind {
  return {
    kind: 'auditStreams',
    permissions: { read: MANAGE, write: MANAGE, delete: MANAGE },
    needsStandingRole: true,
    hasUniqueNames: true,
    fixed: ['kind', 'format'],
    defaults: () => DEFAULTS,
    // Where a stream begins is settled once, when it is created.
    isSame: (field) => field === 'from',
    async list(metadata, { organization }) {
      const rows = await readStreams(metadata, organization, {
        limit: LIMITS.audit.streamsMax,
        after: undefined,
      });
      return rows.toReversed().map(thingOf);
    },
    async secretsOf(metadata, { organization }, id) {
      const row = await findStream(metadata, organization, id);
      if (row === undefined) return {};
      try {
        const { url, key } = openSecret(needs.secrets, row);
        return { url, [keyField(row)]: key };
      } catch (error) {
        // The secret is then unknown, and a submitted one replaces it.
        if (error instanceof UnreadableSecret) return {};
        throw error;
      }
    },
    async create(metadata, actor, { enabled, ...draft }) {
      const within = { ...needs, metadata };
      const { id, version } = await createStream(within, actor, draft as AuditStreamDraft);
      if (enabled === false) await changeStream(within, actor, id, { version, enabled });
      return id;
    },
    async update(metadata, actor, id, definition, { fields }) {
      const within = { ...needs, metadata };
      // A key belongs to one host: if the address changes, the key must be submitted again.
      const keys = fields.includes('url') ? ['token', 'secret'] : [];
      const changed = withoutUndefined(pickFields(definition, [...fields, ...keys]));
      // Another name for a secret that stays is no change of the stream.
      if (Object.keys(changed).length === 0) return;
      const { version } = await readStream(within, actor, id);
      await changeStream(within, actor, id, { ...changed, version });
    },
    remove: (metadata, actor, { id }) => deleteStream({ ...needs, metadata }, actor, id),
  };
}

function thingOf(row: AuditStreamRow): ManagedThing {
  const { id, name, kind, format } = row;
  const definition = { name, kind, format, enabled: row.enabled === 1 };
  return { id, name, definition, secrets: ['url', keyField(row)] };
}

function keyField({ kind }: AuditStreamRow): string {
  return kind === 'webhook' ? 'secret' : 'token';
}

function withoutUndefined(definition: Definition): Definition {
  return Object.fromEntries(Object.entries(definition).filter(([, value]) => value !== undefined));
}
