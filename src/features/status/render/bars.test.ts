import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DayTally } from '../minutes/tally.ts';
import type { ComponentView } from '../status-view.ts';
import { barsMarkup, daysWithIncidents } from './bars.ts';
import { escapeText, markup } from './markup.ts';
import {
  dayText,
  millisecondsText,
  minutesText,
  percentText,
  shortText,
  timeMarkup,
  timeText,
} from './words.ts';

const good: DayTally = { day: '2026-11-16', up: 1_440, slow: 0, down: 0, maintenance: 0, none: 0 };

function component(...days: Partial<DayTally>[]): ComponentView {
  return {
    id: 'api',
    name: 'API',
    state: 'operational',
    reason: null,
    uptime: 1,
    coverage: 1,
    minutes: good,
    days: days.map((day) => ({ ...good, ...day })),
  };
}

/** The bar of a single day, without the frame around it. */
function barOf(day: Partial<DayTally>): string {
  const [, bar = ''] = /^<svg [^>]+>(.+)<\/svg>$/s.exec(barsMarkup(component(day)).markup) ?? [];
  return bar;
}

const title = (text: string): string => `<title>16 Nov 2026: ${text}</title>`;

for (const [name, day, bar] of [
  [
    'a good day',
    {},
    `<rect class="g" x="0" y="1" width="7" height="32">${title('100.000%')}</rect>`,
  ],
  [
    'a good day that is nearly known',
    { up: 1_380, slow: 5, none: 60 },
    `<rect class="g" x="0" y="2" width="7" height="31">${title('100.000%, 5 min slow, 1 h without data')}</rect>`,
  ],
  [
    'a good day with a gap',
    { up: 1_350, none: 90 },
    `<path class="n" d="M1 3V2h5V3"/><rect class="g" x="0" y="3" width="7" height="30">${title('100.000%, 1 h 30 min without data')}</rect>`,
  ],
  [
    'a day of which hardly anything is known',
    { up: 1, none: 1_439 },
    `<path class="n" d="M1 32V2h5V32"/><rect class="g" x="0" y="32" width="7" height="1">${title('100.000%, 23 h 59 min without data')}</rect>`,
  ],
  [
    'a day with a minute down',
    { up: 1_439, down: 1 },
    `<rect class="p" x="0" y="12" width="7" height="21">${title('99.930%, 1 min down')}</rect>`,
  ],
  [
    'a day with 59 minutes down',
    { up: 1_381, down: 59, maintenance: 7 },
    `<rect class="p" x="0" y="12" width="7" height="21">${title('95.902%, 59 min down, 7 min maintenance')}</rect>`,
  ],
  [
    'a day with an hour down',
    { up: 0, down: 60 },
    `<rect class="b" x="0" y="23" width="7" height="10">${title('0.000%, 1 h down')}</rect>`,
  ],
  [
    'a day with maintenance',
    { up: 1_439, maintenance: 1 },
    `<rect class="m" x="2" y="1" width="3" height="32">${title('100.000%, 1 min maintenance')}</rect>`,
  ],
  [
    'a day that nobody saw',
    { up: 0, none: 1_440 },
    `<rect class="n" x="1" y="2" width="5" height="30">${title('24 h without data')}</rect>`,
  ],
  [
    'a day of one minute',
    { up: 1 },
    `<rect class="g" x="0" y="1" width="7" height="32">${title('100.000%')}</rect>`,
  ],
] as const) {
  test(`${name} has its bar`, () => {
    assert.equal(barOf(day), bar);
  });
}

test('bars stand side by side, the last 30 days, with a sum in words', () => {
  const days = [
    { down: 99 },
    ...Array.from({ length: 26 }, () => ({})),
    { down: 1 },
    { down: 60 },
    { maintenance: 1 },
    { up: 0, none: 1_440 },
  ];
  const { markup: text } = barsMarkup(component(...days));
  assert.ok(
    text.startsWith(
      '<svg class="bars" viewBox="0 0 300 34" preserveAspectRatio="none" role="img" aria-label="API, 30 days: 27 without incidents, 2 with incidents, 1 without data.">',
    ),
    text.slice(0, 200),
  );
  assert.match(text, /<rect class="g" x="10" /);
  assert.match(text, /<rect class="n" x="291" /);
});

test('days with incidents are listed, newest first', () => {
  const days = [{ day: '2026-11-14', down: 1 }, {}, { day: '2026-11-15', up: 0, down: 60 }];
  assert.equal(
    daysWithIncidents(component(...days)).markup,
    '<details><summary>Days with incidents: 2</summary><ul><li>15 Nov 2026: 0.000%, 1 h down</li><li>14 Nov 2026: 99.930%, 1 min down</li></ul></details>',
  );
  assert.equal(daysWithIncidents(component({}, { maintenance: 7 })).markup, '');
});

test('times are told in UTC', () => {
  const at = Date.UTC(2026, 10, 6, 9, 5, 59);
  assert.equal(dayText(at), '6 Nov 2026');
  assert.equal(timeText(at), '6 Nov 2026, 09:05 UTC');
  assert.equal(
    timeMarkup(at).markup,
    '<time datetime="2026-11-06T09:05:59.000Z">6 Nov 2026, 09:05 UTC</time>',
  );
});

for (const [shown, expected] of [
  [percentText(0, 0), '–'],
  [percentText(1, 1), '100.000%'],
  [percentText(999_999, 1_000_000), '99.999%'],
  [percentText(2, 3), '66.666%'],
  [percentText(0, 1), '0.000%'],
  [minutesText(0), '0 min'],
  [minutesText(59), '59 min'],
  [minutesText(60), '1 h'],
  [minutesText(61), '1 h 1 min'],
  [minutesText(150), '2 h 30 min'],
  [millisecondsText(null), '–'],
  [millisecondsText(0.4), '0 ms'],
  [millisecondsText(999), '999 ms'],
  [millisecondsText(1_000), '1.00 s'],
  [millisecondsText(1_256), '1.26 s'],
  [shortText('abc', 3), 'abc'],
  [shortText('abcd', 3), 'abc …'],
  [shortText('x'.repeat(300)), 'x'.repeat(300)],
  [shortText('x'.repeat(301)), `${'x'.repeat(300)} …`],
  [escapeText(`<a href='x'>"&"</a>`), '&lt;a href=&#39;x&#39;&gt;&quot;&amp;&quot;&lt;/a&gt;'],
  [escapeText('a\u0000b\nc\td'), 'a b\nc\td'],
  [markup`a${'<'}b${7}c${markup`<i>`}d${[markup`<b>`, markup`<u>`]}`.markup, 'a&lt;b7c<i>d<b><u>'],
] as const) {
  test(`people read ${JSON.stringify(expected).slice(0, 60)}`, () => {
    assert.equal(shown, expected);
  });
}
