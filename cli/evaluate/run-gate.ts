/** A release gate: asks a check of the server again as events arrive, until every item is decided or the time is over. */
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { listChecks } from '../../src/contract/checks.ts';
import type { listLogs } from '../../src/contract/search.ts';
import { NotEvaluable } from '../not-evaluable.ts';
import type { Row } from '../read-rows.ts';
import {
  callServer,
  field,
  listField,
  type Server,
  ServerRefused,
  textField,
} from '../server/call-server.ts';
import { rowsToSend } from './ask-evaluation.ts';
import type { Checks } from './checks.ts';
import type { GateOptions, Since } from './gate-options.ts';
import { evaluationFacts, judgeVerdict } from './judge-verdict.ts';
import { overall, type Report } from './outcome.ts';

// The types alone: the contracts themselves would load the whole schema library.
const CHECKS_PATH: (typeof listChecks)['url'] = '/api/v1/checks';
const LOGS_PATH: (typeof listLogs)['url'] = '/api/v1/logs';

export interface GateCheck {
  readonly id: string;
  readonly name: string;
  readonly hasQuery: boolean;
  readonly checks: Checks;
  readonly maxCredits: number | undefined;
}

/** The check with this ID or name. */
export async function findCheck(server: Server, check: string): Promise<GateCheck> {
  const isId = /^chk_[0-9A-Za-z]{22}$/.test(check);
  const path = isId
    ? `${CHECKS_PATH}/${check}`
    : `${CHECKS_PATH}?name=${encodeURIComponent(check)}`;
  const data = field(await callServer(server, { method: 'GET', path }), 'data');
  const found = isId ? data : Array.isArray(data) ? (data[0] as unknown) : undefined;
  const id = textField(found, 'id');
  if (id === undefined) throw new NotEvaluable(`there is no check named ${JSON.stringify(check)}`);
  const maxCredits = field(found, 'maxCredits');
  return {
    id,
    name: textField(found, 'name') ?? check,
    hasQuery: textField(found, 'query') !== undefined,
    checks: checksOf(found),
    maxCredits: typeof maxCredits === 'number' ? maxCredits : undefined,
  };
}

function checksOf(found: unknown): Checks {
  const items = listField(found, 'expectedItems').map((item) => ({
    id: textField(item, 'id') ?? '',
    description: textField(item, 'description') ?? '',
    expect: ['passed'] as const,
  }));
  const criteria = textField(found, 'criteria');
  const isGeneric = textField(found, 'mode') === 'generic_verdict';
  return {
    name: textField(found, 'name'),
    rowChecks: [],
    criteria,
    // Findings of a generic verdict have numbers of their own.
    items: isGeneric ? [] : items,
    mode: isGeneric ? 'generic_verdict' : 'test_classification',
    model: undefined,
    logCompression: undefined,
    compressionOptions: undefined,
    strategy: undefined,
    samples: undefined,
  };
}

/** Runs a check that has no query once, on these rows. */
export async function runOnRows(
  server: Server,
  gate: GateCheck,
  rows: readonly Row[],
  credits: number | undefined,
): Promise<Report> {
  const body = { rows: rowsToSend(rows), ...capOf(credits) };
  const data = await runCheck(server, gate, body);
  return reportOf(gate, data, rows, evaluationFacts(data)?.creditsSpent ?? 0);
}

/** What a gate learns from one look at the events. */
interface Progress {
  since: string | undefined;
  /** Of the input that was judged last. */
  fingerprint: string;
  data: unknown;
  creditsSpent: number;
  /** Why it ends before its time. */
  ended: string | undefined;
}

export async function runGate(
  server: Server,
  gate: GateCheck,
  { since, waitMs, everyMs, credits = gate.maxCredits }: GateOptions,
): Promise<Report> {
  const endsAt = performance.now() + waitMs;
  const progress: Progress = {
    since: undefined,
    fingerprint: '',
    data: undefined,
    creditsSpent: 0,
    ended: undefined,
  };
  for (;;) {
    const isLast = performance.now() >= endsAt;
    try {
      await look(server, gate, since, credits, progress);
    } catch (error) {
      if (isLast || !mayPass(error)) throw error;
      server.tell(`${error instanceof Error ? error.message : String(error)} Retrying…`);
    }
    if (isLast || progress.ended !== undefined || isDecided(gate, progress.data)) break;
    server.tell(waitingLine(gate, progress, endsAt));
    await sleep(Math.max(0, Math.min(everyMs, endsAt - performance.now())));
  }
  const report = reportOf(gate, progress.data, [], progress.creditsSpent);
  const notEvaluated = progress.ended ?? (progress.data === undefined ? NO_EVENTS : undefined);
  return { ...report, notEvaluated };
}

