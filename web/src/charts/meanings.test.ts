import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LEVEL_COLORS, STATUS_COLORS } from '../../../src/charts/colors.ts';
import { meantLooks } from './meanings.ts';

test('answers of the web have the colour of their kind, and two of a kind two colours', () => {
  const looks = meantLooks(['200', '404', '429', '500', '502', 'OTHER']);

  assert.equal(looks.get('200')?.color, STATUS_COLORS[2][0]);
  assert.equal(looks.get('404')?.color, STATUS_COLORS[4][0]);
  assert.equal(looks.get('429')?.color, STATUS_COLORS[4][1]);
  assert.equal(looks.get('500')?.color, LEVEL_COLORS.error);
  assert.equal(looks.get('502')?.color, STATUS_COLORS[5][1]);
  assert.equal(looks.has('OTHER'), false);
  assert.equal(meantLooks(['5xx']).get('5xx')?.color, LEVEL_COLORS.error);
});

test('levels have theirs in every spelling; one that comes again is dashed', () => {
  const looks = meantLooks(['WARN', 'warning', 'err']);

  assert.deepEqual(looks.get('WARN'), { color: LEVEL_COLORS.warn, dash: [] });
  assert.deepEqual(looks.get('warning'), { color: LEVEL_COLORS.warn, dash: [6, 3] });
  assert.equal(looks.get('err')?.color, LEVEL_COLORS.error);
});

test('names without a meaning, or with several, have none', () => {
  for (const names of [[], ['OTHER'], ['404', 'orders'], ['error', '500'], ['700'], ['2000']]) {
    assert.equal(meantLooks(names).size, 0, names.join(' '));
  }
});
