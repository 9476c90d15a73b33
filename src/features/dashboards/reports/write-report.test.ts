/** What a report says of each panel: in the mail, as text and in the file. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DashboardData, PanelAnswer, ShownPanel } from '../../../contract/dashboard-data.ts';
import { type CompleteDefinition, completeDefinition } from '../../../contract/definition-form.ts';
import type { DashboardPanel } from '../../../contract/dashboard-panels.ts';
import { openZone } from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { dashboardOf } from '../../../../test/support/dashboards/dashboards.ts';
import { drawPart } from './draw-part.ts';
import { mailPart } from './mail-part.ts';
import { nextReport } from './report-times.ts';
import { changeOf, itemsOf, type ReportPart, reportParts, valueOf } from './shown-parts.ts';
import { textPart } from './text-part.ts';
import { writeReport } from './write-report.ts';

type Column = ShownPanel['columns'][number];

const columnsOf = (types: Readonly<Record<string, Column['type']>>): Column[] =>
  Object.entries(types).map(([name, type]) => ({ name, type }));

function shownOf(
  types: Readonly<Record<string, Column['type']>>,
  rows: ShownPanel['rows'],
  more: Partial<ShownPanel> = {},
): ShownPanel {
  const at = '2026-01-15T12:00:00.000Z';
  const cost = { scannedRows: 0, scannedBytes: 0, elapsedMs: 0, sharedBy: 1 };
  return {
    tag: 't',
    columns: columnsOf(types),
    rows,
    from: at,
    to: at,
    computedAt: at,
    stale: false,
    limits_applied: [],
    cost,
    ...more,
  };
}

function definitionOf(...panels: object[]): CompleteDefinition {
  const place = { x: 0, w: 4, h: 4 };
  const whole = panels.map(
    (panel, at) => ({ id: `p${at}`, y: at * 4, ...place, ...panel }) as DashboardPanel,
  );
  return completeDefinition(dashboardOf(whole));
}

function dataOf(panels: Readonly<Record<string, PanelAnswer>>): DashboardData {
  return {
    from: '2026-01-15T11:00:00.000Z',
    to: '2026-01-15T12:00:00.000Z',
    timeZone: 'Europe/Berlin',
    panels,
  } as unknown as DashboardData;
}

function partOf(panel: object, answer: PanelAnswer | undefined): ReportPart {
  const withQuery = { query: '*', title: 'The title', ...panel };
  return (
    reportParts(definitionOf(withQuery), dataOf(answer === undefined ? {} : { p0: answer }))[0] ??
    assert.fail()
  );
}

/** What is read of markup: its words, one space apart. */
const wordsOf = (markup: string): string =>
  markup
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&nbsp;', '')
    .replaceAll(/\s+/g, ' ')
    .trim();
const minute = (at: number): string => new Date(Date.UTC(2026, 0, 15, 12, at)).toISOString();
const series = (values: readonly (number | null)[], more: object = {}): ShownPanel =>
  shownOf(
    { _time: 'time', n: 'number' },
    values.map((n, at) => ({ _time: minute(at), n })),
    more,
  );

const VALUE = shownOf({ a: 'text', n: 'number' }, [{ a: 'x', n: 150 }], {
  comparison: { value: 100, from: '', to: '' },
});
const ITEMS = shownOf({ name: 'text', n: 'number' }, [
  { name: 'a', n: 30 },
  { name: 'b', n: 1 },
  { name: 'c', n: -5 },
  { name: 'd', n: 'x' },
]);
const ROWS = shownOf(
  { a: 'text', b: 'text' },
  Array.from({ length: 22 }, (_, at) => ({ a: `r${at}`, b: ' x\n y ' })),
);

test('a value is told with its unit and its change', () => {
  const part = partOf({ kind: 'value', options: { unit: 'ms', decimals: 1 } }, VALUE);
  const none = partOf({ kind: 'value' }, shownOf({ n: 'number' }, []));

  assert.equal(wordsOf(mailPart(part).html), 'The title 150.0 ms +50%');
  assert.equal(textPart(part), 'The title\n  150.0 ms  +50%');
  assert.equal(textPart(none), 'The title\n  –');
  assert.match(
    drawPart(part, 'UTC').html,
    /<h3>The title<\/h3>\s*<svg [^>]*width="320" height="120"/,
  );
});

