import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { fakeClock } from '../../../../../test/support/fake-clock.ts';
import { logRecord } from '../../../../../test/support/log-records.ts';
import { encodedBatch, openFiles } from '../../../../../test/support/store/open-day-files.ts';
import { newFolder } from '../../../../../test/support/store/supervised-store.ts';
import { organizationId } from '../../../../base/ids.ts';
import { DAY_MS } from '../../../../spec/units.ts';
import { compactDays } from './compact-day.ts';
import { expireRows } from './expire-rows.ts';
import type { EngineRequest } from './read-request.ts';
import { runStatement } from './run-statement.ts';
import { createRunning } from './running.ts';

const never = new AbortController().signal;
const DAYS = 4;
const ROWS = 500;

/** Rows of two organizations on each of several days. */
async function start(t: TestContext) {
  const folder = newFolder(t);
  const clock = fakeClock(Date.UTC(2026, 2, 10, 9));
  const opened = await openFiles(folder, clock);
  for (let day = 0; day < DAYS; day++) {
    const now = clock.now();
    for (const name of ['org_stays', 'org_goes']) {
      const organization = organizationId(name);
      const record = logRecord({ organization, body: name, timestamp: now, receivedAt: now });
      await opened.inserter.insert(encodedBatch(Array.from({ length: ROWS }, () => record)));
    }
    if (day < DAYS - 1) clock.advance(DAY_MS);
  }
  const needs = { ...opened, folder, running: createRunning() };
  const run = async (text: string, parameters: Record<string, string> = {}): Promise<string> => {
    let answer = '';
    const request: EngineRequest = {
      text,
      settings: new URLSearchParams({ default_format: 'JSONCompactColumns' }),
      parameters: new Map(Object.entries(parameters)),
      tables: new Map(),
      mayPack: false,
      data: Buffer.alloc(0),
    };
    await runStatement(needs, request, 'statement', async (part) => {
      answer += String(part);
    });
    return answer;
  };
  const erase = (): Promise<string> =>
    run('DELETE FROM logs WHERE organization = {p1:String}', { p1: 'org_goes' });
  return { folder, clock, opened, needs, run, erase };
}

test('a deletion reaches every day', async (t) => {
  const { opened, erase } = await start(t);
  using _ = opened;

  await erase();

  assert.deepEqual([...(await opened.bodies())], [['org_stays', DAYS * ROWS]]);
  assert.deepEqual(
    opened.files.all().map(({ bounds }) => bounds.rows),
    Array.from({ length: DAYS }, () => ROWS),
  );
});

test('a deletion holds also in files that are written anew at the same time', async (t) => {
  const { folder, clock, opened, needs, erase } = await start(t);
  using _ = opened;

  await Promise.all([compactDays({ ...needs, folder }, clock, never), erase()]);

  assert.deepEqual([...(await opened.bodies())], [['org_stays', DAYS * ROWS]]);
  assert.equal(opened.files.all().filter(({ isSorted }) => isSorted).length, DAYS - 1);
});

test('deletions at the same time do not disturb each other, nor what expires', async (t) => {
  const { clock, opened, needs, erase } = await start(t);
  using _ = opened;

  await Promise.all([erase(), expireRows(needs, clock, never), erase(), erase()]);

  assert.deepEqual([...(await opened.bodies())], [['org_stays', DAYS * ROWS]]);
});

test('rows that are stored during a deletion are found', async (t) => {
  const { clock, opened, run } = await start(t);
  using _ = opened;
  for (let round = 0; round < 10; round++) {
    const now = clock.now();
    const record = logRecord({ body: `fresh ${round}`, timestamp: now, receivedAt: now });
    await Promise.all([
      run('DELETE FROM logs WHERE organization != {p1:String}', { p1: 'org_test' }),
      opened.inserter.insert(encodedBatch([record])),
    ]);
    const answer = await run('SELECT count() AS n FROM logs WHERE body = {p1:String}', {
      p1: `fresh ${round}`,
    });
    assert.match(answer, /\[1\]|"n":\s*1|\[\[1\]\]/, answer);
  }
});
