import { isObject } from '../../../base/is-object.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { type Answer, fieldOf } from './call-target.ts';
import { bySpeed, type Check, down, judgeRefusal, none } from './judge-answer.ts';
import type { RoundNeeds, Target } from './target.ts';

export interface SearchedLine {
  readonly nonce: string;
  readonly text: string;
}

export interface Finding {
  /** How the search itself did. */
  readonly check: Check;
  /** When each line was first found, by its nonce, on the clock that never jumps. */
  readonly foundAt: ReadonlyMap<string, number>;
  readonly searchMs: number | null;
  /** Duration reported by the server. */
  readonly serverMs: number | null;
}

/** When to look, in milliseconds from the first look on; close together while a line usually appears. */
export const LOOKS_AT_MS: readonly number[] = [
  200,
  400,
  700,
  1_000,
  1_500,
  2_000,
  3_000,
  4_000,
  6_000,
  9_000,
  13_000,
  18_000,
  24_000,
  LIMITS.status.foundMsMax,
];

/** Queries all lines in one search until they are found, the search fails, or time runs out. */
export async function findLines(
  needs: RoundNeeds,
  target: Target,
  lines: readonly SearchedLine[],
  looksAtMs: readonly number[] = LOOKS_AT_MS,
): Promise<Finding> {
  const foundAt = new Map<string, number>();
  const startedAt = needs.monotonic();
  let finding: Finding = { check: none('not_set_up'), foundAt, searchMs: null, serverMs: null };
  for (const lookAt of looksAtMs) {
    const waitMs = startedAt + lookAt - needs.monotonic();
    if (waitMs > 0) await needs.sleep(waitMs);
    finding = await look(needs, target, lines, foundAt);
    const isDone = lines.every(({ nonce }) => foundAt.has(nonce));
    if (isDone || finding.check.result === 'down' || finding.check.result === 'none') break;
  }
  return finding;
}

async function look(
  needs: RoundNeeds,
  target: Target,
  lines: readonly SearchedLine[],
  foundAt: Map<string, number>,
): Promise<Finding> {
  const unknown = { foundAt, searchMs: null, serverMs: null };
  if (target.readKey === undefined) return { ...unknown, check: none('not_set_up') };
  const nonces = lines.map(({ nonce }) => `nonce=${nonce}`).join(' OR ');
  const query = `index=main probe_id=${target.probeId} (${nonces})`;
  const answer = await needs.call(searchCall(target, target.readKey, { query, earliest: '-15m' }));
  if (answer.kind === 'failed' || answer.status !== 200) {
    return { ...unknown, check: judgeRefusal(answer) };
  }
  const rows = rowsOf(answer);
  if (rows === undefined) return { ...unknown, check: down('wrong_answer') };
  for (const { nonce, text } of lines) {
    const row = rows.find((each) => each.nonce === nonce);
    if (row === undefined || foundAt.has(nonce)) continue;
    if (row.text !== text) return { ...unknown, check: down('wrong_answer') };
    foundAt.set(nonce, answer.answeredAt);
  }
  const serverMs = fieldOf(answer, 'data', 'stats', 'elapsedMs');
  return {
    check: bySpeed(answer.elapsedMs, LIMITS.status.probeSearchMsSlow),
    foundAt,
    searchMs: answer.elapsedMs,
    serverMs: typeof serverMs === 'number' ? serverMs : null,
  };
}

/** The call of a search with these parameters. */
export function searchCall(
  { url }: Target,
  bearer: string,
  parameters: Readonly<Record<string, string>>,
) {
  return { url: `${url}/api/v1/search?${new URLSearchParams(parameters).toString()}`, bearer };
}

/** The lines of a search's answer; undefined when it is none. */
export function rowsOf(answer: Answer): readonly SearchedLine[] | undefined {
  const rows = fieldOf(answer, 'data', 'rows');
  if (!Array.isArray(rows)) return undefined;
  return rows.filter(isObject).map((row) => ({
    nonce: textOf(row['nonce']),
    text: textOf(row['event']),
  }));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
