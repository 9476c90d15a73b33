import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scheduleOf } from './alert-schedule.ts';

test('a schedule and a range of time become interval, window and delay', () => {
  const cases: readonly [
    cron: string,
    earliest: string | undefined,
    latest: string | undefined,
    settings: readonly [interval: number, window: number, delay: number],
    remarks: readonly RegExp[],
  ][] = [
    ['*/5 * * * *', '-5m', 'now', [300, 300, 0], []],
    ['*/5 * * * *', '-10m@m', '-5m@m', [300, 300, 300], []],
    ['0 * * * *', '-70m', '-10m', [3_600, 3_600, 600], []],
    ['* * * * *', 'rt-5m', 'rt', [60, 300, 0], [/real time/, /real time/]],
    ['0 6 * * *', '-1d', 'now', [86_400, 86_400, 0], [/a time of day/]],
    ['0 6 * * 1', '-7d', 'now', [86_400, 604_800, 0], [/calendar schedules/]],
    ['0 9-17 * * *', '-1h', 'now', [3_600, 3_600, 0], [/calendar schedules/]],
    ['*/10 * * * *', '-5m', 'now', [600, 600, 0], [/at least its interval/]],
    ['0 * * * *', '0', 'now', [3_600, 604_800, 0], [/has no start/]],
    ['0 * * * *', '-30d', 'now', [3_600, 604_800, 0], [/exceeds the maximum window/]],
    ['0 * * * *', '@d', 'now', [3_600, 86_400, 0], [/aren’t aligned/]],
    [
      '0 * * * *',
      '-5h',
      '-3h',
      [3_600, 7_200, 3_600],
      [/maximum evaluation delay of a rule is 3600 s/],
    ],
    ['nonsense', '-1h', undefined, [3_600, 3_600, 0], [/Invalid schedule/]],
  ];
  for (const [cron, earliest, latest, [interval, window, delay], remarks] of cases) {
    const found = scheduleOf(cron, earliest, latest);
    const text = `${cron} ${earliest} ${latest}`;
    assert.deepEqual([found.interval, found.window, found.delay], [interval, window, delay], text);
    assert.equal(found.remarks.length, remarks.length, `${text}: ${found.remarks.join(' ')}`);
    for (const [at, remark] of remarks.entries()) assert.match(found.remarks[at] ?? '', remark);
  }
});
