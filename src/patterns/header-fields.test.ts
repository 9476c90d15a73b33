import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFieldTable, FIELD, isPlainField, readFields } from './header-fields.ts';
import { endAt } from './token-table.ts';
import { tokenizeAll } from './tokenize-all.ts';

const NAMES = Object.keys(FIELD);

/** The fields of a text in the second row of a table, so that rows before it must not matter. */
function fieldsOf(text: string) {
  const texts = ['INFO 10:15:00 [main]', text];
  const { table, starts } = tokenizeAll(texts);
  const fields = createFieldTable(2);
  readFields(fields, table, text, 1, starts[1] ?? 0, starts[2] ?? 0);
  return { fields, table };
}

/** Each field as its kind, its end, and the rank of its level where it has one. */
function read(text: string): string[] {
  const { fields, table } = fieldsOf(text);
  let from = 0;
  return Array.from({ length: fields.counts[1] ?? 0 }, (_, field) => {
    const to = endAt(table, fields.lasts[12 + field] ?? 0);
    const said = text.slice(from, to).trim();
    from = to;
    const rank = fields.severities[12 + field] ?? 0;
    const kind = NAMES[fields.kinds[12 + field] ?? 0] ?? '';
    return `${kind}${rank === 0 ? '' : rank} ${said}`;
  });
}

test('the kinds of fields are numbered as headers compare them', () => {
  assert.deepEqual(FIELD, {
    other: 0,
    number: 1,
    time: 2,
    severity: 3,
    bracket: 4,
    component: 5,
    dash: 6,
    epoch: 7,
  });
});

/** Fields by the text they are read from. */
const READ: Readonly<Record<string, readonly string[]>> = {
  '': [],
  '2024-05-11 10:15:00 INFO [Worker thread 1] org.acme.Shop: up': [
    'time 2024-05-11 10:15:00',
    'severity3 INFO',
    'bracket [Worker thread 1]',
    'component org.acme.Shop:',
    'other up',
  ],
  '20240511-10:15:00:321|Shop|30002|said': [
    'time 20240511-10:15:00:321',
    'other |Shop',
    'number |30002',
    'other |said',
  ],
  '|a|': ['other |a'],
  '[a|b] c': ['bracket [a|b]', 'other c'],
  '[a(b c] d] e': ['bracket [a(b c] d]', 'other e'],
  '[a {b} c] d': ['bracket [a {b} c]', 'other d'],
  '(a b) c': ['other (a', 'other b)', 'other c'],
  '{a b} c': ['other {a', 'other b}', 'other c'],
  '[] x': ['component []', 'other x'],
  '[x]: y': ['bracket [x]:', 'other y'],
  '[x], y': ['bracket [x],', 'other y'],
  'sshd[42]: up': ['component sshd[42]:', 'other up'],
  'server.go:12] up': ['component server.go:12]', 'other up'],
  '10.0.0.1: x': ['component 10.0.0.1:', 'other x'],
  'main(): z': ['component main():', 'other z'],
  'a; b, c=d': ['other a;', 'other b,', 'other c=d'],
  '- -- --- ---- ~ ~~ -x : =': [
    'dash -',
    'dash --',
    'dash ---',
    'other ----',
    'dash ~',
    'other ~~',
    'other -x',
    'dash :',
    'other =',
  ],
  '[-] (-) x': ['bracket [-]', 'other (-)', 'other x'],
  'a 1715410000 b 1715410000000 c 171541000 d 2715410000 e 17154100000 f': [
    'other a',
    'epoch 1715410000',
    'other b',
    'epoch 1715410000000',
    'other c',
    'number 171541000',
    'other d',
    'number 2715410000',
    'other e',
    'number 17154100000',
    'other f',
  ],
  '1715410000.5 x': ['epoch 1715410000.5', 'other x'],
  '[1 2 3] x': ['number [1 2 3]', 'other x'],
  'W0612 E0612 X0612 W061 x W06123 WA612': [
    'other5 W0612',
    'other6 E0612',
    'other X0612',
    'other W061',
    'other x',
    'other W06123',
    'other WA612',
  ],
  '[INFO] (WARN) <ERROR> INFO: ERROR, [ERROR]: {ERROR}': [
    'severity3 [INFO]',
    'severity5 (WARN)',
    'severity6 <ERROR>',
    'severity3 INFO:',
    'severity6 ERROR,',
    'severity6 [ERROR]:',
    'other {ERROR}',
  ],
  'notice notice: [notice] NOTICE notice, D': [
    'other notice',
    'severity4 notice:',
    'severity4 [notice]',
    'severity4 NOTICE',
    'other notice,',
    'severity2 D',
  ],
  '[10:15:00] [a 10:15:00] [a b c 10:15:00] [a b c d 10:15:00]': [
    'time [10:15:00]',
    'time [a 10:15:00]',
    'time [a b c 10:15:00]',
    'bracket [a b c d 10:15:00]',
  ],
  'a b c d e f g h i j k l m': 'abcdefghijkl'.split('').map((letter) => `other ${letter}`),
};

test('fields stand between blanks and bars, and each has its kind', () => {
  for (const [text, fields] of Object.entries(READ)) assert.deepEqual(read(text), fields, text);
});

test('a bracket with more than 24 tokens before its end is none', () => {
  const bracket = (words: number): string => `[a${' b'.repeat(words)}]`;
  assert.deepEqual(read(`${bracket(23)} c`), [`bracket ${bracket(23)}`, 'other c']);
  assert.deepEqual(read(`${bracket(24)} c`), [
    `other ${bracket(23).slice(0, -1)}`,
    'component b]',
    'other c',
  ]);
});

test('a plain field is one word as sentences have it', () => {
  const isPlain = (text: string, field: number): boolean => {
    const { fields, table } = fieldsOf(text);
    return isPlainField(fields, table, text, 1, field);
  };
  const plain = ['up', 'Connection', 'error:', 'ready,', 'done;', 'größe', 'INFO', 'a|up'];
  for (const text of plain) {
    const field = text.includes('|') ? 1 : 0;
    assert.equal(isPlain(text, field), true, text);
    assert.equal(isPlain(`[x] ${text}`, field + 1), true, text);
  }
  const others = [
    'a',
    'NameSystem',
    'web1',
    '[up]',
    '(up',
    'a.b',
    'up=on',
    'up!',
    '42',
    '10:15:00',
  ];
  for (const text of [...others, 'well-known', '"up', ':', '-', 'a|b']) {
    assert.equal(isPlain(text, 0), false, text);
  }
});
