import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LEVEL_COLORS, type Scheme } from '../colors.ts';
import { assignLooks, lookOf } from '../looks.ts';
import { drawBarList } from './draw-bar-list.ts';
import { type ChartDrawing, drawChart } from './draw-chart.ts';
import { drawHeatmap } from './draw-heatmap.ts';
import { drawShare } from './draw-share.ts';
import { drawSparkline } from './draw-sparkline.ts';
import { drawStrip } from './draw-strip.ts';
import { drawValue } from './draw-value.ts';

const START = Date.parse('2026-10-25T00:00:00Z') / 1_000;
const PAPER = { title: 'Requests', scheme: 'dark', width: 640, height: 240 } as const;
const HOSTILE = [
  `</text><script>alert(1)</script>`,
  `" onload="alert(1)`,
  `' onmouseover='x`,
  `]]> <!-- &amp; <![CDATA[`,
  `&#x3c;img src=x&#x3e;`,
  `\u0000\u0008\uffff\ud800`,
  `\u202e\u2066gnp.exe`,
  `javascript:alert(1)`,
  `__proto__`,
  'x'.repeat(100_000),
  '',
];

function chartOf(
  series: readonly { name: string; values: readonly (number | null)[] }[],
  more: Partial<ChartDrawing> = {},
): string {
  const length = Math.max(0, ...series.map(({ values }) => values.length));
  const x = Array.from({ length }, (_, at) => START + at * 3_600);
  const data = { x, labels: undefined, series };
  return drawChart({ ...PAPER, kind: 'line', timeZone: 'Europe/Berlin', data, ...more });
}

