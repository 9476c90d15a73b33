/** Services that are asked for together are told what each of them would be told alone. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { KpiSettings } from '../../../contract/kpi-settings.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SECOND_MS } from '../../../spec/units.ts';
import { openTestStore } from '../../../../test/support/open-test-store.ts';
import { seededRandom, type SeededRandom } from '../../../../test/support/seeded-random.ts';
import { startServices } from '../../../../test/support/services/start-services.ts';
import { readSelector } from '../managing/check-searches.ts';
import { settleDraft } from '../managing/settle-kpi.ts';
import { askSlots, measuringActor } from './ask-slots.ts';
import { askTogether, type Part } from './ask-together.ts';
import { chooseMembers } from './choose-members.ts';
import type { Asked } from './find-due-services.ts';

const limits = LIMITS.services;
const store = await openTestStore();
const SLOT_MS = limits.everySecondsDefault * SECOND_MS;

const NAMES = ['checkout', 'cart', 'search', 'mail'] as const;
const WORDS = ['timeout', 'paid', 'refused'] as const;

/** Events of all kinds in the three slots before now, some of them without fields or with text for numbers. */
function events(random: SeededRandom, count: number) {
  return Array.from({ length: count }, () => ({
    agoMs: random.integer(1, 3 * SLOT_MS - 1),
    level: random.pick(['info', 'warn', 'error']),
    body: `${random.pick(WORDS)} ${random.pick(WORDS)}`,
    fields: {
      ...(random.chance(0.9) ? { service: random.pick(NAMES) } : {}),
      ...(random.chance(0.8) ? { duration_ms: String(random.integer(0, 400) / 4) } : {}),
      ...(random.chance(0.1) ? { duration_ms: 'none' } : {}),
      region: random.pick(['eu', 'us']),
    },
  }));
}

const SELECTORS = [
  'service=checkout',
  'service=cart OR service=search',
  'service=mail region=eu',
  'NOT service=mail',
  'service IN (checkout, mail)',
  'service=nobody',
  'timeout service=c*',
  'duration_ms>50',
  '*',
  '"refused" OR level=error',
] as const;

const MEASURES: readonly [KpiSettings['measure'], ...KpiSettings['measure'][]] = [
  { kind: 'ratio', bad: 'level=error' },
  { kind: 'ratio', bad: 'timeout' },
  { kind: 'aggregate', function: 'count' },
  { kind: 'aggregate', function: 'rate', where: 'region=eu' },
  { kind: 'aggregate', function: 'age' },
  { kind: 'aggregate', function: 'dc', field: 'region' },
  { kind: 'aggregate', function: 'avg', field: 'duration_ms', where: 'level=info' },
  { kind: 'aggregate', function: 'sum', field: 'duration_ms' },
  { kind: 'aggregate', function: 'min', field: 'duration_ms' },
  { kind: 'aggregate', function: 'max', field: 'duration_ms' },
  { kind: 'aggregate', function: 'p95', field: 'duration_ms' },
];

function randomPart(random: SeededRandom, number: number): Part {
  const selector = random.pick(SELECTORS);
  const measures = Array.from({ length: random.integer(1, 6) }, () => random.pick(MEASURES));
  return partOf(`svc_${number}`, selector, measures);
}

function partOf(
  service: string,
  selector: string,
  measures: readonly KpiSettings['measure'][],
): Part {
  return {
    service,
    text: selector,
    selector: readSelector(selector),
    kpis: measures.map((measure, at) => ({
      id: `${service}_${at}`,
      settings: settleDraft({ measure }),
    })),
  };
}

async function startAsking(t: TestContext) {
  const services = await startServices(t, store);
  const { id: organization } = await services.access.newOrganization();
  const { signal } = new AbortController();
  const now = services.access.clock.now();
  const end = Math.floor(now / SLOT_MS) * SLOT_MS;
  const actor = measuringActor(organization);
  const needs = { search: services.needs };
  return {
    write: (count: number, random: SeededRandom) =>
      services.write(organization, events(random, count)),
    slotsAgo: (...ago: readonly number[]) => ({
      everySeconds: SLOT_MS / SECOND_MS,
      slots: ago.map((slots) => end - slots * SLOT_MS),
      now,
    }),
    together: (asked: Parameters<typeof askTogether>[2], parts: readonly Part[]) =>
      askTogether(needs, actor, asked, parts, signal),
    alone: (asked: Parameters<typeof askTogether>[2], { selector, kpis }: Part) =>
      askSlots(needs, actor, { ...asked, selector, kpis }, signal),
  };
}

