import { LIMITS } from '../../../spec/limits.ts';
import type { StatusState } from '../../../spec/status.ts';
import { CODE } from './minute-codes.ts';

export type OwnState = Exclude<StatusState, 'maintenance'>;

/** State carried from minute to minute. */
export interface Course {
  readonly health: 'operational' | 'degraded' | 'outage';
  readonly goodRun: number;
  /** Minutes in a row that were answered, however slowly. */
  readonly answeredRun: number;
  readonly downRun: number;
  readonly silentRun: number;
  /** The last results with data, newest last: true where slow. */
  readonly slowness: readonly boolean[];
}

/** Nothing is known: that is no data, not good news. */
export const UNKNOWN: Course = {
  health: 'operational',
  goodRun: 0,
  answeredRun: 0,
  downRun: 0,
  silentRun: LIMITS.status.silentMinutes,
  slowness: [],
};

/** One minute further. A minute without data neither mends nor breaks anything. */
export function nextCourse(course: Course, code: number): Course {
  if (code === CODE.none) return { ...course, silentRun: course.silentRun + 1 };
  const isDown = code === CODE.down;
  const slowness = [...course.slowness, code === CODE.slow].slice(-LIMITS.status.slowOfMinutes);
  const downRun = isDown ? course.downRun + 1 : 0;
  const goodRun = code === CODE.up ? course.goodRun + 1 : 0;
  const answeredRun = isDown ? 0 : course.answeredRun + 1;
  const isSlow = slowness.filter(Boolean).length >= LIMITS.status.slowMinutes;
  const next = { goodRun, answeredRun, downRun, silentRun: 0, slowness };
  if (downRun >= LIMITS.status.outageMinutes) return { ...next, health: 'outage' };
  if (goodRun >= LIMITS.status.recoveryMinutes) {
    // What was slow before is over: only what comes now counts.
    return { ...next, health: 'operational', slowness: [] };
  }
  // A component that responds, even slowly, is no longer out.
  const isBack = course.health === 'outage' && answeredRun >= LIMITS.status.recoveryMinutes;
  if (isBack) return { ...next, health: 'degraded' };
  const isUnhealthy = isDown || isSlow;
  if (isUnhealthy && course.health === 'operational') return { ...next, health: 'degraded' };
  return { ...next, health: course.health };
}

export function stateOf({ silentRun, health }: Course): OwnState {
  return silentRun >= LIMITS.status.silentMinutes ? 'no_data' : health;
}

/** The state after all minutes from `from` to before `to`. */
export function foldStates(at: (minute: number) => number, from: number, to: number): Course {
  let course = UNKNOWN;
  for (let minute = lastGoodRun(at, from, to); minute < to; minute += 1) {
    course = nextCourse(course, at(minute));
  }
  return course;
}

/** Start of the last run of good minutes. The run ends any earlier state, so nothing before it matters. */
function lastGoodRun(at: (minute: number) => number, from: number, to: number): number {
  let run = 0;
  for (let minute = to - 1; minute > from; minute -= 1) {
    const code = at(minute);
    if (code === CODE.up) run += 1;
    else if (code !== CODE.none) run = 0;
    if (run === LIMITS.status.recoveryMinutes) return minute;
  }
  return from;
}
