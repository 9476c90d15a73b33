import { createHash } from 'node:crypto';
import { LIMITS } from '../../../spec/limits.ts';
import type { ToolCaller } from './tool.ts';
import { ToolRefusal } from './tool-problem.ts';

/** Where a search continues, within the range of its first page. */
export interface Place {
  readonly cursor: string;
  readonly bounds: { readonly earliest: string; readonly latest: string };
  /** Events on the pages before. */
  readonly seen: number;
  /** Events of the range, where they were counted. */
  readonly total: number | undefined;
}

const PREFIX = 'c_';

/** Encrypted and bound to the credential and the arguments: it opens nothing for anybody else, nor another search. */
export function sealCursor(caller: ToolCaller, asked: object, place: Place): string {
  const until = caller.now + LIMITS.agents.cursorMs;
  const { bounds, seen, total = '', cursor } = place;
  const sealed = caller.needs.secrets.encryptSecret(
    boundTo(caller, asked),
    [until, bounds.earliest, bounds.latest, seen, total, cursor].join(' '),
  );
  return `${PREFIX}${sealed}`;
}

export function openCursor(caller: ToolCaller, asked: object, text: string): Place {
  const place = readPlace(caller, asked, text);
  if (place !== undefined) return place;
  throw new ToolRefusal('CURSOR_EXPIRED', 'CURSOR_EXPIRED: ask again without it');
}

function readPlace(caller: ToolCaller, asked: object, text: string): Place | undefined {
  if (!text.startsWith(PREFIX)) return undefined;
  try {
    const opened = caller.needs.secrets.decryptSecret(boundTo(caller, asked), text.slice(2));
    const [until, earliest = '', latest = '', seen, total, cursor] = opened.split(' ');
    if (cursor === undefined || Number(until) < caller.now) return undefined;
    const counted = total === '' ? undefined : Number(total);
    return { cursor, bounds: { earliest, latest }, seen: Number(seen), total: counted };
  } catch {
    return undefined;
  }
}

function boundTo({ actor, credential }: ToolCaller, asked: object) {
  const sorted = Object.entries(asked).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const digest = createHash('sha256')
    .update(JSON.stringify([credential, sorted]))
    .digest('hex');
  return { organization: actor.organization, purpose: 'agent-cursor', row: digest };
}
