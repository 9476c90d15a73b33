import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { logRecord, hostileRecord, hostileText } from '../../../test/support/log-records.ts';
import { seededRandom } from '../../../test/support/seeded-random.ts';
import { allAttributes } from './log-fields.ts';
import { formatRowId } from './row-ids.ts';
import { sendLists } from './sent-table.ts';
import { instant, sent, sql, string, strings, uint32, uint64 } from './sql.ts';
import { newOrganization, toolsOf } from './store-tools.suite.ts';
import type { LogStore } from './store.ts';

/** Texts, parameters and tables come back as they went in. */
export function testValues(store: () => LogStore): void {
  const { encoder, rowIds, insert, rows } = toolsOf(store);

  test('every text comes back as it went in', async () => {
    const seed = 20_260_115;
    const random = seededRandom(seed);
    const organization = newOrganization();
    const records = Array.from({ length: 400 }, () =>
      hostileRecord(random, { organization, retentionDays: 36_500 }),
    );
    const { bytes, firstSequence } = encoder.encode(records);

    await store().insert({ token: randomUUID(), blocks: [bytes], events: records.length });

    const found =
      await rows(sql`SELECT lower(hex(row_id)) AS id, timestamp, level, source, event_id,
      body, ${allAttributes()} AS attributes FROM logs
      WHERE organization = ${string(organization)} ORDER BY row_id`);
    assert.equal(found.length, records.length, `seed ${seed}`);
    for (const [i, record] of records.entries()) {
      assert.deepEqual(
        found[i],
        {
          id: formatRowId(firstSequence + i, rowIds.node),
          timestamp: new Date(record.timestamp).toISOString(),
          level: record.level,
          source: record.source.toWellFormed(),
          event_id: record.id.toWellFormed(),
          body: record.body.toWellFormed(),
          attributes: Object.fromEntries(
            [...record.attributes, ['id', record.id] as const]
              .filter(([key, value]) => key !== 'id' || value !== '')
              .map(([key, value]) => [key, value.toWellFormed()]),
          ),
        },
        `seed ${seed}, record ${i}`,
      );
    }
  });

  test('every parameter comes back as it went in', async () => {
    const seed = 7;
    const random = seededRandom(seed);
    const texts = Array.from({ length: 60 }, () => hostileText(random).slice(0, 2_000));
    for (const value of texts) {
      const answer = await rows(
        sql`SELECT ${string(value)} AS one, ${strings([value, '', value])} AS many`,
      );
      const expected = value.toWellFormed();
      const message = `seed ${seed}: ${JSON.stringify(value.slice(0, 100))}`;
      assert.deepEqual(answer, [{ one: expected, many: [expected, '', expected] }], message);
    }
    const answer = await rows(sql`SELECT toString(${uint64(2n ** 64n - 1n)}) AS big,
      ${uint32(7)} AS small, ${instant(-1)} AS before, ${instant(1_700_000_000_123)} AS later`);
    assert.deepEqual(answer, [
      {
        big: '18446744073709551615',
        small: 7,
        before: '1969-12-31T23:59:59.999Z',
        later: '2023-11-14T22:13:20.123Z',
      },
    ]);
  });

  test('a table that is sent along is read as it is, wherever the rows are', async () => {
    const organization = newOrganization();
    await insert(['a', 'b', 'c'].map((body) => logRecord({ organization, body })));
    const texts = [
      hostileText(seededRandom(1)).toWellFormed(),
      '',
      '日本',
      "'\\\t\r\n",
      'x'.repeat(70_000),
    ];
    const keys = Array.from({ length: 1_000 }, (_, i) => `key ${i}`);
    const table = sendLists([
      ['b', 'a', ...keys],
      ['two', 'one', ...keys],
    ]);
    const from = sent(table);

    const read = await rows(sql`SELECT list1 AS t FROM ${sent(sendLists([texts]))}`);
    const found = await rows(sql`SELECT body,
      transform(body, (SELECT list1 FROM ${from}), (SELECT list2 FROM ${from}), ${string('none')}) AS t
      FROM logs WHERE organization = ${string(organization)} ORDER BY body`);

    assert.deepEqual(read, [{ t: texts }]);
    assert.deepEqual(
      found.map(({ t }) => t),
      ['one', 'two', 'none'],
    );
  });
}
