import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requireTimeZone } from './time-zone.ts';

test('a zone is called as the database writes it, however it was spelled', () => {
  for (const [spelling, name] of [
    ['Europe/Berlin', 'Europe/Berlin'],
    ['europe/berlin', 'Europe/Berlin'],
    ['EUROPE/BERLIN', 'Europe/Berlin'],
    ['utc', 'UTC'],
  ] as const) {
    assert.equal(requireTimeZone('timezone', spelling), name);
    assert.equal(requireTimeZone('timezone', spelling), name, 'asked again');
  }
});

test('what is no zone, and an offset, is refused where it was named', () => {
  for (const spelling of ['Mars/Olympus', '+01:00', 'UTC+1', '', ' ', 'Europe/Berlin\0']) {
    for (const path of ['timezone', 'timeZone']) {
      assert.throws(() => requireTimeZone(path, spelling), {
        code: 'VALIDATION_ERROR',
        facts: {
          details: [
            { path, message: 'Unknown time zone. Use an IANA name such as Europe/Berlin.' },
          ],
        },
      });
    }
  }
});

test('more spellings than are remembered are all answered', () => {
  for (let number = 0; number < 1_100; number += 1) {
    const spelling = 'australia/melbourne'.replaceAll(/[a-z]/g, (letter, at: number) =>
      (number >> (at % 12)) % 2 === 1 ? letter.toUpperCase() : letter,
    );
    assert.equal(requireTimeZone('timezone', spelling), 'Australia/Melbourne', spelling);
  }
});
