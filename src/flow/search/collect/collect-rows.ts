/** `collect`: the rows of a search become events, through the same way in as all others. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Actor } from '../../../base/actor.ts';
import type { Clock } from '../../../base/clock.ts';
import { AppError } from '../../../base/errors.ts';
import { nearestName } from '../../../base/nearest-name.ts';
import { requirePermission } from '../../../base/require-permission.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import { recordAudit } from '../../../guard/audit/index.ts';
import type { CollectStage } from '../../../language/index.ts';
import type { Limits } from '../../../spec/limits.ts';
import { prefixToName } from '../../../spec/reserved-indexes.ts';
import type { IndexFacts } from '../../indexes/index.ts';
import { type Asking, readInPieces } from '../ask-store.ts';
import { refuse } from '../compile/context.ts';
import { type AnswerPlan, type AnswerRow, readRows } from '../compile/write-answer.ts';
import { eventOfRow } from './event-of-row.ts';

export interface EventsToWrite {
  readonly index: string;
  readonly events: number;
  /** NDJSON, as clients send it. */
  readonly body: Buffer;
}

/** Resolves once the events are on disk. */
export type CollectEvents = (
  actor: Actor,
  sent: EventsToWrite,
) => Promise<{ readonly accepted: number; readonly receipt: string }>;

export interface CollectNeeds {
  /** Undefined where this node takes no events. */
  readonly collect?: CollectEvents;
  readonly clock: Clock;
  readonly limits: Limits;
}

/** Records in the audit log who writes events, then passes them to the ingest function for client events. */
export function openCollect(
  { metadata, clock }: { readonly metadata: Pick<Metadata, 'transaction'>; readonly clock: Clock },
  accept: CollectEvents,
): CollectEvents {
  return async (actor, sent) => {
    const { index: resource, events } = sent;
    const entry = { action: 'log.collected', resource, details: { events } } as const;
    await metadata.transaction((unit) => recordAudit(unit, actor, entry, clock.now()));
    return accept(actor, sent);
  };
}

export interface EventWrite {
  readonly stage: CollectStage;
  readonly plan: AnswerPlan;
}

export const NEEDS_POST = '`collect` writes events and requires a search sent with POST.';

/** The part of the response about what was written. */
interface CollectNote {
  readonly code: 'collected';
  readonly message: string;
  readonly position: number;
}

/** Only a search that was sent to do so writes, into an index that takes events and that it does not read. */
export function requireMayCollect(
  stage: CollectStage,
  mayWrite: boolean,
  { indexes, read }: { readonly indexes: IndexFacts; readonly read: readonly string[] },
): void {
  const { index } = stage;
  if (prefixToName(index) !== undefined) {
    throw refuse(stage, `Events can’t be written to the index ${JSON.stringify(index)}.`);
  }
  if (!indexes.has(index)) {
    const near = nearestName(index, [...indexes.keys()]);
    const hint = near === undefined ? ' Create it first.' : ` Did you mean ${near}?`;
    const message = `Unknown index ${JSON.stringify(index)}.${hint}`;
    const details = [{ path: 'query', message, position: stage.start }];
    throw new AppError('UNKNOWN_INDEX', message, { details });
  }
  if (read.includes(index)) {
    const message = `The search reads the index ${JSON.stringify(index)}, so it can’t write to it. Use another index.`;
    throw refuse(stage, message);
  }
  if (!mayWrite) {
    throw refuse(stage, NEEDS_POST);
  }
}

/** Rows per turn of the event loop, so that other work can run in between. */
const ROWS_AT_ONCE = 100;

/** All rows are written, or none. Answers what to tell about it. */
export async function collectRows(
  needs: CollectNeeds,
  actor: Actor,
  asking: Asking,
  { stage, plan }: EventWrite,
): Promise<CollectNote> {
  const max = Math.min(needs.limits.query.collectedRowsMax, needs.limits.events.perRequestMax);
  const { index } = stage;
  requirePermission(actor, 'logs:write', '`collect` requires the permission logs:write.');
  if (needs.collect === undefined) throw refuse(stage, 'This server doesn’t accept events.');
  const answer = await readInPieces(asking, plan.statement, { resultRowsMax: max + 1 });
  if (answer.rowCount > max) {
    throw refuse(stage, `Too many rows to write at once (maximum ${max}). Shorten the time range.`);
  }
  const { rows } = readRows(plan, answer, max);
  const position = stage.start;
  if (rows.length === 0) {
    return { code: 'collected', message: `No rows to write to the index ${index}.`, position };
  }
  const body = await bodyOf(rows, stage, needs.clock.now(), needs.limits.http.bodyBytesMax);
  const sent = { index, events: rows.length, body };
  const { accepted, receipt } = await needs.collect(actor, sent).catch((error: unknown) => {
    throw atStage(error, stage);
  });
  const events = accepted === 1 ? '1 event' : `${accepted} events`;
  const message = `Wrote ${events} to the index ${index}. Receipt: ${receipt}.`;
  return { code: 'collected', message, position };
}

/** Rows that cannot be events, such as those with a time in the future: the query is to blame. */
function atStage(error: unknown, stage: CollectStage): unknown {
  if (!(error instanceof AppError) || error.code !== 'VALIDATION_ERROR') return error;
  return refuse(
    stage,
    `Can’t write the rows. ${error.facts.details?.[0]?.message ?? error.message}`,
  );
}

async function bodyOf(
  rows: readonly AnswerRow[],
  stage: CollectStage,
  now: number,
  bytesMax: number,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for (const [i, row] of rows.entries()) {
    if (i % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await nextTurn();
    const line = Buffer.from(`${JSON.stringify(eventOfRow(row, stage, now))}\n`);
    bytes += line.length;
    if (bytes > bytesMax) {
      const message = `The rows are too large to write at once (maximum ${bytesMax} bytes). Shorten the time range or choose fields with \`table\`.`;
      throw refuse(stage, message);
    }
    parts.push(line);
  }
  return Buffer.concat(parts);
}
