import type { ExportPreview } from '../../../../../src/contract/exports.ts';

interface RunLine {
  readonly at: string;
  /** `Mon 2026-11-16`. */
  readonly day: string;
  /** `06:00`. */
  readonly time: string;
  /** `+01:00`. */
  readonly offset: string;
  /** Another offset than the run before. */
  readonly isChanged: boolean;
}

const LOCAL = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}):\d{2}([+-]\d{2}:\d{2})$/;
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** Returns runs in the time zone of their schedule, with a note where the clock changes between two runs. */
export function runLines(runs: ExportPreview['runs']): RunLine[] {
  let before: string | undefined;
  return runs.map(({ at, local }) => {
    const [, day = '', time = '', offset = ''] = LOCAL.exec(local) ?? ['', at, '', ''];
    const isChanged = before !== undefined && before !== offset;
    before = offset;
    const weekday = DAYS[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? '';
    return { at, day: `${weekday} ${day}`.trim(), time, offset, isChanged };
  });
}
