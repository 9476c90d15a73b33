/** Rows of more parts than a thread keeps open. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { logRecord } from '../../../../test/support/log-records.ts';
import { partRowsOf } from '../../../../test/support/part-rows.ts';
import { newFolder } from '../../../../test/support/store/supervised-store.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { organizationId } from '../../../base/ids.ts';
import { MINUTE_MS } from '../../../spec/units.ts';
import { instant, sql, string, uint32 } from '../sql.ts';
import { rowsOf } from '../store.ts';
import { openDirectAnswers } from './direct/answer-directly.ts';
import { openParts } from './parts.ts';
import { writePart } from './write-part.ts';

const PARTS = 150;
const FROM = Date.UTC(2026, 10, 18);

test('a list has rows of more parts than are kept open, each with its own texts', async (t) => {
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
  await using direct = openDirectAnswers({ parts: openParts(folder), limits: LIMITS });

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
