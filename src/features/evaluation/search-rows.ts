/** The events of a search as rows: found as the caller would find them, under the same limits. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Actor } from '../../base/actor.ts';
import { AppError } from '../../base/errors.ts';
import { runSearch } from '../../flow/search/index.ts';
import type { EvaluationNeeds } from './evaluation-needs.ts';
import type { FoundEvents, RowSource } from './input/run-request.ts';

export interface SearchedRows {
  /** A JSON list of the rows. */
  readonly bytes: Uint8Array;
  readonly events: FoundEvents;
}

/** Where an event came from tells nothing about what happened. */
const LEFT_OUT = ['_id', '_index'];
const SLICE_MS = 5;

export async function searchRows(
  needs: EvaluationNeeds,
  actor: Actor,
  { query, earliest, latest }: RowSource & { readonly kind: 'search' },
  signal: AbortSignal,
): Promise<SearchedRows> {
  if (!actor.permissions.has('logs:read')) {
    const message = 'To evaluate a search, the access token also needs the scope search:read.';
    throw new AppError('INSUFFICIENT_SCOPE', message);
  }
  const limit = Math.min(needs.limits.evaluation.rowsMax, needs.limits.query.rowsMax);
  const times = {
    ...(earliest === undefined ? {} : { earliest }),
    ...(latest === undefined ? {} : { latest }),
  };
  const { data } = await runSearch(needs, actor, { query, ...times, limit }, signal);
  const isOfEvents = data.columns.some(({ name }) => name === '_id');
  return packRows({ rows: data.rows, isOfEvents, isTruncated: data.truncated });
}

/** What a search has found, newest first where it found events. */
export interface FoundRows {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly isOfEvents: boolean;
  readonly isTruncated: boolean;
}

export async function packRows(found: FoundRows): Promise<SearchedRows> {
  const { rows, isOfEvents, isTruncated } = found;
  const parts: Buffer[] = [];
  const eventIds: (string | undefined)[] = [];
  let sliceStartedAt = performance.now();
  // Events come newest first; a story is read the other way round.
  for (const row of isOfEvents ? rows.toReversed() : rows) {
    const id: unknown = row['_id'];
    eventIds.push(typeof id === 'string' ? id : undefined);
    const fields = Object.entries(row).filter(([name]) => !LEFT_OUT.includes(name));
    parts.push(Buffer.from(JSON.stringify(Object.fromEntries(fields))));
    if (performance.now() - sliceStartedAt > SLICE_MS) {
      await nextTurn();
      sliceStartedAt = performance.now();
    }
  }
  return { bytes: jsonList(parts), events: { eventIds, isTruncated } };
}

function jsonList(parts: readonly Buffer[]): Buffer {
  const [open, comma, close] = ['[', ',', ']'].map((text) => Buffer.from(text));
  const pieces = parts.flatMap((part, i) => [i === 0 ? open : comma, part]);
  const all = parts.length === 0 ? [open, close] : [...pieces, close];
  return Buffer.concat(all.filter((piece) => piece !== undefined));
}
