/** What every implementation of the port promises. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import type { Limits } from '../../spec/limits.ts';
import { LIMITS } from '../../../test/support/limits.ts';
import type { Objects } from './objects.ts';

export type OpenObjectsForTest = (t: TestContext, limits: Limits['objects']) => Promise<Objects>;

/** Names that would lead out of an organization, or that some file system reads in its own way. */
const HOSTILE_NAMES = [
  '',
  '/',
  'org_a',
  'org_a/',
  '/org_a/x',
  '/etc/passwd',
  '../org_b/x',
  'org_a/../org_b/x',
  'org_a/..',
  'org_a/.',
  'org_a/./x',
  'org_a//x',
  'org_a/.hidden',
  '.unfinished/x',
  '.removed/x',
  'org_a/x\u0000y',
  'org_a/x\\..\\y',
  '..\\org_b\\x',
  'org_a/%2e%2e/x',
  'org_a/x y',
  'org_a/x\n',
  'org_a/ü',
  'C:/x',
  'org_a/~',
  `org_a/${'x'.repeat(129)}`,
  `org_a/${'x/'.repeat(8)}x`,
  `org_a/${'x'.repeat(100)}/${'x'.repeat(100)}/${'x'.repeat(100)}/${'x'.repeat(100)}/${'x'.repeat(120)}`,
];

