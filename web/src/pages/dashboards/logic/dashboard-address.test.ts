import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedVariables, readChoice, writeChoice } from './dashboard-address.ts';

test('what was chosen is read again, several values and all of them included', () => {
  const choice = {
    earliest: '-1h@h',
    latest: 'now',
    timeZone: 'Europe/Berlin',
    variables: { region: ['eu & 1', 'us=2'], level: [] },
    isKiosk: true,
  };

  assert.deepEqual(readChoice(writeChoice(choice)), choice);
});

test('the address of a share is understood, and an empty one chooses nothing', () => {
  const { variables, earliest } = readChoice('?earliest=-1h&var.region=a&var.region=b');

  assert.deepEqual(variables, { region: ['a', 'b'] });
  assert.equal(earliest, '-1h');
  assert.equal(writeChoice(readChoice('')), '');
});

test('variables that the dashboard does not know are not asked with', () => {
  const choice = readChoice('?var.region=a&var.gone=b');

  assert.deepEqual(askedVariables(choice, new Set(['region'])), { region: ['a'] });
});
