/** What storing and the API take while something else is done, and what that costs. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/base/clock.ts';
import type { OrganizationId } from '../../src/base/ids.ts';
import { createBlockEncoder } from '../../src/engines/store/block-encoder.ts';
import type { EmbeddedStore } from '../../src/engines/store/child/supervise-engine.ts';
import { createRowIds } from '../../src/engines/store/row-ids.ts';
import { SECOND_MS } from '../../src/spec/units.ts';
import { logRecord } from '../support/log-records.ts';
import type { ExportIngest } from './export-ingest.ts';

const STORED_AT_ONCE = 100;
const PAUSE_MS = 20;
const encoder = createBlockEncoder(createRowIds(systemClock, 4_711));

export interface Watched {
  readonly store: EmbeddedStore;
  readonly storing: OrganizationId;
  readonly key: string;
  readonly ingest: ExportIngest;
}

export interface Phase {
  readonly name: string;
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Above what it was before, at its highest: of node and store together, and of each then. */
  readonly memory: { readonly all: number; readonly each: readonly number[] };
  readonly stored: readonly number[];
  readonly answered: readonly number[];
  /** What other machines on the same hardware took of the processors meanwhile, from 0 to 1. */
  readonly stolen: number;
}

/** What something did to storing and to the API, and the phase without it right before. */
export interface PhasePair {
  readonly alone: Phase;
  readonly beside: Phase;
}

/** Does something, and meanwhile stores small batches and sends single events. */
export async function measure(
  name: string,
  { store, storing, key, ingest }: Watched,
  work: () => Promise<unknown>,
): Promise<Phase> {
  const pids = [process.pid, store.enginePid()];
  const memory = (): number[] => pids.map(residentBytes);
  const cpu = (): number => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
  const [idleBytes, cpuBefore] = [memory(), cpu()];
  let highest = { all: 0, each: pids.map(() => 0) };
  const timer = setInterval(() => {
    const each = memory().map((bytes, i) => bytes - (idleBytes[i] ?? 0));
    const all = each.reduce((sum, bytes) => sum + bytes, 0);
    if (all > highest.all) highest = { all, each };
  }, 50);
  const begunAt = performance.now();
  const stolenBefore = machineTicks();
  let isOver = false;
  const working = work().finally(() => (isOver = true));
  const repeat = async (once: () => Promise<number>): Promise<number[]> => {
    const took: number[] = [];
    while (!isOver) {
      took.push(await once());
      await sleep(PAUSE_MS);
    }
    return took;
  };
  const event = Buffer.from(JSON.stringify([{ event: 'a single event' }]));
  const [stored, answered] = await Promise.all([
    repeat(() => storeSome(store, storing)),
    repeat(() => ingest.sendOne(key, event)),
  ]);
  await working;
  clearInterval(timer);
  return {
    name,
    seconds: (performance.now() - begunAt) / SECOND_MS,
    cpuSeconds: cpu() - cpuBefore,
    memory: highest,
    stored,
    answered,
    stolen: stolenSince(stolenBefore),
  };
}

async function storeSome(store: EmbeddedStore, organization: OrganizationId): Promise<number> {
  const records = Array.from({ length: STORED_AT_ONCE }, () => logRecord({ organization }));
  const { bytes } = encoder.encode(records);
  const begun = performance.now();
  await store.insert({ token: randomUUID(), blocks: [bytes], events: records.length });
  return performance.now() - begun;
}

function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1_024;
}

/** Of the kernel's clock, in which /proc tells processor time. */
const TICKS_PER_SECOND = 100;

function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

interface MachineTicks {
  readonly all: number;
  readonly stolen: number;
}

function machineTicks(): MachineTicks {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  // User, nice, system, idle, waiting, two kinds of interrupts, stolen.
  const ticks = line.trim().split(/\s+/).slice(1, 9).map(Number);
  return { all: ticks.reduce((sum, each) => sum + each, 0), stolen: ticks[7] ?? 0 };
}

function stolenSince(before: MachineTicks): number {
  const now = machineTicks();
  return (now.stolen - before.stolen) / Math.max(1, now.all - before.all);
}

function p99(values: readonly number[]): number {
  const inOrder = values.toSorted((a, b) => a - b);
  return inOrder[Math.floor((inOrder.length - 1) * 0.99)] ?? 0;
}

/**
 * The slowest hundredth without something and with it. Of all pairs together, and how many times as long it takes in
 * each of them: a machine that stands still for a moment spoils one pair, and not the one in the middle.
 */
export function compareP99(
  pairs: readonly PhasePair[],
  of: (phase: Phase) => readonly number[],
): string {
  const [before, then] = [
    p99(pairs.flatMap(({ alone }) => of(alone))),
    p99(pairs.flatMap(({ beside }) => of(beside))),
  ];
  const each = pairs.map(({ alone, beside }) => p99(of(beside)) / p99(of(alone)));
  const inOrder = each.toSorted((a, b) => a - b);
  const half = (inOrder.length - 1) / 2;
  const middle = ((inOrder[Math.floor(half)] ?? 0) + (inOrder[Math.ceil(half)] ?? 0)) / 2;
  const times = (value: number): string => `${value.toFixed(2)}×`;
  const all = `${Math.round(before)} → ${Math.round(then)} ms, ${times(then / before)}`;
  if (pairs.length === 1) return all;
  return `${all}; pair by pair ${inOrder.map(times).join(', ')}, in the middle ${times(middle)}`;
}
