/** Turns the conditions found by each check into gaps with a start and an end, and writes them. */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../base/clock.ts';
import type { Log } from '../../../base/log.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import { LIMITS } from '../../../spec/limits.ts';
import type { Condition, Gap } from './gap.ts';
import { putGap } from './ingest-gaps-table.ts';

export interface KeepNeeds {
  readonly metadata: Pick<Metadata, 'db'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly nodeId: string;
}

export interface KeptGaps {
  /** What an earlier run has left open: it lasts until a look finds it to be over. */
  adopt(gaps: readonly Gap[]): void;
  /** Rejects when it cannot be written; what was to be written is not lost by that. */
  follow(conditions: readonly Condition[]): Promise<void>;
}

interface OpenGap {
  readonly gap: Gap;
  lastAt: number | undefined;
}

/** Those that could not be written while the metadata store was away; the oldest go first. */
const UNWRITTEN_MAX = 10_000;

export function keepGaps(needs: KeepNeeds): KeptGaps {
  const open = new Map<string, OpenGap>();
  const ended = new Map<string, Gap>();
  const unwritten = new Map<string, Gap>();
  const note = (gap: Gap): void => {
    unwritten.delete(gap.id);
    unwritten.set(gap.id, gap);
    const [oldest] = unwritten.keys();
    if (unwritten.size <= UNWRITTEN_MAX || oldest === undefined) return;
    unwritten.delete(oldest);
    needs.log.error({}, 'ingest gap could not be recorded and was dropped');
  };
  return {
    adopt(gaps) {
      for (const gap of gaps) open.set(keyOf(gap), { gap, lastAt: undefined });
    },
    async follow(conditions) {
      const now = needs.clock.now();
      const wanted = new Map(conditions.map((condition) => [keyOf(condition), condition]));
      for (const [key, { gap, lastAt }] of open) {
        if (wanted.has(key)) continue;
        const over = { ...gap, to: Math.max(gap.from, lastAt ?? now) };
        open.delete(key);
        ended.set(key, over);
        note(over);
      }
      for (const [key, condition] of wanted) {
        const known = open.get(key);
        if (known !== undefined) known.lastAt = condition.lastAt;
        else note(begin(needs, open, ended, key, condition));
      }
      forgetEnded(ended, now);
      for (const [id, gap] of unwritten) {
        await putGap(needs.metadata, gap);
        if (unwritten.get(id) === gap) unwritten.delete(id);
      }
    },
  };
}

/** What comes and goes is one gap, so that a bad hour does not leave hundreds. */
function begin(
  { nodeId }: KeepNeeds,
  open: Map<string, OpenGap>,
  ended: Map<string, Gap>,
  key: string,
  { kind, organization, since, lastAt }: Condition,
): Gap {
  const recent = ended.get(key);
  ended.delete(key);
  const gap: Gap =
    recent === undefined
      ? { id: randomUUID(), node: nodeId, organization, kind, from: since, to: null }
      : { ...recent, to: null };
  open.set(key, { gap, lastAt });
  return gap;
}

function forgetEnded(ended: Map<string, Gap>, now: number): void {
  for (const [key, { to }] of ended) {
    if ((to ?? now) < now - LIMITS.gaps.joinMs) ended.delete(key);
  }
}

function keyOf({ kind, organization }: Pick<Gap, 'kind' | 'organization'>): string {
  return `${kind} ${organization ?? ''}`;
}