export function objectsSuite(name: string, open: OpenObjectsForTest): void {
  const openUsual = (t: TestContext) => open(t, LIMITS.objects);

  test(`${name}: what was written is read back, byte for byte`, async (t) => {
    const objects = await openUsual(t);
    for (const content of [randomBytes(3_000_000), Buffer.from('x'), Buffer.alloc(0)]) {
      assert.deepEqual(await objects.write('org_a/deep/er/file.bin', Readable.from([content])), {
        bytes: content.length,
      });
      const found = await objects.read('org_a/deep/er/file.bin');
      assert.ok(found !== undefined);
      assert.equal(found.bytes, content.length);
      assert.ok((await buffer(found.content)).equals(content));
    }
  });

  test(`${name}: a name has so many parts, and not one more`, async (t) => {
    const objects = await openUsual(t);
    const { namePartsMax } = LIMITS.objects;
    const named = (parts: number): string =>
      ['org_a', ...'abcdefghijkl'.split('')].slice(0, parts).join('/');

    await objects.write(named(namePartsMax), Readable.from(['x']));
    const tooLong = objects.write(named(namePartsMax + 1), Readable.from(['x']));

    await assert.rejects(tooLong, { code: 'VALIDATION_ERROR' });
    assert.equal((await objects.find(named(namePartsMax)))?.bytes, 1);
  });

  test(`${name}: what is not there is undefined, and can be removed`, async (t) => {
    const objects = await openUsual(t);
    await put(objects, 'org_a/folder/x', '1');

    for (const missing of ['org_a/y', 'org_b/y', 'org_a/folder', 'org_a/folder/x/y']) {
      assert.equal(await objects.read(missing), undefined, missing);
      await objects.remove(missing);
    }
    await objects.removeAll('org_b');
    assert.equal(await get(objects, 'org_a/folder/x'), '1');
  });

  test(`${name}: a content that fails half way leaves what was there before`, async (t) => {
    const objects = await openUsual(t);
    await put(objects, 'org_a/x', 'before');
    async function* failing() {
      yield Buffer.from('half');
      throw new Error('source failed');
    }

    await assert.rejects(objects.write('org_a/x', Readable.from(failing())), /source failed/);
    await assert.rejects(objects.write('org_a/new', Readable.from(failing())), /source failed/);

    assert.equal(await get(objects, 'org_a/x'), 'before');
    assert.deepEqual(await names(objects, 'org_a/'), ['org_a/x']);
  });

  test(`${name}: the largest size is taken, one byte more is not, and reading it stops`, async (t) => {
    const objects = await open(t, { ...LIMITS.objects, bytesMax: 1_000 });
    await put(objects, 'org_a/fits', 'x'.repeat(1_000));
    const endless = Readable.from(endlessChunks());

    await assert.rejects(objects.write('org_a/over', Readable.from(['x'.repeat(1_001)])), {
      code: 'VALIDATION_ERROR',
    });
    await assert.rejects(objects.write('org_a/endless', endless), { code: 'VALIDATION_ERROR' });

    assert.ok(endless.destroyed);
    assert.deepEqual(await names(objects, 'org_a/'), ['org_a/fits']);
  });

  test(`${name}: writes to one name at once leave one of them whole`, async (t) => {
    const objects = await openUsual(t);
    const contents = Array.from({ length: 8 }, (_, at) => String(at).repeat(200_000));
    await Promise.all(contents.map((content) => put(objects, 'org_a/x', content)));
    assert.ok(contents.includes((await get(objects, 'org_a/x')) ?? ''));
  });

  test(`${name}: a reader keeps the content it began with`, async (t) => {
    const objects = await openUsual(t);
    const content = 'old'.repeat(100_000);
    await put(objects, 'org_a/x', content);
    const reading = await objects.read('org_a/x');
    await put(objects, 'org_a/x', 'new');
    await objects.remove('org_a/x');

    assert.ok(reading !== undefined);
    assert.equal(await text(reading.content), content);
    assert.equal(await objects.read('org_a/x'), undefined);
  });

  test(`${name}: an organization is removed whole, and no other with it`, async (t) => {
    const objects = await openUsual(t);
    for (const file of ['org_a/x', 'org_a/deep/y', 'org_ab/x', 'org_b/x']) {
      await put(objects, file, file);
    }

    await objects.removeAll('org_a');

    assert.deepEqual(await names(objects, 'org_a/'), []);
    assert.equal(await objects.read('org_a/deep/y'), undefined);
    assert.equal(await get(objects, 'org_ab/x'), 'org_ab/x');
    assert.equal(await get(objects, 'org_b/x'), 'org_b/x');
    await put(objects, 'org_a/x', 'again');
    assert.equal(await get(objects, 'org_a/x'), 'again');
  });

  test(`${name}: a list is in the order of names, below its prefix, page by page`, async (t) => {
    const objects = await openUsual(t);
    const all = ['a-b', 'a.b', 'a/1', 'a/10', 'a/2/x', 'a0', 'b/1', 'b/2', 'ba', 'c'];
    for (const file of all.toReversed()) await put(objects, `org_a/${file}`, file);
    await put(objects, 'org_b/a', '');

    const sorted = all.map((file) => `org_a/${file}`).toSorted();
    const below = (prefix: string) => sorted.filter((file) => file.startsWith(prefix));
    for (const prefix of ['org_a/', 'org_a/a', 'org_a/a/', 'org_a/a/1', 'org_a/b', 'org_a/zz']) {
      assert.deepEqual(await names(objects, prefix), below(prefix), prefix);
    }
    for (const limit of [1, 2, 3, 7]) {
      const seen: string[] = [];
      for (let after: string | undefined; ; after = seen.at(-1)) {
        const page = await objects.list('org_a/', {
          limit,
          ...(after === undefined ? {} : { after }),
        });
        assert.ok(page.length <= limit);
        if (page.length === 0) break;
        seen.push(...page.map((file) => file.name));
      }
      assert.deepEqual(seen, sorted, `pages of ${limit}`);
    }
    assert.deepEqual(await objects.list('org_a/c', { limit: 5 }), [{ name: 'org_a/c', bytes: 1 }]);
  });

  test(`${name}: a list is never longer than the limit`, async (t) => {
    const objects = await open(t, { ...LIMITS.objects, listMax: 2 });
    for (const file of ['x', 'y', 'z']) await put(objects, `org_a/${file}`, '');
    assert.equal((await objects.list('org_a/', { limit: 1_000_000 })).length, 2);
  });

  test(`${name}: no name leads out of its organization`, async (t) => {
    const objects = await openUsual(t);
    await put(objects, 'org_b/x', 'theirs');
    for (const hostile of HOSTILE_NAMES) {
      const refused = { code: 'VALIDATION_ERROR' };
      const content = Readable.from(['x']);
      await assert.rejects(objects.write(hostile, content), refused, hostile);
      assert.ok(content.destroyed);
      await assert.rejects(objects.read(hostile), refused, hostile);
      await assert.rejects(objects.remove(hostile), refused, hostile);
    }
    for (const prefix of ['', 'org_a', '/', '../', 'org_a/../', 'org_a//', '.removed/', 'a/.']) {
      await assert.rejects(objects.list(prefix, { limit: 10 }), { code: 'VALIDATION_ERROR' });
    }
    for (const organization of ['', '.', '..', '/', 'org_a/x', '../x', '.removed']) {
      await assert.rejects(objects.removeAll(organization), { code: 'VALIDATION_ERROR' });
    }
    assert.equal(await get(objects, 'org_b/x'), 'theirs');
  });

  test(`${name}: the longest name works`, async (t) => {
    const objects = await openUsual(t);
    const longest = `org_a/${'x'.repeat(128)}/${'y'.repeat(128)}/1/2/3/4/5`;
    await put(objects, longest, '1');
    assert.deepEqual(await names(objects, 'org_a/'), [longest]);
  });

  test(`${name}: a healthy store says so`, async (t) => {
    const objects = await open(t, { ...LIMITS.objects, freeBytesMin: 1 });
    assert.deepEqual(await objects.health(), { state: 'up' });
  });
}

async function put(objects: Objects, name: string, content: string): Promise<void> {
  await objects.write(name, Readable.from([Buffer.from(content)]));
}

async function get(objects: Objects, name: string): Promise<string | undefined> {
  const found = await objects.read(name);
  return found && text(found.content);
}

async function names(objects: Objects, prefix: string): Promise<string[]> {
  const files = await objects.list(prefix, { limit: 100 });
  return files.map((file) => file.name);
}

function* endlessChunks() {
  for (;;) yield Buffer.alloc(600);
}
