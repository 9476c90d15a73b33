/**
 * Configuration as code: plans and applies bundles through the operations of the things in them. Owns bundle_things.
 */
import * as bundles from '../../contract/bundles.ts';
import * as thingsByKey from '../../contract/things-by-key.ts';
import type { Room } from '../../room.ts';
import type { BundleNeeds } from './bundle-needs.ts';
import { byKeyRoutes } from './by-key-routes.ts';
import { bundleRoutes } from './routes.ts';

export const bundlesRoom = {
  contract: [bundles, thingsByKey],
  open: (needs) => ({
    routes(app) {
      bundleRoutes(app, needs);
      byKeyRoutes(app, needs);
    },
  }),
} as const satisfies Room<BundleNeeds>;
