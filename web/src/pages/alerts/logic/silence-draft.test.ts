import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AlertSilence } from '../../../../../src/contract/alert-silences.ts';
import {
  draftOfSilence,
  emptySilence,
  formOfSilence,
  matchWords,
  weeklyWords,
} from './silence-draft.ts';

const NOW = Date.parse('2026-11-15T10:00:00.000Z');
const FORM = { ...emptySilence(NOW, 'Europe/Berlin'), name: ' Restart ' };

test('a silence ends in an hour unless somebody says another time', () => {
  assert.deepEqual(draftOfSilence(FORM), {
    draft: {
      name: 'Restart',
      match: {},
      times: { kind: 'range', to: '2026-11-15T11:00:00.000Z' },
    },
  });
});

test('what cannot be sent is said in words', () => {
  assert.match(JSON.stringify(draftOfSilence({ ...FORM, to: '' })), /end time/);
  assert.match(JSON.stringify(draftOfSilence({ ...FORM, group: ['web-7'] })), /field=value/);
});

test('a silence that is kept and one that is edited are the same', () => {
  const match = {
    rules: ['alr_1'],
    tags: ['batch'],
    severities: ['info' as const],
    group: { host: 'web-*', path: 'a=b' },
  };
  const times = { kind: 'weekly', days: ['monday'], start: '22:00', end: '04:00', timeZone: 'UTC' };
  const silence = {
    id: 'sil_1',
    name: 'Nights',
    version: 1,
    match,
    times,
    active: false,
    until: null,
    createdBy: '',
    createdAt: '',
    updatedAt: '',
  } as AlertSilence;

  assert.deepEqual(draftOfSilence(formOfSilence(silence, FORM)), {
    draft: { name: 'Nights', match, times },
  });
  assert.equal(
    matchWords(silence, () => 'Errors'),
    'Errors, tagged batch, with severity info, host=web-*, path=a=b',
  );
  assert.equal(
    weeklyWords({ ...times, kind: 'weekly', days: ['sunday', 'monday'] }),
    'Mon, Sun from 22:00 to 04:00 the next day (UTC)',
  );
});
