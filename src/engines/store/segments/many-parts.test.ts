/** Rows of more parts than a thread keeps open. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { logRecord } from '../../../../test/support/log-records.ts';
import { partRowsOf } from '../../../../test/support/part-rows.ts';
import { newFolder } from '../../../../test/support/store/supervised-store.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { organizationId } from '../../../base/ids.ts';
import { MINUTE_MS } from '../../../spec/units.ts';
import { attributeEquals } from '../log-fields.ts';
import { instant, sql, string, uint32 } from '../sql.ts';
import { rowsOf } from '../store.ts';
import { openDirectAnswers } from './direct/answer-directly.ts';
import { openParts, type Parts } from './parts.ts';
import { writePart } from './write-part.ts';

const PARTS = 150;
const FROM = Date.UTC(2026, 10, 18);

/** Returns the parts, each with a row that is looked for. */
function writeParts(t: TestContext): Parts {
  const folder = join(newFolder(t), 'parts');
  mkdirSync(folder);
  for (let part = 0; part < PARTS; part++) {
    const records = ['wanted', 'other', 'other'].map((what, i) =>
      logRecord({
        organization: organizationId('org_a'),
        timestamp: FROM + part * MINUTE_MS + i,
        body: `${what} of part ${part}`,
        attributes: [['trace_id', `trace ${part} ${i}`]],
      }),
    );
    const made = writePart(partRowsOf(records), { tokens: [], replaces: [] });
    const name = `20261118-${String(part + 1).padStart(10, '0')}.parquet`;
    writeFileSync(join(folder, name), Buffer.concat(made?.pieces ?? []));
  }
  return openParts(folder);
}

test('a list has rows of more parts than are kept open, each with its own texts', async (t) => {
  await using direct = openDirectAnswers({ parts: writeParts(t), limits: LIMITS });

  const answer = await direct.answer(
    sql`SELECT body, trace_id FROM logs WHERE organization = ${string('org_a')} AND timestamp >= ${instant(FROM)}
      AND match(body, ${string('wanted')}) ORDER BY timestamp DESC, row_id DESC LIMIT ${uint32(PARTS)}`,
    {},
  );

  assert(answer !== undefined);
  const expected = Array.from({ length: PARTS }, (_, i) => PARTS - 1 - i).map((part) => ({
    body: `wanted of part ${part}`,
    trace_id: `trace ${part} 0`,
  }));
  assert.deepEqual(rowsOf(answer), expected);
});

test('what is known of filters finds the same rows as the filters themselves', async (t) => {
  const parts = writeParts(t);
  await using direct = openDirectAnswers({ parts, limits: LIMITS });
  const find = async (trace: string): Promise<unknown> => {
    const answer = await direct.answer(
      sql`SELECT body FROM logs PREWHERE (organization = ${string('org_a')} AND index_name = ${string('main')} AND timestamp >= ${instant(FROM)} AND timestamp < ${instant(FROM + PARTS * MINUTE_MS)})
        AND (${attributeEquals('trace_id', trace)}) ORDER BY timestamp DESC, row_id DESC LIMIT ${uint32(10)}`,
      {},
    );
    assert(answer !== undefined);
    return rowsOf(answer);
  };
  // Each thread is asked several times.
  for (let i = 0; i < 12; i++) {
    assert.deepEqual(await find('trace 3 0'), [{ body: 'wanted of part 3' }]);
    assert.deepEqual(await find('trace 149 1'), [{ body: 'other of part 149' }]);
    assert.deepEqual(await find('trace 150 0'), []);
  }
  const [first] = parts.all();
  assert(first !== undefined);
  parts.remove([first.name]);
  assert.deepEqual(await find('trace 0 0'), []);
  assert.deepEqual(await find('trace 3 0'), [{ body: 'wanted of part 3' }]);
});
