import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Actor, systemActor } from '../../base/actor.ts';
import { systemClock } from '../../base/clock.ts';
import { organizationId } from '../../base/ids.ts';
import { openMemoryCounters } from '../../engines/counters/memory/open-memory-counters.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import { createNodeSlots, searchMsMax, type SearchKind } from './search-slots.ts';
import { inSlot, type SlotWait, takeSlot } from './take-slot.ts';

const { slotsPerOrganization, slotsPerNode } = LIMITS.query;

function open(slotWaitMsMax: number = LIMITS.query.slotWaitMsMax) {
  const limits = { ...LIMITS, query: { ...LIMITS.query, slotWaitMsMax } };
  const needs = {
    counters: openMemoryCounters({ clock: systemClock, limits: LIMITS.counters }),
    nodeSlots: createNodeSlots(limits),
    limits,
  };
  const ends: (() => void)[] = [];
  const started: string[] = [];
  /** Runs until the next of `ends` is called. */
  const runAs = (actor: Actor, name: string, searchKind?: SearchKind): Promise<void> =>
    inSlot({ ...needs, ...(searchKind === undefined ? {} : { searchKind }) }, actor, () => {
      started.push(name);
      return new Promise((resolve) => ends.push(() => resolve(undefined)));
    });
  const run = (organization: string, name = organization): Promise<void> =>
    runAs(keyOf(organization), name);
  return { run, runAs, ends, started, needs };
}

function keyOf(organization: string): Actor {
  return {
    organization: organizationId(`org_${organization}`),
    who: { kind: 'api_key', id: 'key_1', name: 'test' },
    permissions: new Set(),
    ipAddress: '127.0.0.1',
    userAgent: '',
  };
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 20));
}

test('an organization that comes last is served before further queries of those that fill the node', async () => {
  const { run, ends, started } = open();
  const all: Promise<void>[] = [];
  for (let i = 0; i < slotsPerNode; i += 1) all.push(run(i % 2 === 0 ? 'a' : 'b'));
  await settle();
  for (let i = 0; i < slotsPerOrganization; i += 1) all.push(run('c', `c${i}`));
  all.push(run('d'));
  await settle();
  assert.equal(started.length, slotsPerNode);

  ends.shift()?.();
  ends.shift()?.();
  await settle();
  assert.deepEqual(started.slice(slotsPerNode), ['c0', 'd']);

  while (ends.length > 0) {
    ends.shift()?.();
    await settle();
  }
  await Promise.all(all);
});

test('whoever waits too long for a slot is told to come back, and holds nothing', async () => {
  const { run, ends } = open(10);
  const all = Array.from({ length: slotsPerNode }, (_, i) => run(i % 2 === 0 ? 'a' : 'b'));
  await settle();

  await assert.rejects(run('c'), { code: 'QUERY_SLOTS_BUSY' });
  for (const end of ends) end();
  await Promise.all(all);
  const again = run('c');
  await settle();
  ends.at(-1)?.();

  await again;
});

const KINDS = [
  ['alert', LIMITS.query.alertSlotsPerOrganization, LIMITS.query.alertSlotsPerNode],
  ['background', LIMITS.query.backgroundSlotsPerOrganization, LIMITS.query.backgroundSlotsPerNode],
  ['public', LIMITS.query.publicSlotsPerOrganization, LIMITS.query.publicSlotsPerNode],
] as const;

for (const [kind, perOrganization, perNode] of KINDS) {
  test(`${kind}: an organization has ${perOrganization}, a node ${perNode}, and people keep all of theirs`, async () => {
    const { run, runAs, ends, started } = open(30);
    const all: Promise<void>[] = [];
    for (let i = 0; i < perOrganization; i += 1) all.push(runAs(keyOf('a'), 'a', kind));
    await settle();
    await assert.rejects(runAs(keyOf('a'), 'a', kind), { code: 'QUERY_SLOTS_BUSY' });
    assert.equal(started.length, perOrganization);
    for (let i = perOrganization; i < perNode; i += 1) all.push(runAs(keyOf(`o${i}`), 'o', kind));
    await settle();
    await assert.rejects(runAs(keyOf('late'), 'late', kind), { code: 'QUERY_SLOTS_BUSY' });
    assert.equal(started.length, perNode);

    for (let i = 0; i < slotsPerOrganization; i += 1) all.push(run('a', 'person'));
    await settle();
    assert.equal(started.filter((name) => name === 'person').length, slotsPerOrganization);

    for (const end of ends) end();
    await Promise.all(all);
  });

  test(`people who fill the node leave the slots of ${kind} free`, async () => {
    const { run, runAs, ends, started } = open(30);
    const all = Array.from({ length: slotsPerNode }, (_, i) => run(i % 2 === 0 ? 'a' : 'b'));
    await settle();

    all.push(runAs(keyOf('a'), kind, kind));
    await settle();

    assert.equal(started.at(-1), kind);
    for (const end of ends) end();
    await Promise.all(all);
  });
}

test('the platform itself searches in the background unless it says otherwise', async () => {
  const { runAs, run, ends, started } = open(30);
  const job = systemActor(organizationId('org_a'), 'log-deletions');
  const { backgroundSlotsPerOrganization } = LIMITS.query;
  const all = Array.from({ length: backgroundSlotsPerOrganization }, () => runAs(job, 'job'));
  await settle();

  await assert.rejects(runAs(job, 'job'), { code: 'QUERY_SLOTS_BUSY' });
  all.push(runAs(job, 'alert', 'alert'), run('a', 'person'));
  await settle();

  assert.deepEqual(started.slice(-2).toSorted(), ['alert', 'person']);
  for (const end of ends) end();
  await Promise.all(all);
});

