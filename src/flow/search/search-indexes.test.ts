import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '../../base/errors.ts';
import { parse } from '../../language/index.ts';
import { searchOf } from './search-context.ts';
import { indexesOf } from './search-indexes.ts';

const KNOWN = ['main', 'web', 'web-old', '_audit', 're_may'];

function read(text: string, known: readonly string[] = KNOWN): string[] {
  const { query } = parse(text);
  assert.ok(query !== undefined, text);
  return indexesOf(searchOf(query), known, (name) => new AppError('FORBIDDEN', name));
}

const READ: readonly [text: string, indexes: readonly string[]][] = [
  ['*', ['main', 'web', 'web-old']],
  ['error', ['main', 'web', 'web-old']],
  ['index=main', ['main']],
  ['_index=main', ['main']],
  ['index=MAIN', ['main']],
  ['index=web*', ['web', 'web-old']],
  ['index=*', ['main', 'web', 'web-old']],
  ['index=_audit', ['_audit']],
  ['index=_aud*', ['_audit']],
  ['index!=main', ['web', 'web-old']],
  ['index!=_audit', ['main', 'web', 'web-old']],
  ['index>main', ['main', 'web', 'web-old']],
  ['index IN (main, web)', ['main', 'web']],
  ['_index IN (_audit)', ['_audit']],
  ['host IN (main)', ['main', 'web', 'web-old']],
  ['host=main', ['main', 'web', 'web-old']],
  ['host=zzzzzzzz', ['main', 'web', 'web-old']],
  ['host IN (zzzzzzzz)', ['main', 'web', 'web-old']],
  ['NOT index!=_audit', []],
  ['NOT index=main', ['web', 'web-old']],
  ['NOT index IN (main, web)', ['web-old']],
  ['NOT host=main', ['main', 'web', 'web-old']],
  ['index=main error', ['main']],
  ['index=main OR error', ['main', 'web', 'web-old']],
  ['index=main OR index=web', ['main', 'web']],
  ['index=main index=web', []],
  ['NOT (index=main OR index=web)', ['web-old']],
  ['NOT (index=main error)', ['main', 'web', 'web-old']],
  ['NOT (index=main OR error)', ['web', 'web-old']],
  ['NOT (index=main index=web*)', ['main', 'web', 'web-old']],
  ['index=_audit OR error', ['main', 'web', 'web-old', '_audit']],
  ['NOT index=_audit', ['main', 'web', 'web-old']],
  ['index=re_may', ['re_may']],
  ['index=RE_*', ['re_may']],
  ['index=re*', []],
  ['index=*may', []],
  ['index!=web', ['main', 'web-old']],
  ['index=main OR index=re_may', ['main', 're_may']],
];

for (const [text, indexes] of READ) {
  test(`${text} reads ${indexes.join(', ') || 'nothing'}`, () => {
    assert.deepEqual(read(text), indexes);
  });
}

test('a reserved index that somebody may not read is closed to them, by its name alone', () => {
  const known = ['main'];

  assert.throws(() => read('index=_audit', known), { code: 'FORBIDDEN', message: '_audit' });
  assert.throws(() => read('NOT index!=_AUDIT', known), { code: 'FORBIDDEN', message: '_audit' });
  assert.throws(() => read('index IN (main, _audit)', known), { code: 'FORBIDDEN' });
  assert.deepEqual(read('index=_audit*', known), []);
});

test('a name that no index has is refused with its place, and the name that was meant', () => {
  const hint = 'Unknown index "wbe". Did you mean web?';
  const fix = { label: 'Use web', start: 6, end: 9, text: 'web' };

  assert.throws(() => read('index=wbe'), {
    code: 'UNKNOWN_INDEX',
    message: hint,
    facts: { details: [{ path: 'query', message: hint, position: 6, fix }] },
  });
  const plain = 'Unknown index "zzzzzzzz".';
  assert.throws(() => read('x index!=zzzzzzzz OR index IN (wbe)'), {
    code: 'UNKNOWN_INDEX',
    message: plain,
    facts: {
      details: [
        { path: 'query', message: plain, position: 9 },
        { path: 'query', message: hint, position: 31, fix: { ...fix, start: 31, end: 34 } },
      ],
    },
  });
});

test('only a whole name that has to be equal can be wrong', () => {
  assert.deepEqual(read('index=zz*'), []);
  assert.deepEqual(read('index<zzzzzzzz'), ['main', 'web', 'web-old']);
  assert.deepEqual(read('index>=zzzzzzzz'), ['main', 'web', 'web-old']);
});
