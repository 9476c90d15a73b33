import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from './errors.ts';
import { noteOutage } from './note-outage.ts';

test('an outage is one line when it begins and one when it ends; what is new is told, a stack only of a defect', () => {
  const lines: [object, string][] = [];
  const note = (fields: object, message: string) => void lines.push([fields, message]);
  const notes = noteOutage({ warn: note, info: note }, { begins: 'away', ends: 'back' });
  const away = () => new AppError('STORAGE_UNAVAILABLE', 'Away.');
  const defect = new Error('broken');

  notes.worked();
  for (let minute = 0; minute < 60; minute += 1) notes.failed(away(), { job: 'a' });
  notes.failed(defect, { job: 'a' });
  notes.failed(defect, { job: 'a' });
  notes.worked({ job: 'a' });
  notes.worked({ job: 'a' });
  notes.failed(away());

  const facts = { code: 'STORAGE_UNAVAILABLE', reason: 'Away.' };
  assert.deepEqual(lines, [
    [{ job: 'a', ...facts }, 'away'],
    [{ job: 'a', err: defect }, 'away'],
    [{ job: 'a', failures: 62 }, 'back'],
    [facts, 'away'],
  ]);
});
