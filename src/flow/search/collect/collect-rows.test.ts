import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../../test/support/limits.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { fakeSearch, type FakeRows } from '../../../../test/support/search/fake-search.ts';
import { AppError } from '../../../base/errors.ts';
import type { Permission } from '../../../spec/roles.ts';
import { prepareSearch } from '../prepare-search.ts';
import { runSearch } from '../run-search.ts';
import { type EventsToWrite, openCollect } from './collect-rows.ts';

const INDEXES = ['main', 'web', 'summary', '_audit'];

function searching(
  reported: readonly FakeRows[],
  permissions: readonly Permission[] = ['logs:read', 'logs:write'],
) {
  const written: EventsToWrite[] = [];
  const collect = async (_actor: unknown, sent: EventsToWrite) => {
    written.push(sent);
    return { accepted: sent.events, receipt: 'rcp_1' };
  };
  const { needs, actor, signal, asked } = fakeSearch(reported, {
    indexes: INDEXES,
    permissions,
    collect,
  });
  const run = (query: string, mayWrite = true) =>
    runSearch(needs, actor, { query, mayWrite }, signal);
  const prepare = (query: string) => prepareSearch(needs, actor, { query, mayWrite: true }, signal);
  const events = () =>
    written.flatMap(({ body }) =>
      body
        .toString()
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    );
  return { run, prepare, written, events, asked };
}

const TABLE = [
  { c1: 'a b', c2: 3 },
  { c1: 'c', c2: 4 },
];

test('rows are written as events of name=value pairs, once the answer is known', async () => {
  const { run, events, written } = searching([TABLE, TABLE]);

  const { data } = await run('index=web | table host, n | collect index=Summary marker="team=ops"');

  assert.equal(written[0]?.index, 'summary');
  const rest = { timestamp: '2026-01-31T12:00:00.000Z', source: 'collect' };
  assert.equal(written.length, 1);
  assert.deepEqual(
    events().map(({ timestamp, source }) => ({ timestamp, source })),
    [rest, rest],
  );
  assert.ok(events().every(({ attributes }) => 'sourcetype' in (attributes as object)));
  const [note] = data.warnings.filter(({ code }) => code === 'collected');
  assert.equal(note?.message, 'Wrote 2 events to the index summary. Receipt: rcp_1.');
});

test('an index that the search reads is refused, and left out where it is not named', async () => {
  const { run, prepare, written } = searching([]);
  const position = 'index=summary | '.length;

  await assert.rejects(run('index=summary | collect index=summary'), {
    code: 'QUERY_SYNTAX_ERROR',
    facts: {
      details: [
        {
          path: 'query',
          position,
          message:
            'The search reads the index "summary", so it can’t write to it. Use another index.',
        },
      ],
    },
  });
  for (const query of ['*', 'index=*', 'index=sum* OR index=web']) {
    const { scope } = await prepare(`${query} | collect index=summary`);
    assert.ok(!scope.indexes.includes('summary'), query);
    assert.ok(scope.indexes.includes('web'), query);
  }
  assert.deepEqual(written, []);
});

test('an unknown or internal index, a search sent with GET and a missing permission are refused', async () => {
  const { run, written } = searching([]);
  const reader = searching([TABLE], ['logs:read']);

  await assert.rejects(run('index=web | collect index=sumary'), { code: 'UNKNOWN_INDEX' });
  await assert.rejects(run('index=web | collect index=_audit'), { code: 'QUERY_SYNTAX_ERROR' });
  await assert.rejects(run('index=web | collect index=summary', false), {
    code: 'QUERY_SYNTAX_ERROR',
  });
  await assert.rejects(reader.run('index=web | table a | collect index=summary'), {
    code: 'INSUFFICIENT_SCOPE',
  });
  assert.deepEqual([...written, ...reader.written], []);
});

test('testmode runs the search and writes nothing', async () => {
  const { run, written, asked } = searching([TABLE]);

  await run('index=web | table host, n | collect index=summary testmode=true');

  assert.equal(asked.length, 1);
  assert.deepEqual(written, []);
});

test('one row more than is written at once is refused, and nothing is written', async () => {
  const max = LIMITS.query.collectedRowsMax;
  const rows = Array.from({ length: max + 1 }, () => ({ c1: 'x' }));
  const { run, written } = searching([[], rows]);
  const full = searching([[], rows.slice(1)]);

  await assert.rejects(run('index=web | table a | collect index=summary'), {
    code: 'QUERY_SYNTAX_ERROR',
  });
  await full.run('index=web | table a | collect index=summary');

  assert.deepEqual(written, []);
  assert.equal(full.written[0]?.events, max);
});

test('the audit log says who writes how many events where, even if they are refused then', async (t) => {
  const access = await openAccess(t);
  const { metadata, clock } = access;
  const { id, owner } = await access.newOrganization();
  const collect = openCollect({ metadata, clock }, async () => {
    throw new AppError('QUEUE_FULL', 'The queue is full.');
  });
  const sent = { index: 'summary', events: 3, body: Buffer.from('') };

  await assert.rejects(collect(owner.actor, sent), { code: 'QUEUE_FULL' });

  const entry = (await access.auditOf(id)).at(-1);
  assert.equal(entry?.action, 'log.collected');
  assert.equal(entry.resource, 'summary');
  assert.deepEqual(JSON.parse(entry.details), { events: 3 });
});
