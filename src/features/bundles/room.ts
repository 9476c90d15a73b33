/** Configuration as code: bundles are planned and applied through the verbs of the things in them. Owns bundle_things. */
import * as bundles from '../../contract/bundles.ts';
import type { Room } from '../../room.ts';
import type { BundleNeeds } from './bundle-needs.ts';
import { bundleRoutes } from './routes.ts';

export const bundlesRoom = {
  contract: [bundles],
  open: (needs) => ({ routes: (app) => bundleRoutes(app, needs) }),
} as const satisfies Room<BundleNeeds>;