test('each of many generated services is told together what it is told alone', async (t) => {
  const { write, slotsAgo, together, alone } = await startAsking(t);
  await write(500, seededRandom(7));

  let filled = 0;
  for (let seed = 1; seed <= 20; seed += 1) {
    const random = seededRandom(seed);
    const parts = Array.from({ length: random.integer(2, 8) }, (_, at) => randomPart(random, at));
    const asked = random.pick([slotsAgo(3, 2, 1), slotsAgo(1), slotsAgo(3, 1), slotsAgo(9, 2)]);
    const found = await together(asked, parts);
    assert.equal(found.size, parts.length, `seed ${seed}`);
    for (const each of parts) {
      const own = await alone(asked, each);
      assert.deepEqual(found.get(each.service), own, `seed ${seed}, ${each.text}`);
      for (const answer of own.values()) {
        if (answer.kind !== 'slots') continue;
        filled += [...answer.slots.values()].filter(({ total }) => (total ?? 0) > 0).length;
      }
    }
  }

  assert.ok(filled > 300, String(filled));
});

test('a service that is refused is left out, and the others have their answers', async (t) => {
  const { write, slotsAgo, together, alone } = await startAsking(t);
  await write(100, seededRandom(8));
  const good = NAMES.map((name) => partOf(name, `service=${name}`, MEASURES));
  const bad = partOf('bad', 'index=gone service=cart', MEASURES);
  const asked = slotsAgo(2, 1);

  const found = await together(asked, [...good.slice(0, 2), bad, ...good.slice(2)]);

  assert.deepEqual([...found.keys()], [...NAMES]);
  for (const each of good) {
    assert.deepEqual(found.get(each.service), await alone(asked, each));
  }
});

function askedFor(service: string, measures: number, slots: number): Asked {
  const part = partOf(service, 'service=cart', MEASURES.slice(0, measures));
  const { selector, kpis } = part;
  const every = { everySeconds: SLOT_MS / SECOND_MS, now: 0 };
  return { selector, kpis, ...every, slots: Array.from({ length: slots }, (_, at) => at), part };
}

test('services share a statement that stays small, and that makes none of them much dearer', async () => {
  const together = async (...all: readonly [Asked, ...Asked[]]): Promise<string[]> => {
    const [first, ...others] = all;
    const members = await chooseMembers(first, others, async ({ part: { service } }) =>
      service === 'other' ? 'another index' : 'index',
    );
    return members.map((each) => each.part.service);
  };
  const slots = limits.sharedValuesMax / 2 / 5;

  const small = await together(askedFor('a', 5, slots), askedFor('b', 5, slots));
  const large = await together(askedFor('a', 5, slots + 1), askedFor('b', 5, slots + 1));
  const twice = await together(askedFor('a', 4, 1), askedFor('b', 8, 1), askedFor('c', 4, 1));
  const more = await together(askedFor('a', 4, 1), askedFor('b', 9, 1), askedFor('c', 4, 1));
  const many = Array.from({ length: limits.sharedServicesMax }, (_, at) =>
    askedFor(`m${at}`, 1, 1),
  );
  const most = await together(askedFor('a', 1, 1), ...many);
  const apart = await together(askedFor('a', 1, 1), askedFor('other', 1, 1), askedFor('c', 1, 1));

  assert.deepEqual([small, large], [['a', 'b'], ['a']]);
  assert.deepEqual(
    [twice, more],
    [
      ['a', 'b', 'c'],
      ['a', 'c'],
    ],
  );
  assert.equal(most.length, limits.sharedServicesMax);
  assert.equal(most.at(-1), `m${limits.sharedServicesMax - 2}`);
  assert.deepEqual(apart, ['a', 'c']);
});