/** Names of elements, in order; throws where the text is no well-formed XML. */
function elementsOf(svg: string): string[] {
  const names: string[] = [];
  const open: string[] = [];
  let rest = svg;
  while (rest !== '') {
    const match =
      /^<(\/?)([a-zA-Z]+)((?: [a-zA-Z][a-zA-Z0-9:-]*="[^"<>]*")*)(\/?)>|^[^<>]+/.exec(rest) ??
      assert.fail(rest);
    rest = rest.slice(match[0].length);
    const text = match[2] === undefined ? match[0] : (match[3] ?? '');
    assert.doesNotMatch(text, /&(?!(amp|lt|gt|quot|#39);)/);
    // oxlint-disable-next-line no-control-regex -- XML cannot hold them
    assert.doesNotMatch(text, /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
    assert.ok(text.isWellFormed());
    if (match[2] === undefined) continue;
    if (match[1] === '/') assert.equal(open.pop(), match[2]);
    else {
      names.push(match[2]);
      if (match[4] === '') open.push(match[2]);
    }
  }
  assert.deepEqual(open, []);
  return names;
}

test('a chart is a well-formed drawing that names and describes itself', () => {
  const svg = chartOf([{ name: 'errors', values: [1, 4, 2] }], { unit: 'ms' });

  assert.deepEqual(elementsOf(svg).slice(0, 3), ['svg', 'title', 'desc']);
  assert.match(svg, /role="img"/);
  assert.match(svg, /<title>Requests<\/title>/);
  assert.match(
    svg,
    /<desc>From 2026-10-25 02:00:00 to 2026-10-25 03:00:00 \(Europe\/Berlin\); errors: 1 ms to 4 ms, highest at 2026-10-25 02:00:00\.<\/desc>/,
  );
});

test('the same input gives the same bytes', () => {
  const series = [
    { name: 'a', values: [1, null, 3] },
    { name: 'b', values: [2, 2, 2] },
  ];

  for (const kind of ['line', 'area', 'bar'] as const) {
    assert.equal(chartOf(series, { kind }), chartOf(series, { kind }));
  }
});

test('whatever names say, it stays text', () => {
  const items = HOSTILE.map((label, at) => ({ label, value: at + 1 }));
  const series = HOSTILE.map((name, at) => ({ name, values: [at, at + 1] }));
  for (const title of HOSTILE) {
    const paper = { ...PAPER, title };
    const drawings = [
      ...(['line', 'area', 'bar'] as const).map((kind) =>
        chartOf(series, { ...paper, kind, unit: title, width: 2_000 }),
      ),
      drawChart({
        ...paper,
        kind: 'bar',
        timeZone: title,
        data: { x: HOSTILE.map((_, at) => at), labels: HOSTILE, series: [] },
      }),
      drawChart({
        ...paper,
        kind: 'bar',
        timeZone: title,
        data: {
          x: HOSTILE.map((_, at) => at),
          labels: HOSTILE,
          series: [{ name: title, values: HOSTILE.map((_, at) => at) }],
        },
      }),
      drawBarList({ ...paper, items, countMax: 50, unit: title }),
      drawShare({ ...paper, items, form: 'donut' }),
      drawShare({ ...paper, items, form: 'bar' }),
      drawSparkline({ ...paper, x: [1, 2], values: [1, 2], timeZone: 'UTC', unit: title }),
      drawValue({ ...paper, value: 1, previous: 2, format: { unit: title } }),
      drawStrip({ ...paper, cells: ['ok', 'unknown', 'critical'] }),
      drawHeatmap({ ...paper, x: [1, 2], buckets: HOSTILE, cells: [[1, 2]], timeZone: 'UTC' }),
    ];
    for (const svg of drawings) {
      const allowed = 'svg title desc g text rect line path circle'.split(' ');
      assert.deepEqual(
        elementsOf(svg).filter((name) => !allowed.includes(name)),
        [],
      );
      assert.doesNotMatch(svg, / on\w+="/);
      assert.doesNotMatch(svg, /NaN|Infinity|undefined/);
      assert.ok(svg.length < 60_000, String(svg.length));
    }
  }
});

test('nothing to show says so, in every form', () => {
  const empty = [
    chartOf([]),
    chartOf([{ name: 'a', values: [] }]),
    chartOf([{ name: 'a', values: [null, Number.NaN] }]),
    chartOf([{ name: 'a', values: [0, -1] }], { isLog: true, kind: 'bar' }),
    drawBarList({ ...PAPER, items: [] }),
    drawShare({ ...PAPER, items: [{ label: 'a', value: 0 }], form: 'donut' }),
    drawHeatmap({ ...PAPER, x: [], buckets: [], cells: [], timeZone: 'UTC' }),
    drawStrip({ ...PAPER, cells: [] }),
  ];
  for (const [at, svg] of empty.entries()) {
    elementsOf(svg);
    assert.match(svg, /No data/, String(at));
    assert.doesNotMatch(svg, /NaN/);
  }
});

test('a single point is seen, and gaps are not drawn over', () => {
  assert.match(chartOf([{ name: 'a', values: [5] }]), /<circle /);
  const [path = ''] = /d="(M[^"]+)" fill="none"/.exec(
    chartOf([{ name: 'a', values: [1, 2, null, 4, 5, Number.NaN, 7] }]),
  ) ?? [''];

  assert.equal(path.match(/M/g)?.length, 3);
  assert.equal(path.match(/L/g)?.length, 2);
});

test('fifty series are drawn, more are not, and the legend says how many it leaves out', () => {
  const many = Array.from({ length: 60 }, (_, at) => ({ name: `series ${at}`, values: [at, at] }));
  const svg = chartOf(many);

  assert.equal(svg.match(/stroke-width="1.5"/g)?.length, 50);
  assert.match(svg, />\+\d+<\/text>/);
  assert.match(svg, /and 45 more series/);
});

test('amounts of every size have places on the paper, on both kinds of axes', () => {
  const values = [5e-324, 1e-100, 1, 1e100, Number.MAX_VALUE, 0, -3];
  for (const isLog of [true, false]) {
    for (const kind of ['line', 'area', 'bar'] as const) {
      const svg = chartOf([{ name: 'a', values }], { isLog, kind });
      elementsOf(svg);
      assert.doesNotMatch(svg, /NaN|Infinity/);
    }
  }
});

test('a name has the colours that the charts around gave it, in both schemes', () => {
  const looks = assignLooks(['cart', 'checkout', 'error']);
  for (const scheme of ['light', 'dark'] as const satisfies Scheme[]) {
    const series = [
      { name: 'checkout', values: [1, 2] },
      { name: 'error', values: [1, 2] },
    ];
    const svg = chartOf(series, { looks, scheme });

    assert.ok(svg.includes(`stroke="${lookOf('checkout', looks).color[scheme]}"`));
    assert.ok(svg.includes(`stroke="${LEVEL_COLORS.error[scheme]}"`));
  }
});

test('thresholds are in sight and in words', () => {
  const svg = chartOf([{ name: 'a', values: [1, 2] }], {
    unit: '%',
    thresholds: [{ from: 10, state: 'critical' }],
  });

  assert.match(svg, />critical from 10%<\/text>/);
  assert.match(svg, />10%<\/text>/);
});

test('piles reach the sum, and shares a hundred', () => {
  const series = [
    { name: 'a', values: [30, 10] },
    { name: 'b', values: [30, 90] },
  ];

  assert.match(chartOf(series, { kind: 'area', stacking: 'normal' }), />100<\/text>/);
  assert.match(chartOf(series, { kind: 'bar', stacking: 'percent' }), />100%<\/text>/);
});

test('a list of bars ends with the rest, a ring with what is beyond six parts', () => {
  const items = Array.from({ length: 12 }, (_, at) => ({ label: `g${at}`, value: 12 - at }));

  assert.match(drawBarList({ ...PAPER, items }), />Other<\/text>/);
  assert.match(drawShare({ ...PAPER, items, form: 'donut' }), />Other \S+%<\/text>/);
  assert.match(drawShare({ ...PAPER, items: items.slice(0, 1), form: 'donut' }), />g0 100%</);
});

test('a value tells its change and its state in words', () => {
  const line = { x: [1, 2, 3], values: [1, null, 3], timeZone: 'UTC' };
  const svg = drawValue({ ...PAPER, value: 150, previous: 100, state: 'warning', line });

  assert.match(svg, /<desc>150, \+50%, warning\.<\/desc>/);
  assert.match(drawValue({ ...PAPER, value: null }), />–<\/text>/);
  assert.match(drawValue({ ...PAPER, value: 5, previous: 0 }), /before: 0/);
});

test('sizes that make no sense still make a drawing', () => {
  for (const size of [0, -5, Number.NaN, Infinity, 1e9]) {
    const svg = chartOf([{ name: 'a', values: [1, 2] }], { width: size, height: size });
    elementsOf(svg);
    assert.doesNotMatch(svg, /NaN|Infinity/);
  }
});