test('the change of a value is whole per cents of what it was', () => {
  const change = (value: number | null, before: number | null): string =>
    changeOf(
      shownOf({ n: 'number' }, [{ n: value }], { comparison: { value: before, from: '', to: '' } }),
    );

  assert.deepEqual(
    [
      change(150, 100),
      change(50, 100),
      change(-50, -100),
      change(100.4, 100),
      change(0, 0),
      change(1, 0),
      change(null, 1),
      change(1, null),
      change(101, 100),
    ],
    ['+50%', '−50%', '+50%', 'unchanged', 'unchanged', 'before: 0', '', '', '+1%'],
  );
  assert.equal(changeOf(shownOf({ n: 'number' }, [{ n: 1 }])), '');
  assert.deepEqual(
    [
      valueOf(VALUE),
      valueOf(shownOf({ a: 'text' }, [{ a: 'x' }])),
      valueOf(shownOf({ a: 'number' }, [])),
    ],
    [150, null, null],
  );
  assert.deepEqual(itemsOf(shownOf({ a: 'text' }, [{ a: 'x' }])), []);
});

test('groups are bars as long as their share of the largest', () => {
  const part = partOf({ kind: 'bars', options: { unit: 'ms' } }, ITEMS);
  const { html } = mailPart(part);

  assert.equal(wordsOf(html), 'The title a 30 ms b 1 ms c -5 ms');
  assert.deepEqual(
    [...html.matchAll(/<table width="(\d+)%" cellspacing="0" cellpadding="0">/g)].map(
      ([, width]) => width,
    ),
    ['100', '3', '1'],
  );
  assert.equal(textPart(part), 'The title\n  a: 30 ms\n  b: 1 ms\n  c: -5 ms');
  assert.equal(textPart(partOf({ kind: 'share' }, ITEMS)), 'The title\n  a: 30\n  b: 1\n  c: -5');
  const nothing = shownOf({ name: 'text', n: 'number' }, [{ name: 'a', n: 0 }]);
  assert.match(mailPart(partOf({ kind: 'bars' }, nothing)).html, /<table width="1%"/);
});

test('a series is cells as high as the most in them', () => {
  const heights = (shown: ShownPanel): number[] =>
    mailPart(partOf({ kind: 'timeseries' }, shown))
      .html.split('<td valign')
      .slice(1)
      .map((cell) => Number(/height:(\d+)px/.exec(cell)?.[1] ?? 0));

  assert.deepEqual(heights(series([0, 5, null, 10, -5])), [0, 20, 0, 40, 0]);
  assert.deepEqual(heights(series([0, 0])), [0, 0]);
  const many = heights(series(Array.from({ length: 120 }, (_, at) => (at === 61 ? 10 : 1))));
  assert.deepEqual([many.length, many[0], many[30], many[31]], [60, 4, 40, 4]);
  const gaps = heights(series(Array.from({ length: 120 }, (_, at) => (at === 0 ? 1 : null))));
  assert.deepEqual([gaps[0], gaps[1]], [40, 0]);
  const part = partOf({ kind: 'timeseries', options: { unit: 'ms' } }, series([1, 5]));
  assert.deepEqual(
    [wordsOf(mailPart(part).html), textPart(part)],
    ['The title n max 5 ms', 'The title\n  n: max 5 ms'],
  );
  const empty = partOf({ kind: 'heatmap' }, shownOf({ a: 'text' }, []));
  assert.deepEqual(
    [wordsOf(mailPart(empty).html), textPart(empty)],
    ['The title No data', 'The title\n  No data'],
  );
  assert.match(
    drawPart(partOf({ kind: 'timeseries' }, shownOf({ a: 'text' }, [])), 'UTC').html,
    /<p class="note">No data<\/p>/,
  );
});

test('five series are shown in a mail, and the others counted', () => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => `s${at}`);
  const shown = (count: number): string => {
    const types = Object.fromEntries(names(count).map((name) => [name, 'number'] as const));
    const row = Object.fromEntries(names(count).map((name) => [name, 1]));
    return wordsOf(
      mailPart(
        partOf(
          { kind: 'timeseries' },
          shownOf({ _time: 'time', ...types }, [{ _time: minute(0), ...row }]),
        ),
      ).html,
    );
  };

  assert.doesNotMatch(shown(5), /more series/);
  assert.match(shown(6), /s4 max 1 1 more series$/);
});

test('rows are a table, as far as a reader looks', () => {
  const part = partOf({ kind: 'table' }, ROWS);
  const { html } = mailPart(part);

  assert.equal(html.match(/<tr>/g)?.length, 21);
  assert.match(wordsOf(html), /^The title a b r0 x y .* r19 x y 2 more rows$/);
  assert.deepEqual(textPart(part).split('\n').slice(0, 3), [
    'The title',
    '  a | b',
    '  r0 |  x y ',
  ]);
  assert.deepEqual(textPart(part).split('\n').slice(-2), ['  r19 |  x y ', '  2 more rows']);
  assert.equal(
    textPart(partOf({ kind: 'table' }, { ...ROWS, rows: ROWS.rows.slice(0, 20) })).split('\n')
      .length,
    22,
  );
  assert.equal(drawPart(part, 'UTC').html.match(/<tr>/g)?.length, 23);
  const wide = shownOf(
    Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`c${at}`, 'text'] as const)),
    [{ c0: 'x'.repeat(301) }],
  );
  assert.equal(mailPart(partOf({ kind: 'table' }, wide)).html.match(/<th /g)?.length, 8);
  assert.match(mailPart(partOf({ kind: 'table' }, wide)).html, />x{300}…</);
});