const NO_EVENTS = 'No events to evaluate.';

async function look(
  server: Server,
  gate: GateCheck,
  since: Since | undefined,
  credits: number | undefined,
  progress: Progress,
): Promise<void> {
  progress.since ??= since && ('time' in since ? since.time : await timeOfMark(server, since.mark));
  if (since !== undefined && progress.since === undefined) return;
  const range = {
    ...(progress.since === undefined ? {} : { earliest: progress.since }),
    latest: 'now',
  };
  const preview = await runCheck(server, gate, { ...range, preview: true });
  const fingerprint = fingerprintOf(preview);
  if (field(preview, 'inputRowCount') === 0 || fingerprint === progress.fingerprint) return;
  const left = credits === undefined ? undefined : Math.max(0, credits - progress.creditsSpent);
  try {
    const data = await runCheck(server, gate, { ...range, ...capOf(left) });
    progress.data = data;
    progress.fingerprint = fingerprint;
    progress.creditsSpent += evaluationFacts(data)?.creditsSpent ?? 0;
  } catch (error) {
    if (!(error instanceof ServerRefused) || error.code !== 'CREDIT_CAP_EXCEEDED') throw error;
    progress.ended = `The credit cap of ${credits} credits doesn't allow another run.`;
  }
}

/** Newest first, so the first one is the last that was written. */
async function timeOfMark(server: Server, mark: string): Promise<string | undefined> {
  const parameters = new URLSearchParams({
    query: JSON.stringify(mark),
    earliest: '-24h',
    latest: 'now',
    limit: '1',
  });
  const answer = await callServer(server, {
    method: 'GET',
    path: `${LOGS_PATH}?${parameters.toString()}`,
  });
  const [row] = listField(field(answer, 'data'), 'rows');
  return textField(row, '_time');
}

/** Changes with every event that is found. */
function fingerprintOf(preview: unknown): string {
  const seen = [field(preview, 'inputRowCount'), field(preview, 'lines')];
  return createHash('sha256').update(JSON.stringify(seen)).digest('hex');
}

async function runCheck(server: Server, { id }: GateCheck, body: object): Promise<unknown> {
  const call = { method: 'POST', path: `${CHECKS_PATH}/${id}/run`, body } as const;
  return field(await callServer(server, call), 'data');
}

function capOf(credits: number | undefined): object {
  return credits === undefined ? {} : { maxCredits: credits };
}

function isDecided(gate: GateCheck, data: unknown): boolean {
  if (data === undefined) return false;
  return judgeVerdict(data, gate.checks, []).every(({ outcome }) => outcome !== 'not_evaluable');
}

/** What a server that restarts answers, or a network that fails: the gate still has time. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof NotEvaluable)) return false;
  if (!(error instanceof ServerRefused)) return true;
  return error.code !== 'AI_CREDITS_EXHAUSTED' && (error.status === 429 || error.status >= 500);
}

function waitingLine(gate: GateCheck, { data }: Progress, endsAt: number): string {
  const open =
    data === undefined
      ? []
      : judgeVerdict(data, gate.checks, []).filter(({ outcome }) => outcome === 'not_evaluable');
  const what = data === undefined ? 'events' : open.map(({ id }) => id).join(', ');
  return `Waiting for ${what}, at most ${Math.max(0, Math.ceil((endsAt - performance.now()) / 1_000))} s…`;
}

function reportOf(
  gate: GateCheck,
  data: unknown,
  rows: readonly Row[],
  creditsSpent: number,
): Report {
  const base = { name: gate.name, notEvaluated: undefined };
  if (data === undefined) {
    const unjudged = Math.max(1, gate.checks.items.length);
    const none = { outcome: 'not_evaluable', rowCount: 0, results: [], unjudged } as const;
    return { ...base, ...none, evaluation: undefined };
  }
  const results = judgeVerdict(data, gate.checks, rows);
  const rowCount = field(data, 'inputRowCount');
  const facts = evaluationFacts(data);
  return {
    ...base,
    results,
    outcome: overall(results.map(({ outcome }) => outcome)),
    rowCount: typeof rowCount === 'number' ? rowCount : undefined,
    unjudged: 0,
    evaluation: facts && { ...facts, creditsSpent },
  };
}
