import assert from 'node:assert/strict';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { test, type TestContext } from 'node:test';
import { systemClock } from '../../../base/clock.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { openOutbound } from '../../outbound/open-outbound.ts';
import { objectsSuite, type OpenObjectsForTest } from '../objects.suite.ts';
import { openObjects } from '../open-objects.ts';
import { uploadsSuite } from '../uploads.suite.ts';
import { openDiskObjects } from './open-disk-objects.ts';
import { removeFolder } from '../../../../test/support/remove-folder.ts';

const outbound = openOutbound({ networks: [], hosts: [] });
const needs = { clock: systemClock, limits: LIMITS.objects };

const openForTest: OpenObjectsForTest = async (t, limits) =>
  openObjects(
    { clock: systemClock, limits, outbound },
    { kind: 'disk', directory: await folder(t) },
  );

objectsSuite('disk', openForTest);
uploadsSuite('disk', openForTest);

test('of several that write a new file at once, one succeeds', async (t) => {
  const root = await folder(t);
  const objects = await openDiskObjects(needs, root);
  const write = (content: string) =>
    objects.write('org_a/x', Readable.from([content]), { ifAbsent: true });

  const results = await Promise.allSettled(['1', '2', '3', '4'].map(write));

  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1);
  assert.deepEqual(await readdir(join(root, '.unfinished')), []);
});

test('files are readable by the owner of the process alone', async (t) => {
  const root = await folder(t);
  const objects = await openDiskObjects(needs, root);
  await objects.write('org_a/sub/x', Readable.from(['secret']));

  assert.equal((await stat(join(root, 'org_a/sub/x'))).mode & 0o777, 0o600);
  assert.equal((await stat(join(root, 'org_a/sub'))).mode & 0o777, 0o700);
});

test('an upload of a file on the same disk is that file under a second name', async (t) => {
  const root = await folder(t);
  const file = `${root}-spooled`;
  await writeFile(file, 'of one content', { mode: 0o600 });
  const objects = await openDiskObjects(needs, root);
  const source = { bytes: 14, file, read: () => Promise.reject(new Error('not to be read')) };

  assert.deepEqual(await objects.upload('org_a/x', source), { bytes: 14 });
  await rm(file);

  assert.equal(await readFile(join(root, 'org_a/x'), 'utf8'), 'of one content');
  assert.deepEqual(await readdir(join(root, '.unfinished')), []);
});

test('an upload of a file that is not there, has another size or is too large is as any other', async (t) => {
  const root = await folder(t);
  const file = `${root}-spooled`;
  const objects = await openDiskObjects(needs, root);
  const read = async () => Buffer.from('read');
  await objects.upload('org_a/x', { bytes: 4, file, read });
  await writeFile(file, 'longer than told');

  await assert.rejects(objects.upload('org_a/x', { bytes: 4, file, read }), /as long as it says/);
  const small = { ...needs, limits: { ...needs.limits, bytesMax: 15 } };
  const narrow = await openDiskObjects(small, root);
  await assert.rejects(narrow.upload('org_a/x', { bytes: 16, file, read }), {
    code: 'VALIDATION_ERROR',
  });

  assert.equal(await readFile(join(root, 'org_a/x'), 'utf8'), 'read');
  assert.deepEqual(await readdir(join(root, '.unfinished')), []);
});

test('nothing unfinished stays after a failed write', async (t) => {
  const root = await folder(t);
  const objects = await openDiskObjects(needs, root);
  const broken = new Readable({ read: () => broken.destroy(new Error('gone')) });

  await assert.rejects(objects.write('org_a/x', broken), /gone/);

  assert.deepEqual(await readdir(join(root, '.unfinished')), []);
  assert.deepEqual((await readdir(root)).toSorted(), ['.removed', '.unfinished']);
});

test('what a crash left behind is cleared away, what another process writes is not', async (t) => {
  const root = await folder(t);
  await mkdir(join(root, '.unfinished'), { recursive: true });
  await mkdir(join(root, '.removed/half/deep'), { recursive: true });
  await writeFile(join(root, '.unfinished/old'), 'x');
  await writeFile(join(root, '.unfinished/young'), 'x');
  const longAgo = (Date.now() - LIMITS.objects.unfinishedMsMax - 1_000) / 1_000;
  await utimes(join(root, '.unfinished/old'), longAgo, longAgo);

  await openDiskObjects(needs, root);

  assert.deepEqual(await readdir(join(root, '.unfinished')), ['young']);
  assert.deepEqual(await readdir(join(root, '.removed')), []);
});

test('a file in place of a folder, and a folder in place of a file, are conflicts', async (t) => {
  const objects = await openDiskObjects(needs, await folder(t));
  await objects.write('org_a/x', Readable.from(['1']));
  await objects.write('org_a/y/z', Readable.from(['1']));

  for (const name of ['org_a/x/inner', 'org_a/y']) {
    await assert.rejects(objects.write(name, Readable.from(['2'])), { code: 'CONFLICT' }, name);
  }
});

test('a link that somebody put there is not followed', async (t) => {
  const root = await folder(t);
  const objects = await openDiskObjects(needs, root);
  await objects.write('org_a/x', Readable.from(['1']));
  await symlink('/etc/hostname', join(root, 'org_a/link'));

  assert.equal(await objects.read('org_a/link'), undefined);
});

test('writes go on while the organization is removed again and again', async (t) => {
  const objects = await openDiskObjects(needs, await folder(t));
  const removals = 60;
  async function removeAgainAndAgain(): Promise<void> {
    for (let count = 0; count < removals; count += 1) await objects.removeAll('org_a');
  }
  const removing = removeAgainAndAgain();
  const failures: unknown[] = [];
  for (let count = 0; count < 100; count += 1) {
    await objects.write('org_a/sub/x', Readable.from(['1'])).catch((error: unknown) => {
      failures.push(error);
    });
  }
  await removing;

  // A write fails only when three removals in a row hit it, and then says why.
  for (const error of failures) assert.match(String(error), /ENOENT/);
  assert.ok(failures.length <= removals / 3);
});

test('a disk that is nearly full is reported, and a folder that is gone', async (t) => {
  const root = await folder(t);
  const full = { ...LIMITS.objects, freeBytesMin: Number.MAX_SAFE_INTEGER };
  const objects = await openDiskObjects({ clock: systemClock, limits: full }, root);

  assert.equal((await objects.health()).state, 'degraded');
  removeFolder(root);
  assert.equal((await objects.health()).state, 'down');
});

async function folder(t: TestContext): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'xplain-objects-'));
  t.after(() => removeFolder(directory));
  return join(directory, 'objects');
}