test('events are their time, their text and the fields that are named', () => {
  const shown = shownOf({ _time: 'time', event: 'text', host: 'text', level: 'text' }, [
    { _time: 't', event: 'e', host: 'h', level: 'l' },
  ]);
  const part = partOf({ kind: 'logs', options: { fields: ['host'] } }, shown);

  assert.deepEqual(
    [textPart(part), wordsOf(mailPart(part).html), wordsOf(drawPart(part, 'UTC').html)],
    [
      'The title\n  _time | level | host | event\n  t | l | h | e',
      'The title _time level host event t l h e',
      'The title _time level host event t l h e',
    ],
  );
});

test('headings and texts are as they were written, and what failed says why', () => {
  const heading = partOf({ kind: 'heading', query: undefined }, undefined);
  const text = partOf(
    { kind: 'text', query: undefined, title: '', options: { markdown: 'a <b>' } },
    undefined,
  );
  const titled = partOf({ kind: 'text', query: undefined, options: { markdown: 'a' } }, undefined);
  const failed = partOf(
    { kind: 'table' },
    { error: { code: 'QUERY_TIMEOUT', error: 'Too long.' } },
  );

  assert.deepEqual(
    [heading, text, titled, failed].map((part) => [
      mailPart(part).html.replaceAll(/\s+/g, ' '),
      textPart(part),
      drawPart(part, 'UTC').html.replaceAll(/\s+/g, ' '),
    ]),
    [
      ['<h2 style="font-size:16px">The title</h2>', '== The title ==', '<h2>The title</h2>'],
      [
        '<div style="white-space:pre-wrap">a &lt;b&gt;</div>',
        'a <b>',
        '<section><pre>a &lt;b&gt;</pre></section>',
      ],
      [
        '<h3 style="font-size:14px;margin:16px 0 4px">The title</h3><div style="white-space:pre-wrap">a</div>',
        'a',
        '<section><pre>a</pre></section>',
      ],
      [
        '<h3 style="font-size:14px;margin:16px 0 4px">The title</h3><p style="color:#c92a2a">Too long.</p>',
        'The title\n  Too long.',
        '<section> <h3>The title</h3> <p class="note">Too long.</p> </section>',
      ],
    ],
  );
});

test('parts stand in reading order, without what has no answer', () => {
  const definition = definitionOf(
    { kind: 'table', query: '*', y: 4, x: 4 },
    { kind: 'table', query: '*', y: 4 },
    { kind: 'heading', y: 0, title: 'Top' },
    { kind: 'table', query: '*', y: 8 },
    { kind: 'table', query: '*', y: 12 },
  );
  const parts = reportParts(
    definition,
    dataOf({ p0: ROWS, p1: ROWS, p3: { unchanged: true, stale: false } }),
  );

  assert.deepEqual(
    parts.map(({ title, outcome }) => [title, outcome.kind]),
    [
      ['Top', 'plain'],
      ['p1', 'shown'],
      ['p0', 'shown'],
    ],
  );
});

test('every kind of panel is drawn in the file', () => {
  const drawn = (panel: object, shown: ShownPanel): string => {
    const { html } = drawPart(partOf(panel, shown), 'Europe/Berlin');
    return /<desc>(.*)<\/desc>/.exec(html)?.[1] ?? html;
  };
  const sizes = (panel: object, shown: ShownPanel): string =>
    / width="\d+" height="\d+"/.exec(drawPart(partOf(panel, shown), 'UTC').html)?.[0] ?? '';
  const heat = shownOf({ _time: 'time', bucket: 'text', n: 'number' }, [
    { _time: minute(0), bucket: '1', n: 4 },
  ]);
  const line = {
    ...VALUE,
    sparkline: {
      columns: columnsOf({ _time: 'time', n: 'number' }),
      rows: [
        { _time: minute(0), n: 1 },
        { _time: minute(1), n: 2 },
      ],
    },
  };
  const style = { unit: 'ms', style: 'bars', stack: 'normal' };

  assert.deepEqual(
    [
      drawn({ kind: 'timeseries', options: style }, series([1, 5])),
      drawn({ kind: 'value', options: { unit: 'ms' } }, VALUE),
      drawn({ kind: 'bars', options: { unit: 'ms', top: 2 } }, ITEMS),
      drawn({ kind: 'share' }, ITEMS),
      drawn({ kind: 'heatmap', options: { unit: 'ms' } }, heat),
    ],
    [
      'From 2026-01-15 13:00:00 to 2026-01-15 13:01:00 (Europe/Berlin); n: 1 ms to 5 ms, highest at 2026-01-15 13:01:00.',
      '150 ms, +50%.',
      'a: 30 ms; b: 1 ms; c: -5 ms.',
      'a: 96.8%; b: 3.23%.',
      '1 rows and 1 columns; most: 4 ms.',
    ],
  );
  assert.deepEqual(
    [sizes({ kind: 'timeseries' }, series([1, 5])), sizes({ kind: 'value' }, VALUE)],
    [' width="880" height="240"', ' width="320" height="120"'],
  );
  assert.match(drawPart(partOf({ kind: 'value' }, line), 'UTC').html, /<path /);
  assert.doesNotMatch(drawPart(partOf({ kind: 'value' }, VALUE), 'UTC').html, /<path /);
  assert.match(drawPart(partOf({ kind: 'timeseries' }, series([1, 5])), 'UTC').html, />n<\/text>/);
});

