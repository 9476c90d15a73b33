import { isObject } from '../../base/is-object.ts';
import type { MinuteRow } from '../../engines/history/history.ts';
import { LIMITS } from '../../spec/limits.ts';
import { MINUTE_MS } from '../../spec/units.ts';
import { isResults } from './minutes/minute-codes.ts';
import type { Call } from './round/call-target.ts';
import type { Board } from './status-board.ts';

/** Response for other probes: the last 48 hours as seen by this one. */
export function minutesJson(board: Board, placeName: string, now: number): string {
  const from = Math.floor((now - LIMITS.status.peerMs) / MINUTE_MS);
  const minutes = board.ownMinutes(from).map(({ minute, results }) => [minute, results]);
  return JSON.stringify({ place: placeName, minutes });
}

/** Queries every peer. A peer that does not respond, or does not respond like a probe, is skipped until it does. */
export async function askPeers(
  call: Call,
  board: Board,
  peers: readonly string[],
  now: number,
): Promise<void> {
  await Promise.all(
    peers.map(async (peer) => {
      const answer = await call({ url: `${peer}/minutes.json` });
      if (answer.kind !== 'answer' || (answer.status !== 200 && answer.status !== 429)) return;
      const received = readMinutes(answer.text, now);
      if (received !== undefined) board.addPeerMinutes(peer, received.place, received.minutes);
    }),
  );
}

/** Undefined if the text is not a probe response. Minutes outside the time range are ignored. */
export function readMinutes(
  text: string,
  now: number,
): { readonly place: string; readonly minutes: readonly MinuteRow[] } | undefined {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(body) || typeof body['place'] !== 'string') return undefined;
  const list: readonly unknown[] = Array.isArray(body['minutes']) ? body['minutes'] : [];
  const oldest = Math.floor((now - LIMITS.status.peerMs) / MINUTE_MS);
  const newest = Math.floor(now / MINUTE_MS);
  const minutes = list.flatMap((each): MinuteRow[] => {
    const [minute, results] = Array.isArray(each) ? (each as readonly unknown[]) : [];
    const isMinute =
      typeof minute === 'number' &&
      Number.isSafeInteger(minute) &&
      minute >= oldest &&
      minute <= newest;
    if (!isMinute || typeof results !== 'string' || !isResults(results)) return [];
    const unknown = { httpMs: null, otlpMs: null, searchMs: null, serverMs: null };
    return [{ minute, results, reasons: '', ...unknown }];
  });
  return { place: body['place'].slice(0, LIMITS.status.headingCharactersMax), minutes };
}
