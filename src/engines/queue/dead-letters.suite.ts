import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { LIMITS } from '../../spec/limits.ts';
import {
  acme,
  birch,
  cedar,
  claimed,
  depthOf,
  drain,
  entry,
  EVERYTHING,
  type Promised,
  repeated,
  texts,
} from './entries.suite.ts';
import { deadLetterId, type IngestQueue } from './queue.ts';

/** Three letters of acme, two of birch, of which the first of each is spilled. */
async function withLetters(queue: IngestQueue): Promise<void> {
  await queue.append(entry(acme, 'a1'));
  await queue.append(entry(birch, 'b1'));
  await queue.spillOldest(2, 'The store was away.');
  for (const text of ['a2', 'a3']) await queue.append(entry(acme, text));
  await queue.append(entry(birch, 'b2'));
  await queue.deadLetter(await claimed(queue), 'Refused.');
}

/** What could not be stored: how it gets there, is found, and comes back. */
export function testDeadLetters(name: string, promise: Promised): void {
  void describe(`${name}: dead letters`, () => {
    promise('a spill moves the oldest, at least as many events as asked for', async (open) => {
      const queue = await open();
      for (const [organization, text] of [
        [birch, 'b1'],
        [acme, 'a1'],
        [acme, 'a2'],
        [birch, 'b2'],
      ] as const) {
        await queue.append(entry(organization, text, 10));
      }

      assert.equal(await queue.spillOldest(11, 'The store was away.'), 20);

      const letters = await queue.listDeadLetters({}, { limit: 10 });
      assert.deepEqual(
        letters.map(({ organization, isSpilled, attempts }) => ({
          organization,
          isSpilled,
          attempts,
        })),
        [
          { organization: birch, isSpilled: true, attempts: 0 },
          { organization: acme, isSpilled: true, attempts: 0 },
        ],
      );
      assert.deepEqual((await drain(queue)).toSorted(), ['a2', 'b2']);
    });

    promise('what a dead letter carries is shown to its own organization', async (open) => {
      const queue = await open();
      await queue.append(entry(acme, 'what acme sent'));
      await queue.deadLetter(await claimed(queue), 'Refused.');
      const [letter] = await queue.listDeadLetters({}, { limit: 1 });
      const id = letter?.id ?? '';

      const payload = await queue.readDeadLetter(acme, id);

      assert.equal(new TextDecoder().decode(payload), 'what acme sent');
      assert.equal(await queue.readDeadLetter(birch, id), undefined);
      assert.equal(await queue.readDeadLetter(acme, 'dl_ffffffffffffffff'), undefined);
      assert.equal(await queue.readDeadLetter(acme, 'made up'), undefined);
      await queue.discardDeadLetters({ ids: [id] });
      assert.equal(await queue.readDeadLetter(acme, id), undefined);
    });

    promise('a spill takes what there is, and nothing that is claimed', async (open) => {
      const queue = await open();
      await queue.append(entry(acme, 'claimed'));
      const claim = await claimed(queue);
      await queue.append(entry(acme, 'waiting'));

      assert.equal(await queue.spillOldest(1_000, 'The store was away.'), 1);

      assert.deepEqual(depthOf(queue), { events: 1, bytes: 7, [acme]: { events: 1, bytes: 7 } });
      await queue.release(claim);
      assert.deepEqual(await queue.claim(EVERYTHING), repeated(claim));
    });

    promise('are listed page by page, each once, also after opening again', async (open) => {
      await withLetters(await open());
      const queue = await open();

      const all = await queue.listDeadLetters({}, { limit: 10 });
      const paged = [];
      for (let after: string | undefined; ;) {
        const page = { limit: 2, ...(after !== undefined && { after }) };
        const letters = await queue.listDeadLetters({}, page);
        if (letters.length === 0) break;
        paged.push(...letters);
        after = letters.at(-1)?.id;
      }

      assert.equal(all.length, 5);
      assert.deepEqual(paged, all);
      assert.equal(new Set(all.map(({ id }) => id)).size, 5);
    });

    promise('are found by organization, id and kind, and by all of them together', async (open) => {
      const queue = await open();
      await withLetters(queue);
      const count = async (filter: Parameters<IngestQueue['listDeadLetters']>[0]) =>
        (await queue.listDeadLetters(filter, { limit: 10 })).length;
      const [first] = await queue.listDeadLetters({ organization: birch }, { limit: 1 });
      const ids = [first?.id ?? '', 'dl_0000000000000000', 'no id at all'];

      assert.equal(await count({ organization: acme }), 3);
      assert.equal(await count({ organization: cedar }), 0);
      assert.equal(await count({ spilledOnly: true }), 2);
      assert.equal(await count({ organization: acme, spilledOnly: true }), 1);
      assert.equal(await count({ ids }), 1);
      assert.equal(await count({ ids, organization: birch }), 1);
      assert.equal(await count({ ids, organization: acme }), 0);
      assert.equal(await count({ ids: [] }), 0);
    });

    promise('are found by the position at which they were appended', async (open) => {
      const queue = await open();
      const died = await queue.append(entry(acme, 'dies', 3));
      await queue.deadLetter(await claimed(queue), 'Refused.');
      const waits = await queue.append(entry(acme, 'waits'));
      const find = (position: bigint) =>
        queue.listDeadLetters({ organization: acme, ids: [deadLetterId(position)] }, { limit: 10 });

      assert.deepEqual(
        (await find(died)).map(({ events }) => events),
        [3],
      );
      assert.deepEqual(await find(waits), []);
    });

    promise('a replay puts them at the end of the queue, where they stay', async (open) => {
      const first = await open();
      await withLetters(first);
      await first.append(entry(acme, 'a4'));

      assert.equal(await first.replayDeadLetters({ organization: acme, spilledOnly: true }), 1);

      const second = await open();
      assert.equal((await second.listDeadLetters({}, { limit: 10 })).length, 4);
      assert.deepEqual(await drain(second), ['a4', 'a1']);
    });

    promise('more of them than one step takes are all moved', async (open) => {
      const queue = await open();
      const count = 2 * LIMITS.queue.stepEntriesMax + 1;
      const appended = Array.from({ length: count }, () => queue.append(entry(acme, 'x')));
      await Promise.all(appended);

      assert.equal(await queue.spillOldest(count, 'The store was away.'), count);
      assert.equal((await queue.listDeadLetters({}, { limit: count + 1 })).length, count);
      assert.equal(await queue.replayDeadLetters({ organization: acme }), count);
      assert.equal(queue.depth().events, count);
      await queue.forgetOrganization(acme);

      assert.equal(queue.depth().events, 0);
    });

    promise('two replays at once bring each letter back once', async (open) => {
      const queue = await open();
      await withLetters(queue);

      const counts = await Promise.all([1, 2, 3].map(() => queue.replayDeadLetters({})));

      assert.equal(
        counts.reduce((sum, count) => sum + count),
        5,
      );
      assert.deepEqual((await drain(queue)).toSorted(), ['a1', 'a2', 'a3', 'b1', 'b2']);
      assert.deepEqual(await queue.listDeadLetters({}, { limit: 10 }), []);
    });

    promise('what was replayed can die again', async (open) => {
      const queue = await open();
      await queue.append(entry(acme, 'one'));
      await queue.deadLetter(await claimed(queue), 'First.');
      await queue.replayDeadLetters({});
      const claim = await claimed(queue);
      assert.equal(claim.attempts, 0);

      await queue.deadLetter(claim, 'Second.');

      const letters = await queue.listDeadLetters({}, { limit: 10 });
      assert.deepEqual(
        letters.map(({ reason }) => reason),
        ['Second.'],
      );
      await queue.replayDeadLetters({});
      assert.deepEqual(await drain(queue), ['one']);
    });

    promise('what is discarded is gone for good', async (open) => {
      const first = await open();
      await withLetters(first);

      assert.equal(await first.discardDeadLetters({ organization: birch }), 2);

      const second = await open();
      assert.equal(await second.replayDeadLetters({}), 3);
      assert.deepEqual((await drain(second)).toSorted(), ['a1', 'a2', 'a3']);
    });

    promise(
      'of a forgotten organization nothing remains, of the others everything',
      async (open) => {
        const first = await open();
        await withLetters(first);
        for (const text of ['a4', 'b3']) {
          await first.append(entry(text.startsWith('a') ? acme : birch, text));
        }
        const claim = await claimed(first);
        for (const text of ['a5', 'b4']) {
          await first.append(entry(text.startsWith('a') ? acme : birch, text));
        }

        await first.forgetOrganization(acme);
        await first.release(claim);

        assert.deepEqual(depthOf(first), { events: 2, bytes: 4, [birch]: { events: 2, bytes: 4 } });
        const second = await open();
        assert.deepEqual(depthOf(second), {
          events: 2,
          bytes: 4,
          [birch]: { events: 2, bytes: 4 },
        });
        const again = await claimed(second);
        assert.equal(again.token, claim.token);
        assert.deepEqual(texts(again), ['b3']);
        await second.acknowledge(again);
        await second.replayDeadLetters({});
        assert.deepEqual((await drain(second)).toSorted(), ['b1', 'b2', 'b4']);
      },
    );
  });
}