test('a mail has what fits into it, and the file all of it', () => {
  const long = shownOf(
    { a: 'text' },
    Array.from({ length: 20 }, () => ({ a: 'x'.repeat(300) })),
  );
  const write = (count: number) => {
    const panels = Array.from({ length: count }, () => ({ kind: 'table', query: '*' }));
    const answers = Object.fromEntries(panels.map((_, at) => [`p${at}`, long]));
    return writeReport({
      name: 'Shop',
      url: 'https://x.example/d',
      definition: definitionOf(...panels),
      data: dataOf(answers),
    });
  };

  const one = write(1);
  assert.equal(one.subject, 'Shop: 2026-01-15 12:00 to 2026-01-15 13:00 (Europe/Berlin)');
  assert.deepEqual(one.text.split('\n').slice(0, 4), [
    'Shop',
    '2026-01-15 12:00 to 2026-01-15 13:00 (Europe/Berlin)',
    '',
    'p0',
  ]);
  assert.deepEqual(one.text.split('\n').slice(-3), ['', 'https://x.example/d', '']);
  assert.doesNotMatch(one.html ?? '', /attached file/);
  assert.match(one.html ?? '', /<a href="https:\/\/x\.example\/d">Open dashboard<\/a>/);
  assert.deepEqual([one.attachment?.name, one.attachment?.type], ['report.html', 'text/html']);
  const fitting = (mail: ReturnType<typeof write>): unknown[] => [
    mail.html?.match(/<h3 /g)?.length,
    /\d+ more panels? (is|are) in the attached file/.exec(mail.html ?? '')?.[0],
    mail.text.match(/^p\d+$/gm)?.length,
    mail.text.includes('See the attached file for more.'),
    mail.attachment?.content.toString().match(/<section>/g)?.length,
  ];
  assert.deepEqual(
    [fitting(write(7)), fitting(write(8)), fitting(write(14)), fitting(write(15))],
    [
      [7, undefined, 7, false, 7],
      [8, undefined, 8, false, 8],
      [13, '1 more panel is in the attached file', 8, true, 14],
      [13, '2 more panels are in the attached file', 8, true, 15],
    ],
  );
});

test('reports come at their time of the zone', () => {
  const zone = openZone('Europe/Berlin') ?? assert.fail();
  const after = Date.parse('2026-01-15T12:00:00Z');
  const next = (schedule: Parameters<typeof nextReport>[0]): string =>
    new Date(nextReport(schedule, zone, after)).toISOString();

  assert.deepEqual(
    [
      next({ every: 'daily', at: '08:30' }),
      next({ every: 'weekly', at: '08:00' }),
      next({ every: 'weekly', at: '08:00', weekday: 'sunday' }),
      next({ every: 'monthly', at: '00:00' }),
      next({ every: 'monthly', at: '00:00', day: 20 }),
    ],
    [
      '2026-01-16T07:30:00.000Z',
      '2026-01-19T07:00:00.000Z',
      '2026-01-18T07:00:00.000Z',
      '2026-01-31T23:00:00.000Z',
      '2026-01-19T23:00:00.000Z',
    ],
  );
});

test('the file says how many panels did not fit into it, and nothing where all did', () => {
  const noteFor = (panels: number): string | undefined => {
    const options = { markdown: 'x'.repeat(400_000) };
    const all = Array.from({ length: panels }, () => ({ kind: 'text', options }));
    const content = { name: 'n', url: 'https://logs.example', definition: definitionOf(...all) };
    const file = writeReport({ ...content, data: dataOf({}) }).attachment?.content ?? assert.fail();
    assert(Buffer.byteLength(file) <= LIMITS.mail.attachmentBytesMax);
    return /(?:\d+ panels?) didn't fit/.exec(wordsOf(file))?.[0];
  };

  assert.deepEqual([2, 3, 4].map(noteFor), [
    undefined,
    "1 panel didn't fit",
    "2 panels didn't fit",
  ]);
});
