import type { Clock } from '../../base/clock.ts';
import type { Limits } from '../../spec/limits.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { Objects, ObjectsPlace } from './objects.ts';

export interface ObjectsNeeds {
  readonly clock: Clock;
  readonly limits: Limits['objects'];
  /** How buckets are called. */
  readonly outbound: Pick<Outbound, 'send'>;
}

export async function openObjects(needs: ObjectsNeeds, place: ObjectsPlace): Promise<Objects> {
  switch (place.kind) {
    case 'disk': {
      const { openDiskObjects } = await import('./disk/open-disk-objects.ts');
      return openDiskObjects(needs, place.directory);
    }
    case 's3': {
      const { openS3Objects } = await import('./s3/open-s3-objects.ts');
      return openS3Objects(needs, place);
    }
  }
}
