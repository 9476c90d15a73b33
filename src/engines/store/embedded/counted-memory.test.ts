import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GB, MB } from '../../../spec/units.ts';
import { EngineRefusal } from '../clickhouse/connection.ts';
import { countsWhatItHolds } from './counted-memory.ts';

/** What the engine counts, or nothing where it refuses to tell; what its process holds; whether it can go on. */
const CASES: readonly (readonly [number | undefined, number | undefined, boolean])[] = [
  [33 * MB, 342 * MB, true],
  [3 * GB, 2.5 * GB, true],
  [2.1 * GB, 200 * MB, true],
  [2.3 * GB, 200 * MB, false],
  [4 * GB, 20 * MB, false],
  [4 * GB, undefined, true],
  [undefined, 300 * MB, false],
  [undefined, 3 * GB, true],
];

for (const [counted, held, isSound] of CASES) {
  test(`${counted} bytes counted of ${held} held: ${isSound ? 'goes on' : 'is replaced'}`, async () => {
    const asked: string[] = [];
    const read = async ({ text }: { readonly text: string }): Promise<Buffer> => {
      asked.push(text);
      if (counted === undefined) throw new EngineRefusal({ code: 241, text: 'memory limit' });
      return Buffer.from(`${counted}\n`);
    };
    const needs = { memoryBytesMax: 4 * GB, silenceMsMax: 1_000, heldBy: async () => held };

    assert.equal(await countsWhatItHolds(needs, { pid: 1 }, { read }), isSound);
    assert.ok(asked.every((text) => text.includes("'MemoryTracking'")));
  });
}

test('what this process holds is known where the system tells it', async () => {
  const limit = { memoryBytesMax: 4 * GB, silenceMsMax: 1_000 };
  const read = async (): Promise<Buffer> => Buffer.from(String(100 * GB));

  const isSound = await countsWhatItHolds(limit, { pid: process.pid }, { read });

  assert.equal(isSound, process.platform !== 'linux');
});
