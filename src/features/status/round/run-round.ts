import { LIMITS } from '../../../spec/limits.ts';
import { COMPONENT_IDS, type ComponentId } from '../../../spec/status.ts';
import { type Check, none } from './judge-answer.ts';
import { type LogsLook, lookAgain, lookAtLogs } from './look-at-logs.ts';
import { isOnline, checkApi, checkEvaluation, checkWebApp } from './check-components.ts';
import type { RoundNeeds, Target } from './target.ts';
import type { WrittenLine } from './write-line.ts';

export type Checks = Readonly<Record<ComponentId, Check>>;

/** Checking alerts and stored logs takes more than a minute, so their results come from outside. */
export interface SlowLooks {
  readonly alerts: () => Promise<Check>;
  readonly storedLogs: () => Check;
}

export interface Round {
  readonly checks: Checks;
  readonly latencies: {
    readonly httpMs: number | null;
    readonly otlpMs: number | null;
    readonly searchMs: number | null;
    readonly serverMs: number | null;
  };
  readonly written: readonly WrittenLine[];
  readonly skewMs: number | undefined;
}

/** Runs all checks of one minute. A failed check is repeated before it counts. */
export async function runRound(needs: RoundNeeds, target: Target, slow: SlowLooks): Promise<Round> {
  const first = await lookAtAll(needs, target, slow);
  if (!hasFailed(first.checks)) return toRound(first);
  await needs.sleep(LIMITS.status.recheckMs);
  const second = await recheck(needs, target, slow, first);
  if (!hasFailed(second.checks) || (await isOnline(needs, target))) return toRound(second);
  const offline = Object.fromEntries(COMPONENT_IDS.map((id) => [id, none('probe_offline')]));
  return { ...toRound(second), checks: offline as Checks };
}

interface Look {
  readonly checks: Checks;
  readonly logs: LogsLook;
}

async function lookAtAll(needs: RoundNeeds, target: Target, slow: SlowLooks): Promise<Look> {
  const [api, logs, evaluation, alerts, web] = await Promise.all([
    checkApi(needs, target),
    lookAtLogs(needs, target),
    checkEvaluation(needs, target),
    slow.alerts(),
    checkWebApp(needs, target),
  ]);
  return { checks: checksOf(logs, { api, evaluation, alerts, web }, slow), logs };
}

async function recheck(
  needs: RoundNeeds,
  target: Target,
  slow: SlowLooks,
  { checks, logs: before }: Look,
): Promise<Look> {
  const again = async (id: ComponentId, look: () => Promise<Check>): Promise<Check> =>
    mayAskAgain(checks[id]) ? look() : checks[id];
  const isForLogs = (['ingest-http', 'ingest-otlp', 'search'] as const).some((id) =>
    mayAskAgain(checks[id]),
  );
  const [api, logs, evaluation, alerts, web] = await Promise.all([
    again('api', () => checkApi(needs, target)),
    isForLogs ? lookAgain(needs, target, before) : before,
    again('evaluation', () => checkEvaluation(needs, target)),
    again('alerts', slow.alerts),
    again('web', () => checkWebApp(needs, target)),
  ]);
  return { checks: checksOf(logs, { api, evaluation, alerts, web }, slow), logs };
}

/** Does not retry within the wait that the other side asked for. */
function mayAskAgain({ result, waitMs = 0 }: Check): boolean {
  return result === 'down' && waitMs <= LIMITS.status.recheckMs;
}

function hasFailed(checks: Checks): boolean {
  // Faults among stored lines have been confirmed already, and the connection plays no part in them.
  return COMPONENT_IDS.some((id) => id !== 'stored-logs' && checks[id].result === 'down');
}

function checksOf(
  logs: LogsLook,
  rest: Readonly<Record<'api' | 'evaluation' | 'alerts' | 'web', Check>>,
  slow: SlowLooks,
): Checks {
  return {
    ...rest,
    'ingest-http': logs.checks.http,
    'ingest-otlp': logs.checks.otlp,
    search: logs.checks.search,
    'stored-logs': slow.storedLogs(),
  };
}

function toRound({ checks, logs }: Look): Round {
  const { searchMs, serverMs } = logs.finding;
  return {
    checks,
    latencies: { httpMs: logs.foundMs.http, otlpMs: logs.foundMs.otlp, searchMs, serverMs },
    written: logs.written,
    skewMs: logs.lines.http.skewMs,
  };
}