/** Counters whose slots are all taken so many times, and then not. */
function takenFor(times: number) {
  let asked = 0;
  const end = async () => {};
  const slot = { release: end, [Symbol.asyncDispose]: end };
  const acquire = async () => (asked++ < times ? undefined : slot);
  const kind = { name: 'alert', slots: 2, holdMsMax: 1_000 } as const;
  const take = (wait: SlotWait) =>
    takeSlot({ counters: { acquire } }, organizationId('org_a'), kind, wait);
  return { take, asked: () => asked };
}

test('a slot that is taken is waited for as long as is said, and not at all where nothing is', async () => {
  const soon = takenFor(2);
  await soon.take({ waitMsMax: 5_000 });
  assert.equal(soon.asked(), 3);

  const refusal = {
    code: 'QUERY_SLOTS_BUSY',
    message: 'All 2 alert rule slots of this organization are in use. Retry in a moment.',
  };
  for (const [wait, asked] of [
    [{}, 1],
    [{ waitMsMax: 40 }, 1],
    [{ waitMsMax: 90 }, 2],
  ] as const) {
    const never = takenFor(Infinity);
    await assert.rejects(never.take(wait), refusal);
    assert.equal(never.asked(), asked);
  }
});

test('whoever does not want a slot any longer stops waiting for it', async () => {
  const never = takenFor(Infinity);
  const controller = new AbortController();
  const waiting = never.take({ waitMsMax: 60_000, signal: controller.signal });
  await settle();
  controller.abort();

  await assert.rejects(waiting, { name: 'AbortError' });
});

test('a query waits for a slot of the organization and runs once it has one', async () => {
  const { runAs, ends, started, needs } = open();
  const { alertSlotsPerOrganization } = LIMITS.query;
  const all = Array.from({ length: alertSlotsPerOrganization }, () =>
    runAs(keyOf('a'), 'first', 'alert'),
  );
  await settle();
  const wait = { waitMsMax: 5_000 };
  const late = inSlot({ ...needs, searchKind: 'alert' }, keyOf('a'), async () => 'ran', wait);
  await settle();
  assert.equal(started.length, alertSlotsPerOrganization);
  for (const end of ends) end();

  assert.equal(await late, 'ran');
  await Promise.all(all);
});

test('agents have slots of their own, wait for one for a while, and leave those of people alone', async () => {
  const { agentSlotsPerOrganization, agentSlotsPerNode } = LIMITS.query;
  const { run, runAs, ends, started, needs } = open();
  const agent: Actor = { ...keyOf('a'), via: 'mcp' };
  const all = Array.from({ length: agentSlotsPerOrganization + 1 }, (_, at) =>
    runAs(agent, `agent${at}`),
  );
  await settle();
  assert.deepEqual(started.toSorted(), ['agent0', 'agent1']);
  all.push(run('a', 'person'));
  await settle();
  assert.equal(started.at(-1), 'person');
  // The one of the person, and one of the agent.
  ends.pop()?.();
  ends.shift()?.();
  await new Promise((resolve) => setTimeout(resolve, 120));
  assert.equal(started.at(-1), 'agent2');
  for (const end of ends) end();
  await Promise.all(all);

  const hasty = { ...needs.limits, agents: { ...LIMITS.agents, slotWaitMsMax: 0 } };
  const holding = Array.from({ length: agentSlotsPerOrganization }, () => runAs(agent, 'again'));
  await settle();
  const late = inSlot({ ...needs, limits: hasty }, agent, async () => 'ran');
  await assert.rejects(late, /agent slots of this organization are in use/);
  for (const end of ends) end();
  await Promise.all(holding);
  assert.ok(agentSlotsPerNode >= agentSlotsPerOrganization);
});

test('a search of an agent begins when no person searches, or after a while', async () => {
  const { run, runAs, ends, started, needs } = open();
  const agent: Actor = { ...keyOf('a'), via: 'mcp' };
  const all = [run('b', 'first'), run('c', 'second')];
  await settle();
  all.push(runAs(agent, 'agent'));
  await settle();
  ends.shift()?.();
  await settle();
  assert.deepEqual(started, ['first', 'second']);
  ends.shift()?.();
  await settle();
  assert.equal(started.at(-1), 'agent');

  all.push(run('b', 'third'));
  await settle();
  const hasty = { ...needs.limits, agents: { ...LIMITS.agents, yieldMsMax: 30 } };
  const beganAt = performance.now();
  assert.equal(await inSlot({ ...needs, limits: hasty }, agent, async () => 'ran'), 'ran');
  const waitedMs = performance.now() - beganAt;
  assert.ok(waitedMs >= 29 && waitedMs < LIMITS.agents.yieldMsMax, `${waitedMs} ms`);
  for (const end of ends) end();
  await Promise.all(all);
});

test('a search of an agent ends sooner than one of a person', () => {
  const { searchMsMax: agentMs } = LIMITS.agents;
  assert.equal(searchMsMax({ limits: LIMITS }, { via: 'mcp' }), agentMs);
  assert.equal(searchMsMax({ limits: LIMITS }, {}), LIMITS.query.timeoutMsMax);
  assert.ok(agentMs < LIMITS.query.timeoutMsMax);
});
