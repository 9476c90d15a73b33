import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { CHAIN_START, chainedText } from '../../src/contract/audit-chain.ts';
import { runCommand } from '../../test/support/programs/run-command.ts';

const ENTRIES = entriesOf(6);

function entriesOf(count: number) {
  let previous_hash = CHAIN_START;
  return Array.from({ length: count }, (_, i) => {
    const fields = {
      seq: i + 1,
      timestamp: `2026-01-01T00:00:0${i}.000Z`,
      actor: '=ada@example.com',
      action: 'log.exported',
      resource: `run "${i}", twice`,
      resource_type: 'log',
      ip_address: '192.0.2.1',
      user_agent: 'line\nbreak',
      details: { z: i, a: [true, null, 'ü'] },
    };
    const hash = createHash('sha256').update(chainedText(previous_hash, fields)).digest('hex');
    const entry = { ...fields, hash, previous_hash };
    previous_hash = hash;
    return entry;
  });
}

function jsonl(entries: readonly object[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

function csv(entries: typeof ENTRIES): string {
  const rows = entries.map((entry) =>
    Object.values({ ...entry, details: JSON.stringify(entry.details) })
      .map((value) => `"${String(value).replace(/^=/, "'=").replaceAll('"', '""')}"`)
      .join(','),
  );
  return `${Object.keys(ENTRIES[0] ?? {}).join(',')}\n${rows.join('\n')}\n`;
}

async function verify(t: TestContext, files: Readonly<Record<string, string | Uint8Array>>) {
  const folder = mkdtempSync(join(tmpdir(), 'audit-verify-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  const names = Object.keys(files).map((name) => join(folder, name));
  return runCommand(['audit', 'verify', ...names]);
}

const GOOD = `Entries 1 to 6, last hash ${ENTRIES[5]?.hash}\nComplete and unchanged`;

test('exports, archives, bodies of streams and packed files are verified', async (t) => {
  const body = (from: number, to: number) => {
    const entries = ENTRIES.slice(from - 1, to).map((entry) => ({
      ...entry,
      previous_hash: undefined,
    }));
    const previousHash = ENTRIES[from - 1]?.previous_hash;
    return JSON.stringify({
      type: 'audit.entries',
      stream: 'aud_1',
      from,
      to,
      previousHash,
      entries,
    });
  };
  const archived = ENTRIES.map(({ seq, details, ...rest }) => ({
    _time: rest.timestamp,
    attributes: { ...rest, seq: String(seq), details: JSON.stringify(details) },
  }));
  for (const files of [
    { 'a.jsonl': jsonl(ENTRIES) },
    { 'a.csv': csv(ENTRIES) },
    { 'a.jsonl.gz': gzipSync(jsonl(ENTRIES)) },
    { 'a.jsonl.zst': zstdCompressSync(jsonl(archived)) },
    { 'b.jsonl': jsonl(ENTRIES.slice(3)), 'a.jsonl': jsonl(ENTRIES.slice(0, 4)) },
    { 'one.json': body(1, 4), 'two.json': body(5, 6), 'again.json': body(1, 4) },
    { 'lines.jsonl': `${body(1, 4)}\n${body(5, 6)}\n` },
  ]) {
    const { code, printed, complained } = await verify(t, files);
    assert.deepEqual([code, printed, complained], [0, GOOD, ''], Object.keys(files).join());
  }
});

test('an entry that is removed, changed or moved is found in every format', async (t) => {
  const [first, second, third, ...rest] = ENTRIES;
  assert.ok(first !== undefined && second !== undefined && third !== undefined);
  const cases: [typeof ENTRIES, RegExp][] = [
    [[first, third, ...rest], /Entry 2 is missing/],
    [[first, ...rest], /Entries 2 to 3 are missing/],
    [
      [{ ...first, actor: 'eve' }, second, third, ...rest],
      /Entry 1 or the one before it was changed/,
    ],
    [[first, { ...second, details: { ...second.details, z: 9 } }, third, ...rest], /Entry 2 or/],
    [[first, second, third, ...rest.toSpliced(2, 1, { ...first, seq: 6 })], /Entry 6 or/],
    [[first, third, second, ...rest], /Entry 2 is out of order: it follows entry 3/],
    [[first, { ...third, seq: 2 }, { ...second, seq: 3 }, ...rest], /Entry 2 or/],
    [
      [first, second, { ...second, actor: 'eve', hash: 'x' }, third, ...rest],
      /Entry 2 is out of order/,
    ],
    [[{ ...second, previous_hash: CHAIN_START }, third, ...rest], /Entry 2 or/],
  ];
  for (const [entries, problem] of cases) {
    for (const files of [{ 'a.jsonl': jsonl(entries) }, { 'a.csv': csv(entries) }] as const) {
      const { code, complained } = await verify(t, files);
      assert.equal(code, 1);
      assert.match(complained, problem);
    }
  }
});

test('what cannot be verified is said', async (t) => {
  const { seq: _, hash: _hash, previous_hash: _previous, ...old } = ENTRIES[0] ?? {};
  const mixed = await verify(t, { 'a.jsonl': jsonl([old, ...ENTRIES]) });
  assert.deepEqual([mixed.code, mixed.printed], [0, GOOD]);
  assert.match(mixed.complained, /1 entries without a number were not verified/);
  const none = await verify(t, { 'a.jsonl': jsonl([old]) });
  assert.equal(none.code, 1);
  const foreign = await verify(t, { 'a.jsonl': `${jsonl(ENTRIES)}{"level":"info"}\n` });
  assert.match(foreign.complained, /1 lines are not audit entries/);
  assert.equal(foreign.code, 1);
  assert.equal((await runCommand(['audit', 'verify', '/nowhere'])).code, 2);
  assert.equal((await runCommand(['audit', 'verify'])).code, 2);
});
