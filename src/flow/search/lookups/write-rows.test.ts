import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor } from '../../../base/actor.ts';
import { AppError } from '../../../base/errors.ts';
import { organizationId } from '../../../base/ids.ts';
import { sql } from '../../../engines/store/sql.ts';
import type { QueryEvent } from '../../../engines/store/store.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { noWork } from '../ask-store.ts';
import type { LookupContent } from './content.ts';
import { writeRows } from './write-rows.ts';

const { writeAttemptsMax } = LIMITS.lookups;
const actor: Actor = {
  organization: organizationId('org_test'),
  who: { kind: 'system', job: 'test' },
  permissions: new Set(),
  ipAddress: '127.0.0.1',
  userAgent: '',
};

/** Writes one row into a table that others change so often while it is tried. */
async function writeOvertaken(times: number) {
  const kept: LookupContent[] = [];
  let tries = 0;
  const lookups = {
    open: async () => undefined,
    keep: async (_actor: Actor, _name: string, content: LookupContent) => {
      tries += 1;
      if (tries <= times) throw new AppError('CONFLICT', 'The lookup table was changed meanwhile.');
      kept.push(content);
      return undefined as never;
    },
  };
  const rows = async function* (): AsyncGenerator<QueryEvent> {
    yield { kind: 'columns', columns: [{ name: 'c1', type: 'String' }] };
    yield { kind: 'row', row: ['a\0b'] };
  };
  const store = {
    query: async () => assert.fail('rows are read in pieces'),
    stream: rows,
    health: async () => ({ state: 'up' as const }),
  };
  const { signal } = new AbortController();
  const asking = { store, work: noWork(), signal, endsAt: performance.now() + 60_000 };
  const plan = {
    statement: sql`SELECT`,
    columns: [{ alias: 'c1', name: 'event', kind: 'text' as const }],
    others: undefined,
  };
  const options = { append: true, override_if_empty: true, key_field: undefined };
  const stage = { kind: 'outputlookup' as const, table: 'seen', options, start: 0, end: 0 };
  await writeRows({ lookups, limits: LIMITS }, actor, asking, { stage, plan });
  return kept;
}

test('rows are added although others change the table, as often as is promised', async () => {
  assert.deepEqual(await writeOvertaken(writeAttemptsMax - 1), [
    { columns: ['event'], lists: [['a\uFFFDb']] },
  ]);
});

test('a table that changes even more often is left alone, and the caller is told', async () => {
  await assert.rejects(writeOvertaken(writeAttemptsMax), { code: 'CONFLICT' });
});
