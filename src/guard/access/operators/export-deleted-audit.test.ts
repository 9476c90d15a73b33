import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { openAccess } from '../../../../test/support/open-access.ts';
import { bind } from '../../../engines/store/sql.ts';
import { recordAudit } from '../../audit/index.ts';
import { deleteOrganization } from '../organizations/delete-organization.ts';
import { exportDeletedAudit } from './export-deleted-audit.ts';
import { listOperatorEntries } from './operator-entries.ts';

const OPERATOR = { email: 'root@example.com', ipAddress: '192.0.2.9', userAgent: 'test/1' };

async function start(t: TestContext, stored: readonly object[] = []) {
  const access = await openAccess(t);
  const { metadata, clock } = access;
  const gone = await access.newOrganization();
  const kept = await access.newOrganization();
  const asked: string[][] = [];
  const content = stored.map((row) => `${JSON.stringify(row)}\n`).join('');
  const store = {
    export: async (statement: Parameters<typeof bind>[0]) => {
      asked.push([...bind(statement).parameters.values()]);
      // Cut within a line, as it may come.
      const pieces = [content.slice(0, 7), content.slice(7)];
      return { content: Readable.from(pieces.map((piece) => Buffer.from(piece))) };
    },
  };
  const read = async (organization: string) => {
    const { signal } = new AbortController();
    const file = await exportDeletedAudit(
      { store, metadata, clock },
      OPERATOR,
      organization,
      signal,
    );
    const lines = (await text(file)).split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  const record = (resource: string) =>
    metadata.transaction((unit) =>
      recordAudit(
        unit,
        gone.owner.actor,
        { action: 'log.exported', resource, details: { format: 'csv' } },
        clock.now(),
      ),
    );
  return { access, gone, kept, read, record, asked };
}

test('operators read what a deleted organization has recorded, and that is recorded', async (t) => {
  const { access, gone, read, record } = await start(t);
  await record('first');
  access.clock.advance(1);
  await record('second');
  await deleteOrganization(access.needs, gone.owner.actor, 'Acme');

  const entries = await read(gone.id);

  assert.deepEqual(
    entries.map(({ id, ...entry }) => [typeof id, entry]),
    ['first', 'second'].map((resource, at) => [
      'string',
      {
        timestamp: `2026-01-15T12:00:00.00${at}Z`,
        actor: gone.owner.email,
        action: 'log.exported',
        resource,
        resource_type: 'log',
        ip_address: '192.0.2.1',
        user_agent: 'test/1.0',
        details: { format: 'csv' },
      },
    ]),
  );
  const { data } = await listOperatorEntries(access, { limit: 10, after: undefined });
  assert.deepEqual(
    new Set(data.map(({ action, actor, resource }) => `${action} ${resource} by ${actor}`)),
    new Set([
      `organization.audit_exported ${gone.id} by ${OPERATOR.email}`,
      `organization.deleted ${gone.id} by ${gone.owner.email}`,
    ]),
  );
});

test('what the log store has comes first, and what both have comes once', async (t) => {
  const details = '{"name":"k"}';
  const stored: Record<string, string>[] = [{ id: 'aud_old', action: 'api_key.created', details }];
  const { access, gone, read, record, asked } = await start(t, stored);
  await record('both');
  const [row] = await access.auditOf(gone.id);
  stored.push({ id: row?.id ?? '', action: 'log.exported', details: '{}' });
  await deleteOrganization(access.needs, gone.owner.actor, 'Acme');

  const entries = await read(gone.id);

  assert.deepEqual(entries[0], {
    id: 'aud_old',
    action: 'api_key.created',
    details: { name: 'k' },
    seq: null,
  });
  assert.deepEqual(
    entries.slice(1).map(({ id }) => id),
    [row?.id],
  );
  // A day beyond now: a clock that was set back has left entries there.
  const [from, to] = ['2025-01-15 12:00:00.000', '2026-01-16 12:00:00.000'];
  assert.deepEqual(asked, [[gone.id, '_audit', from, to]]);
});

test('of an organization that exists, or never did, operators read nothing', async (t) => {
  const { access, kept, read, asked } = await start(t);

  for (const id of [kept.id, 'org_unknown']) {
    await assert.rejects(read(id), { code: 'NOT_FOUND' });
  }

  assert.deepEqual(asked, []);
  const { data } = await listOperatorEntries(access, { limit: 10, after: undefined });
  assert.deepEqual(data, []);
});
