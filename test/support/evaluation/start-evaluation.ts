import type { TestContext } from 'node:test';
import type { OrganizationId } from '../../../src/base/ids.ts';
import { openLookupTables } from '../../../src/flow/search/lookups/lookup-tables.ts';
import { silentLog } from '../../../src/base/log.ts';
import { silentMetrics } from '../../../src/base/metrics.ts';
import type { EvaluationPreview, EvaluationResult } from '../../../src/contract/evaluation.ts';
import { openMemoryCounters } from '../../../src/engines/counters/memory/open-memory-counters.ts';
import { openMining } from '../../../src/engines/mining/open-mining.ts';
import type { OpenedModel } from '../../../src/engines/model/model.ts';
import { openModel } from '../../../src/engines/model/open-model.ts';
import { badgeRoutes } from '../../../src/features/evaluation/badges/badge-routes.ts';
import {
  checkRoutes,
  checkRunRoutes,
} from '../../../src/features/evaluation/checks/check-routes.ts';
import type { EvaluationNeeds } from '../../../src/features/evaluation/evaluation-needs.ts';
import { modelCheckRoutes } from '../../../src/features/evaluation/model-check/routes.ts';
import { evaluationRoutes } from '../../../src/features/evaluation/routes.ts';
import { createRunMeter } from '../../../src/features/evaluation/run-meter.ts';
import { openEvaluationThreads } from '../../../src/features/evaluation/threads/open-threads.ts';
import { createAccessToken } from '../../../src/guard/access/credentials/access-tokens.ts';
import { readCreditUsage } from '../../../src/guard/limits/index.ts';
import type { Limits } from '../../../src/spec/limits.ts';
import { LIMITS } from '../limits.ts';
import { PLANS } from '../../../src/spec/plans.ts';
import type { TokenScope } from '../../../src/spec/roles.ts';
import { type AccessUnderTest, type Member, openAccess, PUBLIC_ORIGIN } from '../open-access.ts';
import { type AccessApp, type Answer, startAccess } from '../start-access.ts';
import type { ModelServer } from './start-model-server.ts';

export const RUN_ADHOC = 'POST /api/v1/evaluations/run-adhoc';

type Store = EvaluationNeeds['store'];

/** The evaluation room behind the real gate. */
export interface EvaluationUnderTest extends AccessApp {
  readonly access: AccessUnderTest;
  readonly organization: OrganizationId;
  readonly owner: Member;
  /** May run evaluations. */
  readonly token: string;
  /** One request of the owner's token. */
  readonly run: (body: unknown) => Promise<Answer>;
  readonly newToken: (member: Member, scopes: TokenScope[]) => Promise<string>;
  readonly credits: () => ReturnType<typeof readCreditUsage>;
}

export interface EvaluationOptions {
  readonly access?: AccessUnderTest;
  /** Offline without any. */
  readonly model?: OpenedModel;
  readonly limits?: Partial<Limits['evaluation']>;
  /** Those of the rest of the product. */
  readonly all?: Limits;
  /** Per minute; off by default. */
  readonly rate?: number;
  /** Of the organization's plan. */
  readonly monthlyCredits?: number;
  readonly store?: Store;
  readonly offlineRegion?: string;
  readonly vendor?: string;
}

export async function startEvaluation(
  t: TestContext,
  options: EvaluationOptions = {},
): Promise<EvaluationUnderTest> {
  const access = options.access ?? (await openAccess(t));
  const { metadata, cache, clock } = access;
  const all = options.all ?? LIMITS;
  const limits = { ...all, evaluation: { ...all.evaluation, ...options.limits } };
  const { monthlyCredits = 1_000 } = options;
  const plans = { ...PLANS, business: { ...PLANS.business, monthlyCredits } };
  const threads = options.limits === undefined ? sharedThreads() : ownThreads(t, limits);
  const mining = await openMining({ limits: limits.mining });
  t.after(() => mining[Symbol.asyncDispose]());
  const needs = {
    metadata,
    cache,
    clock,
    limits,
    plans,
    threads,
    mining,
    lookups: openLookupTables({ metadata, clock, limits }),
    counters: openMemoryCounters({ clock, limits: LIMITS.counters }),
    store: options.store ?? noStore,
    log: silentLog,
    meter: createRunMeter(silentMetrics),
    model: options.model ?? ({ kind: 'offline' } as const),
    offlineRegion: options.offlineRegion ?? 'eu-self-hosted',
    vendor: options.vendor ?? 'vendor',
  };
  const { app, call } = startAccess(t, access, {
    rates: { evaluation: options.rate ?? 0, management: 0 },
    mount: (mounted) => {
      evaluationRoutes(mounted, needs);
      modelCheckRoutes(mounted, needs);
      checkRoutes(mounted, needs);
      checkRunRoutes(mounted, needs);
      badgeRoutes(mounted, { ...needs, publicOrigin: () => PUBLIC_ORIGIN });
    },
  });
  const { id, owner } = await access.newOrganization();
  const newToken = async ({ actor }: Member, scopes: TokenScope[]): Promise<string> =>
    (await createAccessToken(access.needs, actor, { name: 'test', scopes })).value;
  const token = await newToken(owner, ['evaluations:run']);
  return {
    app,
    call,
    access,
    organization: id,
    owner,
    token,
    run: (body) => call(RUN_ADHOC, { as: token, body }),
    newToken,
    credits: () => readCreditUsage({ metadata, clock }, id, plans.business),
  };
}

type Threads = ReturnType<typeof openEvaluationThreads>;

function ownThreads(t: TestContext, limits: Limits): Threads {
  const threads = openEvaluationThreads({ limits: limits.evaluation });
  t.after(() => threads[Symbol.asyncDispose]());
  return threads;
}

let shared: Threads | undefined;

/** One thread serves all tests of a file, since starting one takes as long as many a test; it ends with them. */
function sharedThreads(): Threads {
  shared ??= openEvaluationThreads({ limits: LIMITS.evaluation });
  return shared;
}

const noStore: Store = {
  query: () => Promise.reject(new Error('this test has no log store')),
  stream: () => {
    throw new Error('this test has no log store');
  },
  health: () => Promise.resolve({ state: 'down' }),
};

/** A provider that asks the scripted server, through the real client. */
export async function openServedModel(
  t: TestContext,
  server: ModelServer,
  limits: Partial<Limits['model']> = {},
): Promise<OpenedModel> {
  const opened = await openModel(
    { log: silentLog, limits: { ...LIMITS.model, ...limits } },
    {
      kind: 'openai-compatible',
      url: `${server.url}/v1`,
      country: 'DE',
      models: {},
      key: undefined,
    },
  );
  if (opened.kind === 'open') {
    const { provider } = opened;
    t.after(() => provider[Symbol.asyncDispose]());
  }
  return opened;
}

/** The `data` of a run that went well. */
export function resultOf(answer: Answer): EvaluationResult {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
  return answer.body.data as EvaluationResult;
}

export function previewOf(answer: Answer): EvaluationPreview {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
  return answer.body.data as EvaluationPreview;
}
