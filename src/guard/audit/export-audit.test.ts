import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { collectRoutes } from '../../../test/support/guard/collect-routes.ts';
import { openAccess } from '../../../test/support/open-access.ts';
import { bind } from '../../engines/store/sql.ts';
import { exportAudit, type ExportNeeds } from './export-audit.ts';
import type { VerifyNeeds } from './verify-audit.ts';
import { auditRoutes } from './routes.ts';

const STORED = '"actor","user_agent"\n"ada@example.com","=cmd|x"\n';

async function open(t: TestContext) {
  const access = await openAccess(t);
  const { id, owner } = await access.newOrganization();
  const asked: { format: string; signal: AbortSignal | undefined; places: string[] }[] = [];
  const needs: ExportNeeds & VerifyNeeds = {
    metadata: access.metadata,
    clock: access.clock,
    store: {
      export: async (statement, format, options) => {
        const { parameters } = bind(statement);
        asked.push({ format, signal: options?.signal, places: [...parameters.values()] });
        return { content: Readable.from([Buffer.from(STORED)]) };
      },
    },
  };
  return { access, id, owner, asked, needs };
}

test('no cell of the exported audit log begins a formula, unless it is asked for as it is', async (t) => {
  const { owner, needs } = await open(t);
  const { signal } = new AbortController();
  const read = async (format: 'csv' | 'jsonl', raw: boolean): Promise<string> => {
    const range = { format, earliest: undefined, latest: undefined, raw };
    return text(await exportAudit(needs, owner.actor, range, signal));
  };

  assert.equal(await read('csv', false), STORED.replace('"=cmd', '"\'=cmd'));
  assert.equal(await read('csv', true), STORED);
  assert.equal(await read('jsonl', false), STORED);
  assert.equal(await read('jsonl', true), STORED);
});

test('what is exported lies between the times asked for, and what is kept, of one organization', async (t) => {
  const { id, owner, asked, needs } = await open(t);
  const { signal } = new AbortController();
  const read = async (earliest?: string, latest?: string) => {
    const range = { format: 'jsonl', earliest, latest, raw: false } as const;
    await exportAudit(needs, owner.actor, range, signal);
    return asked.at(-1)?.places;
  };
  // Whose clock was set back since finds what it has written before.
  const [now, kept] = ['2026-01-16 12:00:00.000', '2025-01-15 12:00:00.000'];
  const between = (from: string, to: string): string[] => [id, '_audit', from, to];

  assert.deepEqual(await read(), between(kept, now));
  assert.deepEqual(
    await read('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'),
    between('2026-01-01 00:00:00.000', '2026-01-02 00:00:00.000'),
  );
  assert.deepEqual(await read('2020-01-01T00:00:00Z'), between(kept, now));
  assert.deepEqual(
    await read(undefined, '2020-01-01T00:00:00Z'),
    between(kept, '2020-01-01 00:00:00.000'),
  );
  const same = '2026-01-01T00:00:00Z';
  const then = '2026-01-01 00:00:00.000';
  assert.deepEqual(await read(same, same), between(then, then));
  await assert.rejects(read('2026-01-01T00:00:00.001Z', same), {
    code: 'VALIDATION_ERROR',
    facts: { details: [{ path: 'latest', message: 'The end must be after the start.' }] },
  });
  await assert.rejects(read('2026-01-15T12:00:00.001Z'), { code: 'VALIDATION_ERROR' });
  assert.deepEqual([asked[0]?.format, asked[0]?.signal], ['jsonl', signal]);
});

test('an export is told of, also one that comes back empty, but none that was refused', async (t) => {
  const { access, id, owner, needs } = await open(t);
  const { signal } = new AbortController();
  const read = (earliest: string | undefined) =>
    exportAudit(
      needs,
      owner.actor,
      { format: 'csv', earliest, latest: undefined, raw: true },
      signal,
    );

  await assert.rejects(read('2030-01-01T00:00:00Z'));
  assert.deepEqual(await access.auditOf(id), []);
  await read(undefined);
  assert.deepEqual(
    (await access.auditOf(id)).map((row) => [
      row.action,
      row.actor,
      row.resource,
      row.details,
      row.recorded_at,
    ]),
    [['log.exported', owner.email, '_audit', '{"format":"csv"}', access.clock.now()]],
  );
});

test('over its address it is a file, CSV unless asked otherwise, and ends with whoever asked', async (t) => {
  const { owner, asked, needs } = await open(t);
  const { call } = collectRoutes((app) => auditRoutes(app, needs));
  const get = async (query: object) => {
    const { answer, told, close } = await call('GET /api/v1/audit/export', {
      actor: owner.actor,
      query,
    });
    const [type, header, send] = told;
    const content = await text(send?.[1] as Readable);
    return { answer, head: [type, header], content, close };
  };
  const head = (type: string, ending: string) => [
    ['type', type],
    ['header', 'content-disposition', `attachment; filename="audit.${ending}"`],
  ];

  const usual = await get({});
  assert.deepEqual(
    [usual.answer, usual.head],
    ['the reply', head('text/csv; charset=utf-8', 'csv')],
  );
  assert.equal(usual.content, STORED.replace('"=cmd', '"\'=cmd'));
  assert.equal((await get({ raw: true })).content, STORED);
  assert.deepEqual((await get({ format: 'jsonl' })).head, head('application/x-ndjson', 'jsonl'));
  assert.equal(asked[0]?.signal?.aborted, false);
  usual.close();
  assert.deepEqual([asked[0]?.signal?.aborted, asked[1]?.signal?.aborted], [true, false]);
});
