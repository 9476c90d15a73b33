/** Every sentence of the port, as a test that each implementation runs. */
import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { LIMITS } from '../../spec/limits.ts';
import { MB } from '../../spec/units.ts';
import { testDeadLetters } from './dead-letters.suite.ts';
import {
  acme,
  birch,
  cedar,
  claimed,
  drain,
  entry,
  EVERYTHING,
  type Promised,
  repeated,
  texts,
} from './entries.suite.ts';
import type { IngestQueue } from './queue.ts';
import { walkAtRandom } from './random-walk.suite.ts';
import { testSettling } from './settling.suite.ts';

export interface QueueUnderTest {
  /** Opens the queue on the same storage; what was opened before is closed first. */
  open(): Promise<IngestQueue>;
}

/** Gives each test a queue of its own, empty, which is gone when the test ends. */
export type PrepareQueue = (t: TestContext) => Promise<QueueUnderTest | undefined>;

export function testQueue(name: string, prepare: PrepareQueue): void {
  const promise: Promised = (sentence, body) => {
    void test(sentence, async (t) => {
      const underTest = await prepare(t);
      if (underTest !== undefined) await body(() => underTest.open());
    });
  };

  void describe(`${name}: append`, () => {
    for (const bytes of [0, 1, 300, 2_000, 5_000, 300_000, 10 * MB + 1]) {
      promise(`${bytes} bytes come back as they were`, async (open) => {
        const queue = await open();
        const payload = Buffer.alloc(bytes, 'a line of text\0\xff', 'latin1');

        const position = await queue.append({ organization: acme, events: 7, payload });
        const claim = await claimed(queue);

        assert.equal(claim.events, 7);
        assert.equal(claim.bytes, bytes);
        assert.equal(claim.attempts, 0);
        assert.equal(claim.entries.length, 1);
        assert.equal(claim.entries[0]?.position, position);
        assert.equal(claim.entries[0]?.organization, acme);
        assert.equal(claim.entries[0]?.payload.length, bytes);
        assert(payload.equals(claim.entries[0]?.payload ?? Buffer.alloc(0)));
      });
    }

    promise(
      'the front names the oldest entry of each organization until it is settled',
      async (open) => {
        const queue = await open();
        const payload = Buffer.from('x');
        const first = await queue.append({ organization: acme, events: 1, payload });
        const second = await queue.append({ organization: acme, events: 1, payload });
        const other = await queue.append({ organization: birch, events: 1, payload });
        const { last } = queue.front();
        const bounds = { eventsMax: 1, bytesMax: 1, admits: (one: string) => one === acme };

        assert.deepEqual(
          queue.front().oldest,
          new Map([
            [acme, first],
            [birch, other],
          ]),
        );
        assert(last >= other);
        const claim = await claimed(queue, bounds);
        assert.equal(queue.front().oldest.get(acme), first, 'what is claimed is not stored yet');
        await queue.acknowledge(claim);
        assert.equal(queue.front().oldest.get(acme), second);
        await queue.acknowledge(await claimed(queue, bounds));
        assert.deepEqual(queue.front().oldest, new Map([[birch, other]]));
        const later = await queue.append({ organization: acme, events: 1, payload });
        assert(later > last);
        assert.equal(queue.front().oldest.get(acme), later);
      },
    );

    promise('the front is never behind what was appended', async (open) => {
      const queue = await open();
      const payload = Buffer.from('x');

      for (let i = 0; i < 300; i++) {
        const position = await queue.append({ organization: acme, events: 1, payload });

        assert.ok(queue.front().last >= position, `entry ${i}`);
      }
    });

    promise('what was appended is there after opening the queue again', async (open) => {
      const first = await open();
      await Promise.all(['one', 'two', 'three'].map((text) => first.append(entry(acme, text))));

      const second = await open();

      assert.deepEqual(await drain(second), ['one', 'two', 'three']);
    });

    promise('a later append gets a higher position, also in a later process', async (open) => {
      const first = await open();
      const positions = [await first.append(entry(acme, 'one'))];
      positions.push(await first.append(entry(acme, 'two')));
      await drain(first);
      const second = await open();
      positions.push(await second.append(entry(acme, 'three')));

      const sorted = positions.toSorted((one, other) => (one < other ? -1 : 1));
      assert.deepEqual(positions, sorted);
      assert.equal(new Set(positions).size, 3);
    });

    promise('many appends at once are all kept', async (open) => {
      const queue = await open();
      const names = Array.from({ length: 500 }, (_, number) => `entry ${number}`);

      const positions = await Promise.all(names.map((text) => queue.append(entry(acme, text))));

      assert.equal(new Set(positions).size, names.length);
      assert.deepEqual((await drain(queue)).toSorted(), names.toSorted());
    });
  });

  void describe(`${name}: claim`, () => {
    promise('is undefined when nothing waits', async (open) => {
      const queue = await open();

      assert.equal(await queue.claim(EVERYTHING), undefined);
    });

    promise('takes the oldest first', async (open) => {
      const queue = await open();
      for (const text of ['one', 'two', 'three', 'four']) await queue.append(entry(acme, text));

      assert.deepEqual(texts(await queue.claim({ eventsMax: 2, bytesMax: MB })), ['one', 'two']);
      assert.deepEqual(texts(await queue.claim({ eventsMax: 2, bytesMax: MB })), ['three', 'four']);
    });

    promise('takes at least one entry, however large', async (open) => {
      const queue = await open();
      await queue.append(entry(acme, 'a large one', 5_000));
      await queue.append(entry(acme, 'another', 1));

      assert.deepEqual(texts(await queue.claim({ eventsMax: 1, bytesMax: 1 })), ['a large one']);
    });

    promise('takes more while they fit the number of events, up to the last one', async (open) => {
      const queue = await open();
      for (const text of ['one', 'two', 'three']) await queue.append(entry(acme, text, 10));

      const claim = await claimed(queue, { eventsMax: 20, bytesMax: MB });

      assert.deepEqual(texts(claim), ['one', 'two']);
      assert.equal(claim.events, 20);
      assert.equal(claim.bytes, 6);
    });

    promise('takes more while they fit the number of bytes, up to the last one', async (open) => {
      const queue = await open();
      for (const text of ['1234', '1234', '1234']) await queue.append(entry(acme, text));

      const claim = await claimed(queue, { eventsMax: 100, bytesMax: 8 });

      assert.equal(claim.bytes, 8);
      assert.equal((await claimed(queue, { eventsMax: 100, bytesMax: 8 })).bytes, 4);
    });

    promise('joins many small entries, up to a maximum', async (open) => {
      const queue = await open();
      const max = LIMITS.queue.claimEntriesMax;
      for (let appended = 0; appended <= max; appended += 500) {
        const wave = Array.from({ length: Math.min(500, max + 1 - appended) }, () =>
          queue.append(entry(acme, '.')),
        );
        await Promise.all(wave);
      }

      assert.equal((await claimed(queue)).entries.length, max);
      assert.equal((await claimed(queue)).entries.length, 1);
    });

    promise('serves organizations in turn', async (open) => {
      const queue = await open();
      const turn = LIMITS.queue.turnEvents;
      for (const number of [1, 2, 3]) await queue.append(entry(acme, `a${number}`, turn));
      for (const number of [1, 2]) await queue.append(entry(birch, `b${number}`, turn));
      await queue.append(entry(cedar, 'c1', turn));

      assert.deepEqual(texts(await queue.claim(EVERYTHING)), ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
    });

    promise('lets nobody wait behind the flood of another', async (open) => {
      const queue = await open();
      const flood = Array.from({ length: 50 }, (_, n) => queue.append(entry(acme, `a${n}`, 1_000)));
      await Promise.all(flood);
      await queue.append(entry(birch, 'b'));

      const first = await claimed(queue, { eventsMax: 2_000, bytesMax: MB });

      assert(texts(first).includes('b'), `found ${texts(first).join()}`);
    });

    promise('leaves an entry that does not fit to the next claim', async (open) => {
      const queue = await open();
      await queue.append(entry(acme, 'small', 10));
      await queue.append(entry(birch, 'large', 1_000));
      await queue.append(entry(cedar, 'small too', 10));

      const bounds = { eventsMax: 500, bytesMax: MB };
      assert.deepEqual(texts(await queue.claim(bounds)), ['small', 'small too']);
      assert.deepEqual(texts(await queue.claim(bounds)), ['large']);
    });

    promise('gives no entry to two who ask at once, and leaves none out', async (open) => {
      const queue = await open();
      const names = Array.from({ length: 60 }, (_, number) => `entry ${number}`);
      await Promise.all(names.map((text) => queue.append(entry(acme, text))));

      const asking = Array.from({ length: 10 }, () => queue.claim({ eventsMax: 6, bytesMax: MB }));
      const claims = await Promise.all(asking);

      assert.deepEqual(claims.flatMap(texts).toSorted(), names.toSorted());
      assert.equal(new Set(claims.map((claim) => claim?.token)).size, 10);
      assert.equal(await queue.claim(EVERYTHING), undefined);
    });

    promise('takes only what is admitted, also of claims that were released', async (open) => {
      const queue = await open();
      for (const organization of [acme, birch, cedar]) {
        await queue.append(entry(organization, `${organization} 1`));
      }
      const both = { ...EVERYTHING, admits: (one: string) => one !== cedar };
      const ofAcme = { ...EVERYTHING, admits: (one: string) => one === acme };
      const claim = await queue.claim(both);
      assert(claim !== undefined);
      assert.deepEqual(texts(claim).toSorted(), [`${acme} 1`, `${birch} 1`]);
      await queue.release(claim);
      await queue.append(entry(acme, 'later'));

      assert.deepEqual(texts(await queue.claim(ofAcme)), ['later']);
      assert.equal(await queue.claim(ofAcme), undefined);
      assert.deepEqual(await queue.claim(both), repeated(claim));
      assert.deepEqual(await drain(queue), [`${cedar} 1`]);
    });

    promise('hands out a released claim unchanged, before anything new', async (open) => {
      const queue = await open();
      for (const text of ['one', 'two']) await queue.append(entry(acme, text));
      const claim = await claimed(queue);
      for (const text of ['three', 'four']) await queue.append(entry(acme, text));
      await queue.release(claim);

      assert.deepEqual(await queue.claim({ eventsMax: 1, bytesMax: 1 }), repeated(claim));
      assert.deepEqual(texts(await queue.claim(EVERYTHING)), ['three', 'four']);
    });

    promise('hands out the claims of one who died unchanged, oldest first', async (open) => {
      const first = await open();
      await Promise.all([acme, birch, cedar].map((who) => first.append(entry(who, who, 10))));
      const claims = [];
      for (let n = 0; n < 3; n++) {
        claims.push(await claimed(first, { eventsMax: 10, bytesMax: MB }));
      }
      await first.append(entry(acme, 'new'));

      const second = await open();

      for (const claim of claims) {
        assert.deepEqual(await second.claim(EVERYTHING), repeated(claim));
      }
      assert.deepEqual(texts(await second.claim(EVERYTHING)), ['new']);
      assert.equal(await second.claim(EVERYTHING), undefined);
    });
  });

  testSettling(name, promise);
  testDeadLetters(name, promise);
  walkAtRandom(name, promise);
}
