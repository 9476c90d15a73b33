/** Two nodes that share alert rules through PostgreSQL, in real time: what a kill costs, and that nothing is done twice. */
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/base/clock.ts';
import { silentLog } from '../../src/base/log.ts';
import type { Metadata } from '../../src/engines/metadata/metadata.ts';
import { openMetadata } from '../../src/engines/metadata/open-metadata.ts';
import { LIMITS } from '../../src/spec/limits.ts';
import { MINUTE_MS, SECOND_MS } from '../../src/spec/units.ts';
import { addRules, enterRound, killNode, startAlertNode } from '../support/alerts/alert-nodes.ts';
import { startPostgres } from '../support/metadata/start-postgres.ts';
import { type Receiver, startReceiver } from '../support/start-receiver.ts';
import { benchContext } from './bench-context.ts';
import { print } from './ingest-traffic.ts';

/** Long enough to be killed meanwhile, and shorter than a tick may take. */
const HELD_MS = 14 * SECOND_MS;
const PATIENCE_MS = 3 * MINUTE_MS;
const EVERY_MS = LIMITS.alerts.intervalSecondsMin * SECOND_MS;

interface Place {
  readonly t: ReturnType<typeof benchContext>;
  readonly url: string;
  readonly metadata: Metadata;
  readonly receiver: Receiver;
}

async function openPlace(opened: AsyncDisposableStack, rules: number): Promise<Place> {
  const t = benchContext(opened);
  const database = await startPostgres(t);
  if (database === undefined) throw new Error('PostgreSQL is missing.');
  const { url } = database;
  const needs = { clock: systemClock, log: silentLog };
  const metadata = opened.use(await openMetadata(needs, { kind: 'postgres', url }));
  const receiver = await startReceiver(t);
  await enterRound(metadata, 0);
  await addRules(t, { metadata, receiver, clock: systemClock, rules });
  return { t, url, metadata, receiver };
}

/** Kills the node that holds all batches, and waits until the other has done the tick that was under way. */
export async function measureTakeover(kills: number, rules: number): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const { t, url, metadata } = await openPlace(opened, rules);
  const took: number[] = [];
  for (let turn = 0; turn < kills; turn += 1) {
    const victim = await startAlertNode(t, [url, 'real', String(HELD_MS)]);
    const held = await untilHeld(metadata);
    // Just now, so that the lease has all of its time before it.
    const other = await startAlertNode(t, [url, 'real', '0']);
    await killNode(victim);
    const killedAt = performance.now();
    await untilTicked(metadata, held);
    took.push((performance.now() - killedAt) / SECOND_MS);
    await killNode(other);
    process.stdout.write(`  ${held.size} batches taken over after ${took.at(-1)?.toFixed(1)} s\n`);
  }
  print(`${kills} kills of the node that holds ${rules} rules, two nodes on PostgreSQL`, {
    'taken over after at most, s': Math.max(...took),
    'at least, s': Math.min(...took),
  });
}

/** By batch, when each had ticked last. */
async function untilHeld({ db }: Metadata): Promise<Map<string, number>> {
  for (const endsAt = performance.now() + PATIENCE_MS; performance.now() < endsAt;) {
    const rows = await db
      .selectFrom('alert_batches')
      .select(['id', 'ticked_at', 'lease_until'])
      .execute();
    const held = rows.filter(({ lease_until: until }) => Number(until ?? 0) > Date.now());
    if (held.length === rows.length) {
      return new Map(held.map(({ id, ticked_at: at }) => [id, Number(at)]));
    }
    await sleep(50);
  }
  throw new Error('No node has taken all batches.');
}

async function untilTicked({ db }: Metadata, held: ReadonlyMap<string, number>): Promise<void> {
  for (const endsAt = performance.now() + PATIENCE_MS; performance.now() < endsAt;) {
    const rows = await db.selectFrom('alert_batches').select(['id', 'ticked_at']).execute();
    if (rows.every(({ id, ticked_at: at }) => Number(at) > (held.get(id) ?? 0))) return;
    await sleep(50);
  }
  throw new Error('Nobody has taken over.');
}

/** Both nodes work for some minutes; every tick, incident and message is there once. */
export async function countTicks(minutes: number, rules: number): Promise<void> {
  await using opened = new AsyncDisposableStack();
  const { t, url, metadata, receiver } = await openPlace(opened, rules);
  const asked = new Map<string, number[]>();
  const perNode = [0, 0];
  let settled = 0;
  const nodes = await Promise.all(
    [0, 1].map((node) =>
      startAlertNode(t, [url, 'real'], (line) => {
        const [kind, name = '', value = ''] = line.split(' ');
        if (kind === 'ticked') settled += Number(name);
        if (kind !== 'asked') return;
        asked.set(name, [...(asked.get(name) ?? []), Number(value)]);
        perNode[node] = (perNode[node] ?? 0) + 1;
      }),
    ),
  );
  await sleep(minutes * MINUTE_MS);
  await untilIdle(metadata);
  for (const node of nodes) await killNode(node);
  const all = [...asked.values()];
  const ticks = all.flat().length;
  const incidents = await metadata.db.selectFrom('alert_incidents').select('id').execute();
  const received = receiver.calls.map(({ headers }) => String(headers['webhook-id']));
  print(`two nodes on PostgreSQL, ${rules} rules, ${minutes} minutes`, {
    'ticks expected': all.reduce((sum, each) => sum + expectedTicks(each), 0),
    'ticks asked': ticks,
    'by the first node': perNode[0] ?? 0,
    'by the second node': perNode[1] ?? 0,
    'ticks settled': settled,
    'ticks doubled': ticks - all.reduce((sum, each) => sum + new Set(each).size, 0),
    incidents: incidents.length,
    messages: new Set(received).size,
    'messages doubled': received.length - new Set(received).size,
  });
}

/** From the first to the last, none left out. */
function expectedTicks(ticks: readonly number[]): number {
  return (Math.max(...ticks) - Math.min(...ticks)) / EVERY_MS + 1;
}

/** So that none is killed in the middle of a tick or a message. */
async function untilIdle({ db }: Metadata): Promise<void> {
  for (const endsAt = performance.now() + PATIENCE_MS; performance.now() < endsAt;) {
    const held = await db
      .selectFrom('alert_batches')
      .select('id')
      .where((each) =>
        each.or([each('lease_until', 'is not', null), each('due_at', '<', Date.now() + 2_000)]),
      )
      .execute();
    const waiting = await db
      .selectFrom('alert_deliveries')
      .select('id')
      .where('state', '=', 'waiting')
      .execute();
    if (held.length + waiting.length === 0) return;
    await sleep(50);
  }
  throw new Error('The nodes have never been idle.');
}
