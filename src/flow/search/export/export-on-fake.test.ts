/** What an export asks the store and hands over; the store says what it is told to say. */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { LIMITS } from '../../../../test/support/limits.ts';
import { openAccess } from '../../../../test/support/open-access.ts';
import { type FakeRows, fakeSearch } from '../../../../test/support/search/fake-search.ts';
import { bind } from '../../../engines/store/sql.ts';
import type { LogStore } from '../../../engines/store/store.ts';
import { type ExportInput, exportLogs } from './export-logs.ts';

const NOW = Date.UTC(2026, 0, 31, 12);

interface Given {
  readonly content?: () => Readable;
  readonly told?: readonly FakeRows[];
}

async function start(t: TestContext, { content = () => Readable.from([]), told = [] }: Given = {}) {
  const access = await openAccess(t);
  access.clock.advance(NOW - access.clock.now());
  const { id: organization, owner } = await access.newOrganization();
  const search = fakeSearch(told, { now: NOW });
  const asked: { text: string; format: string; settings: unknown }[] = [];
  const exporting: LogStore['export'] = async (statement, format, options) => {
    asked.push({ text: bind(statement).text, format, settings: options?.settings });
    return { content: content() };
  };
  const limits = { ...LIMITS, logExports: { ...LIMITS.logExports, perOrganizationMax: 1 } };
  const needs = {
    ...search.needs,
    limits,
    metadata: access.metadata,
    store: { ...search.needs.store, export: exporting },
  };
  const run = (input: ExportInput) => exportLogs(needs, owner.actor, input, search.signal);
  const taken = async () =>
    (await access.auditOf(organization)).map(({ action, resource, actor, details }) => [
      action,
      resource,
      actor,
      JSON.parse(details) as unknown,
    ]);
  return { owner, asked, run, taken };
}

const pieces = (...texts: readonly string[]) => ({
  content: () => Readable.from(texts.map((piece) => Buffer.from(piece))),
});

test('lines of JSON pass through, are counted, and the audit log says who took what', async (t) => {
  const { run, asked, taken, owner } = await start(t, pieces('{}\n', '{}\n'));

  const file = await run({ earliest: '-1h' });

  assert.equal(file.isTruncated, false);
  assert.equal(await text(file.stream), '{}\n{}\n');
  assert.equal(file.rows(), 2);
  assert.deepEqual(
    asked.map(({ format, settings }) => [format, settings]),
    [['jsonl', { max_bytes_before_external_sort: 536_870_912 }]],
  );
  const details = {
    query: '*',
    format: 'jsonl',
    earliest: '2026-01-31T11:00:00.000Z',
    latest: '2026-01-31T12:00:00.000Z',
  };
  assert.deepEqual(await taken(), [['log.exported', 'logs', owner.email, details]]);
});

test('cells of CSV that a spreadsheet would run are escaped, unless they are asked for as they are', async (t) => {
  const { run } = await start(t, pieces('a\n', '=1+1\n'));

  const safe = await run({ format: 'csv' });
  assert.equal(await text(safe.stream), "a\n'=1+1\n");
  assert.equal(safe.rows(), 1);
  const raw = await run({ format: 'csv', raw: true });
  assert.equal(await text(raw.stream), 'a\n=1+1\n');
});

test('files of columns and lines pass as they are', async (t) => {
  const { run } = await start(t, pieces('=1+1\n'));

  assert.equal(await text((await run({ format: 'parquet' })).stream), '=1+1\n');
  assert.equal(await text((await run({ format: 'jsonl' })).stream), '=1+1\n');
});

test('an organization has so many export slots, and one is free when its file is closed', async (t) => {
  const { run } = await start(t, pieces('{}\n'));
  const first = await run({});

  await assert.rejects(run({}), {
    code: 'QUERY_SLOTS_BUSY',
    message: 'All 1 export slots of this organization are in use. Retry in a moment.',
  });
  first.stream.destroy();
  await new Promise((resolve) => first.stream.once('close', resolve));
  assert.equal(await text((await run({})).stream), '{}\n');
});

test('a query that is refused frees its place', async (t) => {
  const { run, taken } = await start(t, pieces('{}\n'));

  await assert.rejects(run({ query: '(' }), { code: 'QUERY_SYNTAX_ERROR' });
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(await taken(), []);
  assert.equal(await text((await run({})).stream), '{}\n');
});

test('a store that fails half-way breaks the file off, without a number behind it', async (t) => {
  const content = (): Readable =>
    Readable.from(
      (async function* broken() {
        yield Buffer.from('{}\n');
        throw new Error('half-way');
      })(),
    );
  const { run } = await start(t, { content });

  const file = await run({});

  await assert.rejects(text(file.stream), /half-way/);
  assert.equal(file.rows(), undefined);
});

const STATEMENTS: readonly (readonly [input: ExportInput, statement: RegExp])[] = [
  [
    { query: 'error' },
    /^SELECT `x1` AS `_time`, `x2` AS `_id`, .*CAST\(arrayFilter\(each -> NOT has\(.*'Map\(String, String\)'\) AS `attributes` FROM \(SELECT /,
  ],
  [{ query: 'error', format: 'csv' }, /, toJSONString\(CAST\(.*\) AS `attributes` FROM \(/],
  [{ query: '* | stats count AS "attributes"' }, /^SELECT `x1` AS `attributes` FROM \(/],
  [{ query: '* | eval attributes=1' }, / AS `_attributes` FROM \(/],
  [{ query: '* | table host' }, /^SELECT `x1` AS `host` FROM \(.* LIMIT \{p\d+:UInt32\}\)$/],
];

for (const [input, statement] of STATEMENTS) {
  test(`the columns of ${input.query} as ${input.format ?? 'lines'} have their names outside`, async (t) => {
    const { run, asked } = await start(t);
    (await run(input)).stream.resume();

    assert.match(asked[0]?.text ?? '', statement);
  });
}
