import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languagePage } from './language-help.ts';

test('commands and functions have a page, and nothing else', () => {
  assert.match(languagePage('STATS') ?? '', /^stats: .*\nsyntax: stats/);
  assert.match(languagePage('coalesce') ?? '', /^coalesce\(.*\nexample: coalesce\(/);
  assert.match(languagePage(undefined) ?? '', /Functions of eval and where: .*coalesce/);
  assert.equal(languagePage('constructor'), undefined);
  assert.equal(languagePage('nothing of this name'), undefined);
});
