import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvOf } from './rows-file.ts';

test('every field becomes a column, and no value leaves its cell', () => {
  const csv = csvOf([
    { event: 'said "hi", left', level: 'info' },
    { event: 'two\nlines', status: -1 },
  ]);

  assert.equal(csv, 'event,level,status\r\n"said ""hi"", left",info,\r\n"two\nlines",,-1\r\n');
});

test('what begins like a formula stays text', () => {
  assert.equal(csvOf([{ '=a': '=1+1' }, { '=a': '-2.5' }]), "'=a\r\n'=1+1\r\n-2.5\r\n");
});
