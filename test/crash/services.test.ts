import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { silentLog } from '../../src/base/log.ts';
import type { Metadata } from '../../src/engines/metadata/metadata.ts';
import { openMetadata } from '../../src/engines/metadata/open-metadata.ts';
import { createKpi } from '../../src/features/services/managing/manage-kpis.ts';
import { createService } from '../../src/features/services/managing/manage-services.ts';
import { PLANS } from '../../src/spec/plans.ts';
import { SECOND_MS } from '../../src/spec/units.ts';
import { fastClock } from '../support/time/fast-clock.ts';
import { accessOn } from '../support/open-access.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { startPostgres } from '../support/metadata/start-postgres.ts';

const NODE = fileURLToPath(new URL('./services-node.ts', import.meta.url));
/** XPLAIN_TEST_CRASH_ROUNDS asks for more. */
const KILLS = 3 * Number(process.env['XPLAIN_TEST_CRASH_ROUNDS'] ?? 2);
const SERVICES = 10;
const KPIS_EACH = 3;
const EVERY_SECONDS = 60;
/** Slots that every KPI must have got through, beside those of its past. */
const SLOTS_MIN = 6;
/** Much more than it takes: a lease of the dead node lasts three seconds here. */
const PATIENCE_MS = 120_000;

test('kill -9 of one of two nodes neither doubles nor loses a slot', async (t) => {
  const seed = Number(process.env['XPLAIN_TEST_SEED'] ?? Date.now() % 1_000_000);
  t.diagnostic(`seed ${seed}, ${KILLS} kills`);
  const random = seededRandom(seed);
  const database = await startPostgres(t);
  if (database === undefined) return;
  const { url } = database;
  const beganAt = Date.now();
  const clock = fastClock(beganAt);
  const place = { kind: 'postgres', url } as const;
  await using metadata = await openMetadata({ clock, log: silentLog }, place);
  const ids = await addServices(t, metadata, beganAt);
  const start = (): Promise<ChildProcess> => startNode(t, url, beganAt);
  const nodes = [await start(), await start()];

  for (let at = 0; at < KILLS; at++) {
    await sleep(random.integer(300, 2_000));
    const victim = random.integer(0, 1);
    await kill(nodes[victim]);
    nodes[victim] = await start();
  }
  // On a fast machine the kills are over before there is enough to look at.
  const target = Math.max(clock.now(), beganAt + (SLOTS_MIN + 4) * EVERY_SECONDS * SECOND_MS);
  await until(async () => (await measuredTo(metadata)) >= target - 2 * EVERY_SECONDS * SECOND_MS);
  for (const node of nodes) await kill(node);

  const slots = await readSlots(metadata);
  assert.equal(slots.size, ids.length, 'KPIs without any slot');
  let count = 0;
  for (const [kpi, own] of slots) {
    const distinct = new Set(own);
    assert.equal(own.length, distinct.size, `${kpi} has a slot twice`);
    const first = Math.min(...own);
    const last = Math.max(...own);
    assert.equal(own.length, (last - first) / EVERY_SECONDS + 1, `${kpi} lost a slot`);
    assert.ok(own.length >= SLOTS_MIN, `${kpi} has ${own.length} slots: the test shows nothing`);
    count += own.length;
  }
  t.diagnostic(`${count} slots of ${ids.length} KPIs, ${KILLS} kills`);
});

async function addServices(t: TestContext, metadata: Metadata, beganAt: number): Promise<string[]> {
  const access = await accessOn(t, metadata);
  const { owner } = await access.newOrganization('enterprise');
  const needs = { metadata, clock: fastClock(beganAt), plans: PLANS };
  const ids: string[] = [];
  for (let number = 0; number < SERVICES; number++) {
    const draft = { name: `service ${number}`, selector: `service=s${number}` };
    const service = await createService(needs, owner.actor, draft);
    for (let each = 0; each < KPIS_EACH; each++) {
      const kpi = await createKpi(needs, owner.actor, {
        serviceId: service.id,
        name: `kpi ${each}`,
        measure: { kind: 'ratio', bad: 'level=error' },
        everySeconds: EVERY_SECONDS,
        delaySeconds: 30,
        critical: 1,
      });
      ids.push(kpi.id);
    }
  }
  return ids;
}

/** Up to when every KPI is measured. */
async function measuredTo({ db }: Metadata): Promise<number> {
  const rows = await db.selectFrom('kpi_states').select('measured_to').execute();
  return Math.min(...rows.map(({ measured_to }) => measured_to));
}

/** The beginnings of the slots that are told of, by KPI, each as often as it is. */
async function readSlots({ db }: Metadata): Promise<Map<string, number[]>> {
  const rows = await db.selectFrom('kpi_outbox').select('records').execute();
  const records = rows.flatMap(
    ({ records: text }) => JSON.parse(text) as { attributes: Record<string, string> }[],
  );
  const slots = new Map<string, number[]>();
  for (const { attributes } of records) {
    const { kind, kpi_id: kpi = '', slot, revision } = attributes;
    if (kind !== 'slot') continue;
    assert.equal(revision, '1', 'nothing came late');
    slots.set(kpi, [...(slots.get(kpi) ?? []), Number(slot)]);
  }
  return slots;
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  while (!(await isDone()) && performance.now() < giveUpAt) await sleep(200);
}

async function startNode(t: TestContext, url: string, beganAt: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, [NODE, url, String(beganAt)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

async function kill(child: ChildProcess | undefined): Promise<void> {
  assert.ok(child !== undefined && child.exitCode === null, 'a node ended by itself');
  child.kill('SIGKILL');
  await once(child, 'exit');
}
