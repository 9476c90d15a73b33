/** Parts and repeated answers of a saved check: kept, versioned, and paid for as in `run-adhoc`. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  NOT_FOUND,
  startChecks,
  CHECKS,
} from '../../../../test/support/evaluation/start-checks.ts';
import {
  openServedModel,
  previewOf,
  resultOf,
} from '../../../../test/support/evaluation/start-evaluation.ts';
import { startModelServer } from '../../../../test/support/evaluation/start-model-server.ts';
import { onBothStores } from '../../../../test/support/open-access.ts';
import type { Check, CheckVersion } from '../../../contract/checks.ts';

/** More than go into one call without compression. */
const ROWS = Array.from({ length: 300 }, (_, row) => `INFO step ${row} is running`);
const CALL = { in: 500, out: 400 };
const CALL_CREDITS = (500 * 100 + 400 * 500) / 1_000_000;

onBothStores('a check keeps how it asks, and an older one asks as before', async (t, access) => {
  const { create, call, owner } = await startChecks(t, { access });
  const made = await create({ strategy: 'split' });
  const older = await create({ name: 'older' });
  const { db } = access.metadata;
  // As they were written before checks could say so.
  const { settings } = await db
    .selectFrom('checks')
    .select('settings')
    .where('id', '=', older.id)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('checks')
    .set({ settings: withoutLater(settings) })
    .where('id', '=', older.id)
    .execute();
  const { content } = await db
    .selectFrom('knowledge_versions')
    .select('content')
    .where('object_id', '=', older.id)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('knowledge_versions')
    .set({ content: withoutLater(content) })
    .where('object_id', '=', older.id)
    .execute();
  const change = { version: 1, samples: 3 };

  const changed = await call(`PATCH ${CHECKS}/${made.id}`, { as: owner, body: change });
  const read = await call(`GET ${CHECKS}/${older.id}`, { as: owner });

  assert.deepEqual(optionsOf(made), ['split', 1]);
  assert.deepEqual(optionsOf(changed.body.data as Check), ['split', 3]);
  assert.deepEqual(optionsOf(read.body.data as Check), ['clip', 1]);
  const versionsOf = async ({ id }: Check): Promise<unknown> => {
    const { body } = await call(`GET ${CHECKS}/${id}/versions`, { as: owner });
    return (body.data as CheckVersion[]).map(optionsOf);
  };
  assert.deepEqual(await versionsOf(made), [
    ['split', 3],
    ['split', 1],
  ]);
  assert.deepEqual(await versionsOf(older), [['clip', 1]]);
});

function withoutLater(text: string): string {
  const { strategy: _strategy, samples: _samples, ...before } = JSON.parse(text) as CheckVersion;
  return JSON.stringify(before);
}

function optionsOf({ strategy, samples }: Check | CheckVersion): unknown {
  return [strategy, samples];
}

test('a run asks about every part as often as its check says, and costs that', async (t) => {
  const server = await startModelServer(t);
  const model = await openServedModel(t, server);
  const { create, run, credits } = await startChecks(t, { model });
  server.playBy(() => ({ say: NOT_FOUND, usage: CALL }));
  const once = await create({ logCompression: false });
  const often = await create({
    name: 'often',
    logCompression: false,
    strategy: 'split',
    samples: 3,
  });

  const [single, shown] = [
    previewOf(await run(once, { rows: ROWS, preview: true })),
    previewOf(await run(often, { rows: ROWS, preview: true })),
  ];
  const result = resultOf(await run(often, { rows: ROWS }));

  assert.deepEqual([single.parts, shown.parts, result.parts], [undefined, 2, 2]);
  assert.ok(shown.creditEstimate.wholeRun.least > 4 * single.creditEstimate.wholeRun.least);
  assert.equal(server.seen.length, 6);
  assert.equal(result.creditsSpent, 6 * CALL_CREDITS);
  assert.equal((await credits()).used, 6 * CALL_CREDITS);
  // The cap is about all calls of the run together.
  const { most } = single.creditEstimate.wholeRun;
  const refused = await run(often, { rows: ROWS, maxCredits: most });
  assert.deepEqual([refused.status, refused.body.code], [422, 'CREDIT_CAP_EXCEEDED']);
  assert.equal(server.seen.length, 6);
});

test('a check whose findings have no items takes neither', async (t) => {
  const { create, call, owner } = await startChecks(t);
  const { id } = await create({ mode: 'generic_verdict' });
  const pathsOf = async (change: object): Promise<unknown> => {
    const body = { version: 1, ...change };
    const { status, body: refused } = await call(`PATCH ${CHECKS}/${id}`, { as: owner, body });
    const details = (refused['details'] ?? []) as readonly { path: string }[];
    return [status, details.map(({ path }) => path)];
  };

  assert.deepEqual(await pathsOf({ strategy: 'split' }), [400, ['strategy']]);
  assert.deepEqual(await pathsOf({ samples: 3 }), [400, ['samples']]);
  assert.deepEqual(await pathsOf({ samples: 2 }), [400, ['samples']]);
  assert.deepEqual(await pathsOf({ strategy: 'all' }), [400, ['strategy']]);
  assert.deepEqual(await pathsOf({ strategy: 'split', mode: 'test_classification' }), [200, []]);
});
