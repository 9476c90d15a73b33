import { systemClock } from '../../../base/clock.ts';
import { startBucket } from '../../../../test/support/s3/start-bucket.ts';
import { openOutbound } from '../../outbound/open-outbound.ts';
import { objectsSuite, type OpenObjectsForTest } from '../objects.suite.ts';
import { openObjects } from '../open-objects.ts';
import { uploadsSuite } from '../uploads.suite.ts';

const outbound = openOutbound({ networks: ['127.0.0.1'], hosts: [] });

const openWith =
  (knowsConditions: boolean): OpenObjectsForTest =>
  async (t, limits) => {
    const bucket = await startBucket(t, 'some/where/');
    bucket.knowsConditions = knowsConditions;
    return openObjects({ clock: systemClock, limits, outbound }, { kind: 's3', ...bucket.place });
  };

objectsSuite('bucket', openWith(true));
uploadsSuite('bucket', openWith(true));
