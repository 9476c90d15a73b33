/** Short addresses of pages of the web app, for members. Owns short_links. */
import type { Clock } from '../../base/clock.ts';
import * as shortLinks from '../../contract/short-links.ts';
import type { Metadata } from '../../engines/metadata/metadata.ts';
import type { AccessNeeds } from '../../guard/access/index.ts';
import type { Room } from '../../room.ts';
import type { Limits } from '../../spec/limits.ts';
import { HOUR_MS } from '../../spec/units.ts';
import { forgetExpiredLinks } from './manage-short-links.ts';
import { shortLinkRoutes } from './short-link-routes.ts';

interface Needs {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly access: Pick<AccessNeeds, 'publicOrigin'>;
}

export const shortLinksRoom = {
  contract: [shortLinks],
  open: (needs) => ({
    routes: (app) => shortLinkRoutes(app, { ...needs, publicOrigin: needs.access.publicOrigin }),
    jobs: [
      {
        name: 'short-link-tidying',
        everyMs: HOUR_MS,
        run: () => forgetExpiredLinks(needs),
      },
    ],
  }),
} as const satisfies Room<Needs>;
