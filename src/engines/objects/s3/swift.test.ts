/** The promises of the port, kept on a store of foreign make: OpenStack Swift through its S3 API. */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, test } from 'node:test';
import { systemClock } from '../../../base/clock.ts';
import { LIMITS } from '../../../../test/support/limits.ts';
import { startSwift } from '../../../../test/support/s3/start-swift.ts';
import { openOutbound } from '../../outbound/open-outbound.ts';
import type { BucketPlace, Objects } from '../objects.ts';
import { objectsSuite, type OpenObjectsForTest } from '../objects.suite.ts';
import { openObjects } from '../open-objects.ts';
import { uploadsSuite } from '../uploads.suite.ts';

const outbound = openOutbound({ networks: ['127.0.0.1'], hosts: [] });
const cleanUps: (() => Promise<void>)[] = [];
after(async () => {
  for (const cleanUp of cleanUps) await cleanUp();
});

/** One server for all tests; each has a prefix of its own. */
const swift = await startSwift({
  name: 'Swift',
  skip: () => {},
  after: (cleanUp) => void cleanUps.push(cleanUp),
});
if (swift !== undefined) testOn(swift);

function testOn(place: BucketPlace): void {
  let prefixes = 0;
  const openAt = async (other: Partial<BucketPlace>, limits = LIMITS.objects): Promise<Objects> =>
    openObjects({ clock: systemClock, limits, outbound }, { kind: 's3', ...place, ...other });
  const open: OpenObjectsForTest = async (_, limits) => {
    prefixes += 1;
    return openAt({ prefix: `test${prefixes}/` }, limits);
  };

  objectsSuite('Swift', open);
  uploadsSuite('Swift', open);

  test('Swift: a wrong key, a wrong secret and a missing bucket are told apart', async () => {
    const write = async (other: Partial<BucketPlace>) =>
      (await openAt(other)).write('org_a/x', Readable.from(['x']));
    for (const other of [{ secretAccessKey: 'wrong' }, { accessKeyId: 'test:nobody' }]) {
      await assert.rejects(write(other), { name: 'ObjectsError', code: 'denied', isLasting: true });
    }
    await assert.rejects(write({ bucket: 'nothing-here' }), { code: 'no_bucket', isLasting: true });
    assert.equal((await (await openAt({ bucket: 'nothing-here' })).health()).state, 'down');
  });

  test('Swift: what others put into the bucket is neither listed nor removed', async () => {
    const shared = await openAt({ prefix: 'shared/' });
    const above = await openAt({ prefix: '' });
    await above.write('shared/other.txt', Readable.from(['theirs']));
    await shared.write('org_a/x', Readable.from(['ours']));

    await shared.removeAll('org_a');

    assert.deepEqual(await above.list('shared/', { limit: 10 }), [
      { name: 'shared/other.txt', bytes: 6 },
    ]);
  });
}
