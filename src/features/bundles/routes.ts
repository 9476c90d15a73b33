import { isoTime } from '../../base/clock.ts';
import { pageOfWhole } from '../../base/page-of-whole.ts';
import type { BundleKind } from '../../contract/bundle-kinds.ts';
import { bundleSchema } from '../../contract/bundle-schema.ts';
import * as contract from '../../contract/bundles.ts';
import type { App } from '../../http/app.ts';
import { applyBundle, showPlan } from './apply-bundle.ts';
import type { BundleNeeds } from './bundle-needs.ts';
import { readBundleThings } from './bundle-things-table.ts';
import { pullBundle, pullThing } from './pull-bundle.ts';

export function bundleRoutes(app: App, needs: BundleNeeds): void {
  app.route({
    ...contract.planBundle,
    handler: async ({ actor, body }) => ({ data: await showPlan(needs, actor, body) }),
  });
  app.route({
    ...contract.applyBundle,
    handler: async ({ actor, body }) => ({ data: await applyBundle(needs, actor, body) }),
  });
  app.route({
    ...contract.readBundle,
    handler: async ({ actor, query }) => ({
      data: { bundle: await pullBundle(needs, actor, query) },
    }),
  });
  app.route({
    ...contract.listBundleThings,
    handler: async ({ actor, query }) => {
      const rows = await readBundleThings(needs.metadata, actor.organization);
      const asked = rows.filter(({ kind }) => query.kind === undefined || kind === query.kind);
      const shown = asked.map((row) => ({
        kind: row.kind as BundleKind,
        key: row.key,
        id: row.thing_id,
        bundle: row.bundle,
        appliedAt: isoTime(row.applied_at),
      }));
      return pageOfWhole(shown, query, ({ kind, key }) => `${kind}/${key}`);
    },
  });
  app.route({
    ...contract.readBundleThing,
    handler: async ({ actor, params }) => ({
      data: await pullThing(needs, actor, params.kind, params.id),
    }),
  });
  app.route({ ...contract.readBundleSchema, handler: () => bundleSchema() });
}
