/** What is kept of the runs of checks where an organization wants it: outcomes, and no word of a row or of an explanation. */
import type { Actor } from '../../../base/actor.ts';
import { type Clock, isoTime } from '../../../base/clock.ts';
import { type Page, pageAnswer } from '../../../base/cursor.ts';
import { notFound } from '../../../base/errors.ts';
import { newId } from '../../../base/ids.ts';
import type { CheckOutcomes } from '../../../contract/check-history.ts';
import type { Check } from '../../../contract/checks.ts';
import type { EvaluationPreview, EvaluationResult } from '../../../contract/evaluation.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import { actorName, recordAudit } from '../../../guard/audit/index.ts';
import type { FindingStatus } from '../../../spec/evaluation.ts';
import type { Limits } from '../../../spec/limits.ts';
import {
  checkRunRows,
  hasCheckHistory,
  insertCheckHistory,
  insertCheckRun,
  removeCheckHistory,
  removeCheckRunsBefore,
} from './check-runs-table.ts';
import { checkRows } from './checks-table.ts';

export interface HistoryNeeds {
  readonly metadata: Pick<Metadata, 'db' | 'transaction'>;
  readonly clock: Clock;
  readonly limits: Limits;
}

export async function readCheckHistory(
  { metadata }: HistoryNeeds,
  { organization }: Actor,
): Promise<{ enabled: boolean }> {
  return { enabled: await hasCheckHistory(metadata, organization) };
}

/** Turned off, what was kept is deleted in the same transaction. */
export async function setCheckHistory(
  { metadata, clock }: HistoryNeeds,
  actor: Actor,
  isEnabled: boolean,
): Promise<{ enabled: boolean }> {
  const { organization } = actor;
  const now = clock.now();
  await metadata.transaction(async (unit) => {
    const isChanged = isEnabled
      ? await insertCheckHistory(unit, organization, actorName(actor), now)
      : await removeCheckHistory(unit, organization);
    if (!isChanged) return;
    const action = isEnabled ? 'check_history.enabled' : 'check_history.disabled';
    await recordAudit(unit, actor, { action, resource: organization, details: {} }, now);
  });
  return { enabled: isEnabled };
}

/** After a run. A history that is off by then stays empty. */
export async function keepOutcomes(
  { metadata, clock, limits }: HistoryNeeds,
  { organization }: Actor,
  { id, version }: Pick<Check, 'id' | 'version'>,
  answer: Uint8Array,
): Promise<void> {
  if (!(await hasCheckHistory(metadata, organization))) return;
  // The answer was written from the same words.
  const { data } = JSON.parse(Buffer.from(answer).toString()) as {
    readonly data: EvaluationResult | EvaluationPreview;
  };
  if ('preview' in data) return;
  const outcomes = outcomesOf(data, limits.checks.historyEventsMax);
  const row = {
    id: newId('checkRun'),
    organization_id: organization,
    check_id: id,
    version,
    outcomes: JSON.stringify(outcomes),
    created_at: clock.now(),
  };
  await metadata.transaction(async (unit) => {
    const isKept = await hasCheckHistory(unit, organization);
    const check = await checkRows.find(unit, organization, id);
    if (isKept && check !== undefined) {
      await insertCheckRun(unit, row, limits.checks.historyRunsMax);
    }
  });
}

export async function listCheckRuns(
  { metadata }: HistoryNeeds,
  { organization }: Actor,
  check: string,
  page: Page,
) {
  if ((await checkRows.find(metadata, organization, check)) === undefined) throw notFound('check');
  const rows = await checkRunRows.page(metadata, organization, page, { check_id: check });
  const cursorOf = ({ created_at: at, id }: (typeof rows)[number]) => ({ at, id });
  return pageAnswer(rows, page.limit, cursorOf, (row) => ({
    id: row.id,
    at: isoTime(row.created_at),
    version: row.version,
    outcomes: JSON.parse(row.outcomes) as CheckOutcomes,
  }));
}

export async function forgetCheckRuns({ metadata, clock, limits }: HistoryNeeds): Promise<void> {
  await removeCheckRunsBefore(metadata, clock.now() - limits.checks.historyMsMax);
}

/** Ids, statuses and numbers: whatever holds words of the rows is left out here. */
function outcomesOf({ verdict, evidence }: EvaluationResult, eventsMax: number): CheckOutcomes {
  const rows = new Map(evidence.map((each) => [each.id, each.rows]));
  return verdict.map(({ id, status, confidence }) => ({
    item: id,
    status: (status ?? null) as FindingStatus | null,
    confidence: confidence ?? null,
    eventIds: (rows.get(id) ?? []).flatMap(({ eventId }) => eventId ?? []).slice(0, eventsMax),
  }));
}
