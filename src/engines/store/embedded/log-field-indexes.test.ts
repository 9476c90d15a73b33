import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { logRecord } from '../../../../test/support/log-records.ts';
import { needsOf, newFolder } from '../../../../test/support/store/supervised-store.ts';
import { withoutClickhouse } from '../../../../test/support/store/without-clickhouse.ts';
import { systemClock } from '../../../base/clock.ts';
import { createBlockEncoder } from '../block-encoder.ts';
import { attributeEquals, attributeIn, bodyHasWord } from '../log-fields.ts';
import { createRowIds } from '../row-ids.ts';
import { sql, type Sql } from '../sql.ts';
import { openEmbeddedStore } from './open-embedded-store.ts';

const skip = withoutClickhouse();
const RARE: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'Connection REFUSED by db-01.example': [['status', '500']],
  'ÜBERLAUF im Puffer': [['trace_id', 'ABCDEF0123']],
  lists: [
    ['tags', '["Rare",1]'],
    ['span_id', '["AB12"]'],
  ],
};

test('rare words and values are found by their index', { skip }, async (t) => {
  await using store = await openEmbeddedStore(needsOf(), newFolder(t));
  const encoder = createBlockEncoder(createRowIds(systemClock, 1));
  const filler = Array.from({ length: 30_000 }, (_, i) =>
    logRecord({ body: `filler ${i}`, attributes: [['number', `${i}`]], timestamp: i }),
  ).map((record) => ({ ...record, retentionDays: 36_500 }));
  const rare = Object.entries(RARE).map(([body, attributes]) => logRecord({ body, attributes }));
  for (const part of [filler.slice(0, 20_000), [...filler.slice(20_000), ...rare]]) {
    const { bytes } = encoder.encode(part);
    await store.insert({ token: randomUUID(), blocks: [bytes], events: part.length });
  }
  // Merges build the indexes.
  await store.command(sql`OPTIMIZE TABLE logs FINAL`);
  const uses: readonly (readonly [Sql, string])[] = [
    [bodyHasWord('refused'), 'body_words'],
    [bodyHasWord('überlauf'), 'body_words'],
    [attributeEquals('status', '500'), '<Combined skip indexes>'],
    [attributeEquals('trace_id', 'abcdef0123'), '<Combined skip indexes>'],
    [attributeEquals('tags', 'rare'), '<Combined skip indexes>'],
    [attributeEquals('span_id', 'ab12'), '<Combined skip indexes>'],
    [attributeIn('tags', ['rare', 'x']), '<Combined skip indexes>'],
    [attributeIn('span_id', ['ab12', 'x']), '<Combined skip indexes>'],
  ];

  for (const [condition, index] of uses) {
    const plan = await store.query(
      sql`EXPLAIN indexes = 1 SELECT count() FROM logs WHERE ${condition}`,
    );
    const lines = plan.columns[0]?.values.join('\n') ?? '';
    const chosen = new RegExp(`Name: ${index}[\\s\\S]*?Granules: 1/(\\d+)`).exec(lines);
    assert(chosen !== null && Number(chosen[1]) > 1, `${index}:\n${lines}`);
  }
});
