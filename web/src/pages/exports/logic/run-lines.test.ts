import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runLines } from './run-lines.ts';

test('runs stand on the clock of their schedule, and a change of that clock is told', () => {
  const lines = runLines([
    { at: '2026-10-24T00:30:00.000Z', local: '2026-10-24T02:30:00+02:00' },
    { at: '2026-10-25T00:30:00.000Z', local: '2026-10-25T02:30:00+02:00' },
    { at: '2026-10-26T01:30:00.000Z', local: '2026-10-26T02:30:00+01:00' },
  ]);

  assert.deepEqual(
    lines.map(({ day, time, offset, isChanged }) => [day, time, offset, isChanged]),
    [
      ['Sat 2026-10-24', '02:30', '+02:00', false],
      ['Sun 2026-10-25', '02:30', '+02:00', false],
      ['Mon 2026-10-26', '02:30', '+01:00', true],
    ],
  );
});
