import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { seededRandom, type SeededRandom } from '../../../test/support/seeded-random.ts';
import { organizationId } from '../../base/ids.ts';
import { repeated, texts, type Promised } from './entries.suite.ts';
import type { Claim, IngestQueue } from './queue.ts';

/** Where the walk believes each entry to be, by its text. */
interface Model {
  readonly waiting: Set<string>;
  readonly claimed: Map<string, Claim>;
  readonly dead: Set<string>;
  readonly stored: string[];
  appended: number;
}

const STEPS = 400;
const ORGANIZATIONS = ['org_acme', 'org_birch', 'org_cedar', 'org_dogwood'] as const;

/** Does anything in any order, with restarts in between, and checks that every entry is somewhere exactly once. */
export function walkAtRandom(name: string, promise: Promised): void {
  void describe(`${name}: at random`, () => {
    const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31));

    promise(`nothing is lost or doubled (SEED=${seed})`, async (open) => {
      const random = seededRandom(seed);
      const model: Model = {
        waiting: new Set(),
        claimed: new Map(),
        dead: new Set(),
        stored: [],
        appended: 0,
      };
      let queue = await open();
      for (let step = 0; step < STEPS; step++) {
        if (random.chance(0.02)) queue = await reopen(open, model);
        else await takeStep(queue, model, random);
        checkDepth(queue, model);
      }
      queue = await reopen(open, model);
      for (const claim of model.claimed.values()) {
        model.stored.push(...texts(claim));
        await queue.acknowledge(claim);
      }
      await queue.replayDeadLetters({});
      for (let claim; (claim = await claimAny(queue, random)) !== undefined;) {
        model.stored.push(...texts(claim));
        await queue.acknowledge(claim);
      }
      const expected = Array.from({ length: model.appended }, (_, number) => `entry ${number}`);
      assert.deepEqual(model.stored.toSorted(), expected.toSorted());
    });
  });
}

async function takeStep(queue: IngestQueue, model: Model, random: SeededRandom): Promise<void> {
  const dice = random.integer(0, 99);
  if (dice < 35) await appendSome(queue, model, random);
  else if (dice < 60) await claimOne(queue, model, random);
  else if (dice < 90) await settleOne(queue, model, random);
  else if (dice < 95) await spillSome(queue, model, random);
  else {
    await queue.replayDeadLetters({});
    for (const text of model.dead) model.waiting.add(text);
    model.dead.clear();
  }
}

async function appendSome(queue: IngestQueue, model: Model, random: SeededRandom): Promise<void> {
  const count = random.integer(1, 4);
  const added = Array.from({ length: count }, () => `entry ${model.appended++}`);
  await Promise.all(
    added.map((text) =>
      queue.append({
        organization: organizationId(random.pick(ORGANIZATIONS)),
        events: 1,
        payload: Buffer.from(text),
      }),
    ),
  );
  for (const text of added) model.waiting.add(text);
}

async function claimOne(queue: IngestQueue, model: Model, random: SeededRandom): Promise<void> {
  const claim = await claimAny(queue, random);
  if (claim === undefined) {
    assert.equal(model.waiting.size, 0);
    return;
  }
  for (const text of texts(claim)) {
    assert(model.waiting.delete(text), `${text} was not waiting`);
  }
  model.claimed.set(claim.token, claim);
}

async function settleOne(queue: IngestQueue, model: Model, random: SeededRandom): Promise<void> {
  const [first, ...others] = model.claimed.values();
  if (first === undefined) return;
  const claim = random.pick([first, ...others]);
  model.claimed.delete(claim.token);
  const dice = random.integer(0, 99);
  if (dice < 50) {
    await queue.acknowledge(claim);
    model.stored.push(...texts(claim));
  } else if (dice < 70) {
    await queue.deadLetter(claim, 'At random.');
    for (const text of texts(claim)) model.dead.add(text);
  } else {
    if (dice < 85) await queue.release(claim);
    else await queue.retryLater(claim, 0);
    const again = await queue.claim({ eventsMax: 1, bytesMax: 1 });
    assert.deepEqual(again?.entries, claim.entries);
    assert.equal(again?.token, claim.token);
    model.claimed.set(claim.token, again);
  }
}

async function spillSome(queue: IngestQueue, model: Model, random: SeededRandom): Promise<void> {
  const before = model.waiting.size;
  const asked = random.integer(1, 5);
  const spilled = await queue.spillOldest(asked, 'At random.');
  assert.equal(spilled, Math.min(asked, before));
  const oldest = [...model.waiting].sort((one, other) => numberOf(one) - numberOf(other));
  // After a replay an old number can stand behind a younger one: then ask the queue who is left.
  const left = await peek(queue, model);
  for (const text of oldest) {
    if (left.has(text)) continue;
    model.waiting.delete(text);
    model.dead.add(text);
  }
}

/** Who waits: claims everything and releases it. The claim stays known to the model as claimed. */
async function peek(queue: IngestQueue, model: Model): Promise<Set<string>> {
  const claim = await queue.claim({ eventsMax: 1_000_000, bytesMax: 1_000_000_000 });
  if (claim === undefined) return new Set();
  const found = new Set(texts(claim));
  for (const text of found) model.waiting.delete(text);
  model.claimed.set(claim.token, claim);
  return found;
}

/** The holder of every claim dies; each must come back as it was. */
async function reopen(open: () => Promise<IngestQueue>, model: Model): Promise<IngestQueue> {
  const queue = await open();
  const expected = new Map(model.claimed);
  for (let n = expected.size; n > 0; n--) {
    const claim = await queue.claim({ eventsMax: 1, bytesMax: 1 });
    assert(claim !== undefined, 'a claim is missing');
    assert.deepEqual(claim, repeated(expected.get(claim.token)));
    expected.delete(claim.token);
  }
  return queue;
}

function checkDepth(queue: IngestQueue, model: Model): void {
  const inClaims = [...model.claimed.values()].reduce((sum, claim) => sum + claim.events, 0);
  assert.equal(queue.depth().events, model.waiting.size + inClaims);
  const sums = [...queue.depth().byOrganization.values()];
  assert.equal(
    sums.reduce((sum, { events }) => sum + events, 0),
    queue.depth().events,
  );
  assert.equal(
    sums.reduce((sum, { bytes }) => sum + bytes, 0),
    queue.depth().bytes,
  );
}

async function claimAny(queue: IngestQueue, random: SeededRandom): Promise<Claim | undefined> {
  return queue.claim({ eventsMax: random.integer(1, 6), bytesMax: 1_000_000 });
}

function numberOf(text: string): number {
  return Number(text.split(' ')[1]);
}
