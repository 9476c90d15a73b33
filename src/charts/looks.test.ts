import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LEVEL_COLORS, STATUS_COLORS, REST_COLOR, TONES } from './colors.ts';
import { assignGroups, assignLooks, isRest, type Look, lookOf } from './looks.ts';

const names = (count: number): string[] =>
  Array.from({ length: count }, (_, at) => `service-${at}`);
const key = ({ color, dash }: Look): string => `${color.light} ${dash.join()}`;

test('a name keeps its look when others come, and has the same one in every order of charts', () => {
  const first = assignLooks(['checkout', 'payments']);
  const second = assignLooks(['cart', 'payments', 'checkout'], first);

  assert.equal(lookOf('payments', second), lookOf('payments', first));
  assert.equal(lookOf('checkout', second), lookOf('checkout', first));
  assert.deepEqual(assignLooks(['checkout']), assignLooks(['checkout']));
});

test('as many series as there are tones all have another one; more have other dashes', () => {
  const eight = [...assignLooks(names(TONES.length)).values()];
  const thirty = [...assignLooks(names(30)).values()];

  assert.equal(new Set(eight.map(({ color }) => color.light)).size, TONES.length);
  assert.ok(eight.every(({ dash }) => dash.length === 0));
  assert.equal(new Set(thirty.map(key)).size, 30);
});

test('fifty series have looks that no more than two of them share', () => {
  const counts = new Map<string, number>();
  for (const look of assignLooks(names(50)).values()) {
    counts.set(key(look), (counts.get(key(look)) ?? 0) + 1);
  }

  assert.ok(Math.max(...counts.values()) <= 2);
});

test('levels have their colours, and the rest has none of its own', () => {
  const looks = assignLooks(['ERROR', 'OTHER', 'NULL', '__proto__', 'constructor']);

  assert.equal(lookOf('ERROR', looks).color, LEVEL_COLORS.error);
  assert.equal(lookOf('OTHER', looks).color, REST_COLOR);
  assert.equal(lookOf('NULL', looks).color, REST_COLOR);
  assert.ok(TONES.includes(lookOf('__proto__', looks).color));
  assert.ok(TONES.includes(lookOf('never assigned', looks).color));
});

test('names without end are given looks without end of memory', () => {
  assert.equal(assignLooks(names(5_000)).size, 1_000);
});

test('names of one chart have different colours, and a name the same one in every chart', () => {
  const groups = [
    ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'],
    ['i', 'j', 'a'],
    ['k', 'l'],
  ];
  const looks = assignGroups(groups, new Map());

  for (const group of groups) {
    const colors = group.map((name) => looks.get(name)?.color);
    assert.equal(new Set(colors).size, group.length);
  }
  assert.ok([...looks.values()].every(({ dash }) => dash.length === 0));
  assert.equal(assignGroups([['z', 'a']], looks).get('a'), looks.get('a'));
});

test('more names than tones are told apart by dashes', () => {
  const twenty = names(20);
  const looks = assignGroups([twenty], new Map());
  const texts = twenty.map((name) => JSON.stringify(looks.get(name)));

  assert.equal(new Set(texts).size, twenty.length);
});

test('failures of the web have the colour of failures, and two of them two colours', () => {
  const looks = assignGroups([['200', '404', '500', '502', '503']], new Map());
  const colors = ['200', '404', '500', '502', '503'].map((name) => looks.get(name)?.color);

  assert.equal(looks.get('404')?.color, LEVEL_COLORS.warn);
  assert.equal(looks.get('500')?.color, LEVEL_COLORS.error);
  assert.equal(new Set(colors).size, colors.length);
});

test('a name asks for the same tone everywhere', () => {
  const tones = ['checkout', 'payments', 'cart', 'a', 'b', ''].map((name) =>
    TONES.indexOf(lookOf(name, new Map()).color),
  );

  assert.deepEqual(tones, [3, 5, 1, 4, 5, 4]);
  assert.deepEqual(
    ['service-0', 'service-8', 'service-9', 'service-31', 'service-32'].map((name) => {
      const { color, dash } = lookOf(name, assignLooks(names(33)));
      return [TONES.indexOf(color), dash];
    }),
    [
      [4, []],
      [4, [6, 3]],
      [3, [6, 3]],
      [2, [8, 3, 2, 3]],
      [2, []],
    ],
  );
});

test('names side by side take the tones in their order, those least used first', () => {
  const tonesOf = (groups: string[][], before = assignGroups([], new Map())): number[] => {
    const looks = assignGroups(groups, before);
    return groups.flat().map((name) => TONES.findIndex((tone) => tone === looks.get(name)?.color));
  };

  assert.deepEqual(
    tonesOf([
      ['a', 'b', 'c'],
      ['d', 'a'],
    ]),
    [0, 1, 2, 3, 0],
  );
  assert.deepEqual(tonesOf([['x', 'y']], assignGroups([['a', 'b']], new Map())), [2, 3]);
  const ten = assignGroups([names(10)], new Map());
  assert.deepEqual(
    names(10).map((name) => ten.get(name)?.dash),
    [[], [], [], [], [], [], [], [], [6, 3], [6, 3]],
  );
});

test('statuses look like their kind, the third of a kind with dashes or another shade', () => {
  const statuses = ['200', '201', '204', '402', '500', '501', '502', '503'];
  const looks = assignGroups([statuses, ['201', 'OTHER']], new Map());
  const of = (kind: 2 | 4 | 5): Set<unknown> => new Set<unknown>(STATUS_COLORS[kind]);

  for (const name of ['200', '201', '204']) assert.ok(of(2).has(looks.get(name)?.color), name);
  assert.ok(of(4).has(looks.get('402')?.color));
  for (const name of ['500', '501', '502', '503']) assert.ok(of(5).has(looks.get(name)?.color));
  assert.equal(new Set(statuses.map((name) => JSON.stringify(looks.get(name)))).size, 8);
});

test('a number among other names is no status', () => {
  const looks = assignGroups([['500', '404', 'checkout']], new Map());
  for (const name of ['500', '404', 'checkout']) {
    assert.ok(
      TONES.some((tone) => tone === looks.get(name)?.color),
      name,
    );
  }
});

test('looks given before count, and a thousand are the most', () => {
  const full = assignLooks(names(1_000));

  assert.equal(assignLooks(['one more'], full).size, 1_000);
  assert.equal(assignGroups([['one more']], full).size, 1_000);
  assert.equal(assignLooks(['one more'], assignLooks(names(999))).size, 1_000);
  assert.equal(assignGroups([['one more']], assignLooks(names(999))).size, 1_000);
  assert.deepEqual([isRest('OTHER'), isRest('NULL'), isRest('other')], [true, true, false]);
});

test('tones come again in three kinds of dashes, in their order', () => {
  const looks = [...assignGroups([names(33)], new Map()).values()];

  assert.deepEqual(
    [0, 7, 8, 15, 16, 23, 24, 31, 32].map((at) => looks[at]?.dash),
    [[], [], [6, 3], [6, 3], [2, 3], [2, 3], [8, 3, 2, 3], [8, 3, 2, 3], []],
  );
});

test('a look that one of an earlier chart has is given to no other', () => {
  const wantsAlike = ['payments', 'b'];
  assert.equal(lookOf('payments', new Map()).color, lookOf('b', new Map()).color);

  const looks = assignLooks(wantsAlike.slice(1), assignLooks(wantsAlike.slice(0, 1)));
  assert.deepEqual(
    wantsAlike.map((name) => TONES.indexOf(lookOf(name, looks).color)),
    [5, 6],
  );
});
