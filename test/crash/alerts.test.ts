import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog } from '../../src/base/log.ts';
import type { Metadata } from '../../src/engines/metadata/metadata.ts';
import { openMetadata } from '../../src/engines/metadata/open-metadata.ts';
import { LIMITS } from '../../src/spec/limits.ts';
import { addRules, enterRound, killNode, startAlertNode } from '../support/alerts/alert-nodes.ts';
import { fastClock } from '../support/time/fast-clock.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { startPostgres } from '../support/metadata/start-postgres.ts';
import { type Receiver, startReceiver } from '../support/start-receiver.ts';

/** XPLAIN_TEST_CRASH_ROUNDS asks for more. */
const ROUNDS = Number(process.env['XPLAIN_TEST_CRASH_ROUNDS'] ?? 2);
const RULES = 100;
const KILLS_MAX = 3;
/** Much more than it takes: a lease of the dead node lasts three seconds here. */
const PATIENCE_MS = 120_000;

test('kill -9 of one of two nodes opens every incident once and loses no message', async (t) => {
  const seed = Number(process.env['XPLAIN_TEST_SEED'] ?? Date.now() % 1_000_000);
  t.diagnostic(`seed ${seed}, ${ROUNDS} rounds`);
  const random = seededRandom(seed);
  const database = await startPostgres(t);
  if (database === undefined) return;
  const { url } = database;
  const beganAt = Date.now();
  const clock = fastClock(beganAt);
  const place = { kind: 'postgres', url } as const;
  await using metadata = await openMetadata({ clock, log: silentLog }, place);
  const receiver = await startReceiver(t);
  await enterRound(metadata, 0);
  await addRules(t, { metadata, receiver, clock, rules: RULES });
  const start = (): Promise<ChildProcess> => startAlertNode(t, [url, String(beganAt)]);
  const nodes = [await start(), await start()];
  let kills = 0;

  for (let round = 1; round <= ROUNDS; round++) {
    await enterRound(metadata, round);
    for (let turn = random.integer(1, KILLS_MAX); turn > 0; turn--) {
      await sleep(random.integer(100, 1_500));
      const victim = random.integer(0, 1);
      await killNode(nodes[victim]);
      kills += 1;
      nodes[victim] = await start();
    }
    const countRound = async (): Promise<number> => (await readIncidents(metadata, round)).length;
    await until(async () => (await countRound()) >= RULES);
    assert.equal(await countRound(), RULES, `round ${round}`);
  }
  await until(async () => (await countWaiting(metadata)) === 0);
  for (const node of nodes) await killNode(node);

  for (let round = 1; round <= ROUNDS; round++) {
    const incidents = await readIncidents(metadata, round);
    assert.equal(incidents.length, RULES, `round ${round}`);
    assert.equal(new Set(incidents.map((incident) => incident.rule_id)).size, RULES);
  }
  await checkMessages(t, metadata, receiver, kills);
});

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  while (!(await isDone()) && performance.now() < giveUpAt) await sleep(200);
}

function readIncidents({ db }: Metadata, round: number) {
  return db
    .selectFrom('alert_incidents')
    .select(['id', 'rule_id'])
    .where('group_key', '=', JSON.stringify({ host: `round ${round}` }))
    .execute();
}

async function countWaiting({ db }: Metadata): Promise<number> {
  const waiting = await db
    .selectFrom('alert_deliveries')
    .select('id')
    .where('state', '=', 'waiting')
    .execute();
  return waiting.length;
}

/** Every incident was told of, and what came twice came under the same id. */
async function checkMessages(
  t: TestContext,
  { db }: Metadata,
  receiver: Receiver,
  kills: number,
): Promise<void> {
  const deliveries = await db
    .selectFrom('alert_deliveries')
    .select(['id', 'state'])
    // Owners may hear by mail of ticks that were skipped meanwhile.
    .where('kind', '=', 'alert')
    .execute();
  const items = await db
    .selectFrom('alert_delivery_items')
    .select(['delivery_id', 'incident_id'])
    .where('transition', '=', 'fired')
    .execute();
  const incidents = await db.selectFrom('alert_incidents').select('id').execute();
  const received = receiver.calls.map(({ headers }) => String(headers['webhook-id']));
  const ids = new Set(received);

  assert.deepEqual(
    deliveries.filter(({ state }) => state !== 'sent'),
    [],
    'messages that were not sent',
  );
  assert.deepEqual(ids, new Set(deliveries.map(({ id }) => id)));
  const reported = new Set(
    items.filter((item) => ids.has(item.delivery_id)).map((item) => item.incident_id),
  );
  assert.equal(reported.size, incidents.length, 'incidents that nobody was told of');
  assert.equal(items.length, incidents.length, 'an incident was told of twice');
  const doubled = received.length - ids.size;
  assert.ok(doubled <= kills * LIMITS.alerts.sendsPerNode, `${doubled} after ${kills} kills`);
  assert.ok(kills > 0, 'nothing was killed: the test shows nothing');
  t.diagnostic(
    `${incidents.length} incidents, ${ids.size} messages, ${doubled} twice, ${kills} kills`,
  );
}
