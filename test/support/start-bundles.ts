/** Bundles and the things in them on a metadata store alone: nothing is searched, sent or exported. */
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import type { TestContext } from 'node:test';
import { silentLog } from '../../src/base/log.ts';
import { BUNDLE_KINDS } from '../../src/contract/bundle-kinds.ts';
import type { BundlePlan } from '../../src/contract/bundles.ts';
import { openSecrets } from '../../src/engines/secrets/open-secrets.ts';
import { channelKind } from '../../src/features/alerts/channels/channel-kind.ts';
import { channelRoutes } from '../../src/features/alerts/channels/channel-routes.ts';
import { alertRuleRoutes } from '../../src/features/alerts/rules/alert-rule-routes.ts';
import { ruleKind } from '../../src/features/alerts/rules/rule-kind.ts';
import { silenceKind } from '../../src/features/alerts/silences/silence-kind.ts';
import { alertSilenceRoutes } from '../../src/features/alerts/silences/silence-routes.ts';
import { auditStreamKind } from '../../src/features/audit-streams/stream-kind.ts';
import { streamRoutes } from '../../src/features/audit-streams/stream-routes.ts';
import { byKeyRoutes } from '../../src/features/bundles/by-key-routes.ts';
import { bundleRoutes } from '../../src/features/bundles/routes.ts';
import { dashboardKind } from '../../src/features/dashboards/managing/dashboard-kind.ts';
import { dashboardRoutes } from '../../src/features/dashboards/managing/dashboard-routes.ts';
import { reportKind } from '../../src/features/dashboards/reports/report-kind.ts';
import { reportRoutes } from '../../src/features/dashboards/reports/report-routes.ts';
import { openDestinations } from '../../src/features/exports/destinations/open-destinations.ts';
import { exportKind } from '../../src/features/exports/managing/export-kind.ts';
import { exportRoutes } from '../../src/features/exports/managing/export-routes.ts';
import { checkKind } from '../../src/features/evaluation/checks/check-kind.ts';
import { checkRoutes } from '../../src/features/evaluation/checks/check-routes.ts';
import { kpiKind, serviceKind } from '../../src/features/services/managing/service-kind.ts';
import { kpiRoutes, serviceRoutes } from '../../src/features/services/managing/service-routes.ts';
import { indexKind } from '../../src/flow/indexes/index-kind.ts';
import { indexRoutes } from '../../src/flow/indexes/routes.ts';
import { pipelineKind } from '../../src/flow/pipelines/pipeline-kind.ts';
import { pipelineRoutes } from '../../src/flow/pipelines/routes.ts';
import { lookupKind } from '../../src/flow/search/lookups/lookup-kind.ts';
import { lookupRoutes } from '../../src/flow/search/lookups/lookup-routes.ts';
import { dataLinkKind } from '../../src/flow/search/data-links/data-link-kind.ts';
import { dataLinkRoutes } from '../../src/flow/search/data-links/data-link-routes.ts';
import { dataModelKind } from '../../src/flow/search/data-models/data-model-kind.ts';
import { dataModelRoutes } from '../../src/flow/search/data-models/data-model-routes.ts';
import { macroKind } from '../../src/flow/search/macros/macro-kind.ts';
import { macroRoutes } from '../../src/flow/search/macros/macro-routes.ts';
import { openLookupTables } from '../../src/flow/search/lookups/lookup-tables.ts';
import { savedSearchKind } from '../../src/flow/search/saved-searches/saved-search-kind.ts';
import { savedSearchRoutes } from '../../src/flow/search/saved-searches/saved-search-routes.ts';
import { PLANS } from '../../src/spec/plans.ts';
import { LIMITS } from './limits.ts';
import type { AccessUnderTest, Person } from './open-access.ts';
import { startAccess } from './start-access.ts';

type As = Person | string;

