/** What a gate is given: which check, since when, how long it may wait, and what it may cost. */
import { type Given, type Option, textOption, UsageError } from '../command.ts';

export const GATE_OPTIONS = {
  check: {
    type: 'string',
    value: '<name>',
    help: 'Run this check of the server (name or ID), instead of a checks file.',
  },
  since: {
    type: 'string',
    value: '<start>',
    help: 'Start of the time range of the check: a time, e.g. -15m, or mark:<text>, the newest event of the last 24 h with this text.',
  },
  wait: {
    type: 'string',
    value: '<duration>',
    help: 'With --check: run it again as events arrive until every item is decided, at most this long, e.g. 10m.',
  },
  every: {
    type: 'string',
    value: '<duration>',
    help: 'With --wait: how often to look for new events (default 15s).',
  },
  compare: {
    type: 'string',
    value: '<range>',
    help: 'With --check: also run it over this time range, e.g. -25h..-24h, and list the items that changed since. For a check without a query: a file.',
  },
  credits: {
    type: 'string',
    value: '<number>',
    help: 'With --check: credit cap of all runs together (default: the cap of the check).',
  },
} as const satisfies Readonly<Record<string, Option>>;

/** From when on: a fixed time, or that of the newest event with this text. */
export type Since = { readonly time: string } | { readonly mark: string };

export interface GateOptions {
  readonly check: string;
  readonly since: Since | undefined;
  readonly waitMs: number;
  readonly everyMs: number;
  readonly credits: number | undefined;
}

const EVERY_MS = 15_000;
const WAIT_MS_MAX = 24 * 3_600_000;

/** `now` in milliseconds: a relative start must not move while the gate waits. */
export function readGateOptions(given: Given, check: string, now: number): GateOptions {
  for (const other of ['checks', 'query', 'earliest', 'latest', 'preview', 'keep-going']) {
    if (given[other] !== undefined) throw new UsageError(`--${other} can't be used with --check`);
  }
  const since = textOption(given, 'since');
  const wait = textOption(given, 'wait');
  const every = textOption(given, 'every');
  const credits = textOption(given, 'credits');
  if (every !== undefined && wait === undefined) throw new UsageError('--every requires --wait');
  if (textOption(given, 'file') !== undefined && (since ?? wait) !== undefined) {
    throw new UsageError('--file is evaluated once: use it without --since and --wait');
  }
  const waitMs = wait === undefined ? 0 : durationOf(wait, '--wait');
  const everyMs = every === undefined ? EVERY_MS : durationOf(every, '--every');
  if (waitMs > WAIT_MS_MAX) throw new UsageError('--wait must be at most 24h');
  if (everyMs < 1_000) throw new UsageError('--every must be at least 1s');
  return {
    check,
    since: since === undefined ? undefined : sinceOf(since, now),
    waitMs,
    everyMs,
    credits: credits === undefined ? undefined : creditsOf(credits),
  };
}

const UNITS: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};
const MARK = 'mark:';

function sinceOf(text: string, now: number): Since {
  if (text.startsWith(MARK)) {
    const mark = text.slice(MARK.length).trim();
    if (mark === '') throw new UsageError('--since mark: needs the text of an event');
    return { mark };
  }
  const relative = /^-(\d{1,6})([smhd])$/.exec(text);
  if (relative !== null) {
    const [, count, unit = 's'] = relative;
    return { time: new Date(now - Number(count) * (UNITS[unit] ?? 0)).toISOString() };
  }
  if (text === 'now') return { time: new Date(now).toISOString() };
  const epoch = /^\d{9,11}(\.\d+)?$/.test(text) ? Number(text) * 1_000 : Date.parse(text);
  if (/^\d/.test(text) && Number.isFinite(epoch)) return { time: new Date(epoch).toISOString() };
  throw new UsageError(
    `--since must be a time such as -15m or 2026-11-15T08:30:00Z, or mark:<text>, not ${JSON.stringify(text)}`,
  );
}

function durationOf(text: string, option: string): number {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const ms = Number(count) * (UNITS[unit] ?? Number.NaN);
  if (!(ms > 0)) throw new UsageError(`${option} must be a duration such as 30s, 10m or 1h`);
  return ms;
}

function creditsOf(text: string): number {
  const credits = Number(text);
  if (!(credits > 0)) throw new UsageError('--credits must be a number greater than 0');
  return credits;
}
