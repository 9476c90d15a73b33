/** What every implementation of the port promises about uploads, parts of objects, and objects that must be new. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { LIMITS } from '../../../test/support/limits.ts';
import { MB } from '../../spec/units.ts';
import type { Objects, UploadSource } from './objects.ts';
import type { OpenObjectsForTest } from './objects.suite.ts';

/** The smallest parts that stores take, so that little is sent. */
const limits = { ...LIMITS.objects, partBytes: 5 * MB };

/** Three parts and some bytes of a fourth. */
const CONTENT = randomBytes(3 * limits.partBytes + 4_711);

export function uploadsSuite(name: string, open: OpenObjectsForTest): void {
  test(`${name}: an upload is there byte for byte, whatever its size`, async (t) => {
    const objects = await open(t, limits);
    const { partBytes } = limits;
    for (const bytes of [0, 1, partBytes, partBytes + 1, CONTENT.length]) {
      const content = CONTENT.subarray(0, bytes);

      assert.deepEqual(await objects.upload('org_a/big', sourceOf(content)), { bytes });

      assert.deepEqual(await objects.find('org_a/big'), { name: 'org_a/big', bytes });
      assert.ok((await get(objects, 'org_a/big'))?.equals(content));
    }
    assert.deepEqual(await objects.unfinished('org_a/'), []);
  });

  test(`${name}: an upload that was cut off goes on with its mark and is whole`, async (t) => {
    const objects = await open(t, limits);
    const marks: string[] = [];
    const keep = async (mark: string) => void marks.push(mark);
    const failing = sourceOf(CONTENT, (from) => {
      if (from >= 2 * limits.partBytes) throw new Error('killed');
    });
    await assert.rejects(objects.upload('org_a/big', failing, { keep }), /killed/);
    assert.equal(await objects.find('org_a/big'), undefined);

    const read: number[] = [];
    const source = sourceOf(CONTENT, (from) => void read.push(from));
    await objects.upload('org_a/big', source, { mark: marks.at(-1), keep });

    assert.ok((await get(objects, 'org_a/big'))?.equals(CONTENT));
    assert.deepEqual(await objects.unfinished('org_a/'), []);
    // A form that gives marks sends nothing twice.
    if (marks.length > 0) assert.ok(!read.includes(0), 'parts that were there are sent again');
  });

  test(`${name}: a mark that leads nowhere is as good as none`, async (t) => {
    const objects = await open(t, limits);
    const keep = async () => undefined;
    await objects.upload('org_a/big', sourceOf(CONTENT), { mark: 'bm90LWEtbWFyaw', keep });
    assert.ok((await get(objects, 'org_a/big'))?.equals(CONTENT));
  });

  test(`${name}: nothing remains of an upload that is abandoned, and it can be abandoned again`, async (t) => {
    const objects = await open(t, limits);
    const marks: string[] = [];
    const failing = sourceOf(CONTENT, (from) => {
      if (from > 0) throw new Error('killed');
    });
    const keep = async (mark: string) => void marks.push(mark);
    await assert.rejects(objects.upload('org_a/big', failing, { keep }), /killed/);
    const begun = await objects.unfinished('org_a/');
    assert.deepEqual(
      begun.map((each) => each.mark),
      marks,
    );

    for (const mark of [...marks, ...marks, 'bm90LWEtbWFyaw']) {
      await objects.abandon('org_a/big', mark);
    }

    assert.deepEqual(await objects.unfinished('org_a/'), []);
    assert.equal(await objects.find('org_a/big'), undefined);
  });

  test(`${name}: an upload that is stopped says so`, async (t) => {
    const objects = await open(t, limits);
    const stop = new AbortController();
    const source = sourceOf(CONTENT, () => stop.abort());
    const keep = async () => undefined;
    const uploading = objects.upload('org_a/big', source, { keep, signal: stop.signal });
    await assert.rejects(uploading, { name: 'ObjectsError', code: 'stopped' });
    assert.equal(await objects.find('org_a/big'), undefined);
  });

  test(`${name}: parts of an object are read, and what lies behind its end is left out`, async (t) => {
    const objects = await open(t, limits);
    const content = CONTENT.subarray(0, 10_000);
    await objects.write('org_a/x', Readable.from([content]));
    for (const [from, to] of [
      [0, 1],
      [0, 10_000],
      [9_999, 10_000],
      [500, 1_500],
      [9_000, 11_000],
      [10_000, 10_001],
      [20_000, 30_000],
      [5, 5],
    ] as const) {
      const found = await objects.read('org_a/x', { from, to });
      assert.ok(found !== undefined);
      const part = await buffer(found.content);
      assert.ok(part.equals(content.subarray(from, to)), `${from} to ${to}`);
      assert.equal(found.bytes, part.length);
    }
    assert.equal(await objects.read('org_a/y', { from: 0, to: 1 }), undefined);
  });

  test(`${name}: an object that must be new leaves the one that is there`, async (t) => {
    const objects = await open(t, limits);
    const write = (content: string) =>
      objects.write('org_a/x/y', Readable.from([content]), { ifAbsent: true });
    assert.deepEqual(await write('first'), { bytes: 5 });

    await assert.rejects(write('second'), { name: 'ObjectsError', code: 'exists' });

    assert.equal((await get(objects, 'org_a/x/y'))?.toString(), 'first');
    await objects.remove('org_a/x/y');
    assert.deepEqual(await write('third'), { bytes: 5 });
  });

  test(`${name}: facts are those of objects alone`, async (t) => {
    const objects = await open(t, limits);
    await objects.write('org_a/dt=2026-11-15/x', Readable.from(['12345']));
    assert.deepEqual(await objects.find('org_a/dt=2026-11-15/x'), {
      name: 'org_a/dt=2026-11-15/x',
      bytes: 5,
    });
    for (const missing of [
      'org_a/dt=2026-11-15',
      'org_a/y',
      'org_b/x',
      'org_a/dt=2026-11-15/x/y',
    ]) {
      assert.equal(await objects.find(missing), undefined, missing);
    }
    for (const hostile of ['org_a', 'org_a/../x', 'org_a/=cmd', '/x', 'org_a/😀']) {
      const refused = { code: 'VALIDATION_ERROR' };
      await assert.rejects(objects.find(hostile), refused, hostile);
      await assert.rejects(objects.upload(hostile, sourceOf(CONTENT)), refused, hostile);
      await assert.rejects(objects.abandon(hostile, 'x'), refused, hostile);
    }
    await assert.rejects(objects.unfinished('org_a'), { code: 'VALIDATION_ERROR' });
  });
}

function sourceOf(content: Buffer, onRead: (from: number) => void = () => {}): UploadSource {
  return {
    bytes: content.length,
    read: async (from, to) => {
      onRead(from);
      return content.subarray(from, to);
    },
  };
}

async function get(objects: Objects, name: string): Promise<Buffer | undefined> {
  const found = await objects.read(name);
  return found && buffer(found.content);
}