/** Every kind, as its room offers it, and what its routes need. */
function openKinds(access: AccessUnderTest) {
  const { metadata, clock, cache } = access;
  const erased: string[] = [];
  const { publicOrigin } = access.needs;
  const common = {
    metadata,
    clock,
    cache,
    plans: PLANS,
    limits: LIMITS,
    log: silentLog,
    access: access.needs,
    publicOrigin,
    vendor: 'vendor',
    secrets: openSecrets({ secret: 'a secret of the tests, long enough', previous: undefined }),
    outbound: {
      check: () => {},
      send: async () => ({ status: 204, headers: {}, body: new Uint8Array() }),
    },
    store: {
      query: async () => ({ columns: [], rows: [] }),
      command: async ({ text }: { text: string }) => void erased.push(text),
    },
    lookups: openLookupTables({ metadata, clock, limits: LIMITS }),
    resetRule: async () => {},
    resetGroup: async () => {},
    exportFolders: { archive: tmpdir() },
  };
  // What only searching, sending and exporting would use is not there.
  const needs = { ...common, search: common } as never as typeof common & NeedsOfAll;
  const destinationsIn = (within: object) =>
    openDestinations({ ...needs, ...within, metadata: { ...metadata, ...within } } as never);
  const exporting = { ...needs, destinations: destinationsIn({}), destinationsIn };
  const kinds = [
    indexKind(needs),
    lookupKind(needs),
    macroKind(needs),
    dataModelKind(needs),
    dataLinkKind(needs),
    pipelineKind(needs),
    savedSearchKind(needs),
    checkKind(needs),
    channelKind(needs),
    serviceKind(needs),
    kpiKind(needs),
    ruleKind(needs),
    silenceKind(needs),
    dashboardKind(needs),
    reportKind(needs),
    exportKind(exporting),
    auditStreamKind(needs),
  ];
  assert.deepEqual(
    kinds.map(({ kind }) => kind),
    [...BUNDLE_KINDS],
  );
  const byName = new Map(kinds.map((managed) => [managed.kind, managed]));
  const bundling = { ...needs, kinds: () => byName };
  return { needs, exporting, bundling, erased };
}

export function startBundles(t: TestContext, access: AccessUnderTest) {
  const { needs, exporting, bundling, erased } = openKinds(access);
  const { app, call } = startAccess(t, access, {
    rates: { management: 0 },
    mount: (mounted) => {
      bundleRoutes(mounted, bundling);
      byKeyRoutes(mounted, bundling);
      indexRoutes(mounted, needs);
      savedSearchRoutes(mounted, needs);
      pipelineRoutes(mounted, needs);
      lookupRoutes(mounted, needs);
      macroRoutes(mounted, needs);
      checkRoutes(mounted, needs);
      dataModelRoutes(mounted, needs);
      dataLinkRoutes(mounted, needs);
      channelRoutes(mounted, needs);
      serviceRoutes(mounted, needs);
      kpiRoutes(mounted, needs);
      alertRuleRoutes(mounted, needs);
      alertSilenceRoutes(mounted, needs);
      dashboardRoutes(mounted, needs);
      reportRoutes(mounted, needs);
      exportRoutes(mounted, exporting);
      streamRoutes(mounted, needs);
    },
  });
  const planOf = async (as: As, bundle: object, secrets?: object): Promise<BundlePlan> => {
    const answer = await call('POST /api/v1/config/plan', { as, body: { bundle, secrets } });
    assert.equal(answer.status, 200, answer.text);
    return answer.body.data as BundlePlan;
  };
  const tryApply = async (as: As, bundle: object, more: object = {}) => {
    const secrets = 'secrets' in more ? more.secrets : undefined;
    const { hash } = await planOf(as, bundle, secrets as object);
    return call('POST /api/v1/config/apply', { as, body: { bundle, hash, ...more } });
  };
  return {
    needs: bundling,
    app,
    call,
    erased,
    planOf,
    tryApply,
    /** Plans and applies; fails unless it worked. */
    apply: async (as: As, bundle: object, more: object = {}): Promise<BundlePlan> => {
      const answer = await tryApply(as, bundle, more);
      assert.equal(answer.status, 200, answer.text);
      return answer.body.data as BundlePlan;
    },
    pull: async (as: As, name = 'shop', all = false): Promise<Record<string, unknown>> => {
      const url = `/api/v1/config?bundle=${name}${all ? '&all=true' : ''}`;
      const answer = await call(`GET ${url}`, { as });
      assert.equal(answer.status, 200, answer.text);
      return (answer.body.data as { bundle: Record<string, unknown> }).bundle;
    },
    get: async (as: As, url: string): Promise<Record<string, unknown>[]> => {
      const answer = await call(`GET ${url}`, { as });
      assert.equal(answer.status, 200, answer.text);
      return answer.body.data as Record<string, unknown>[];
    },
  };
}

type NeedsOfAll = Parameters<typeof reportKind>[0] &
  Parameters<typeof channelKind>[0] &
  Parameters<typeof indexKind>[0] &
  Parameters<typeof pipelineRoutes>[1] &
  Parameters<typeof lookupRoutes>[1] &
  Parameters<typeof streamRoutes>[1] &
  Omit<Parameters<typeof exportRoutes>[1], 'destinations'>;
