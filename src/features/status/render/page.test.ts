import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { type SeededRandom, seededRandom } from '../../../../test/support/seeded-random.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { COMPONENT_IDS, STATUS_COMPONENTS, STATUS_STATES } from '../../../spec/status.ts';
import { MINUTE_MS } from '../../../spec/units.ts';
import type { ComponentView, IncidentView, StatusView } from '../status-view.ts';
import { incidentPage, incidentsPage } from './incident-page.ts';
import { escapeText, markup } from './markup.ts';
import { atomFeed, badgeSvg, statusJson } from './other-forms.ts';
import { statusPage } from './page.ts';
import { POLICY, STYLE } from './style.ts';
import { minutesText, percentText } from './words.ts';

const NOW = Date.UTC(2026, 10, 16, 9, 30);
const HOSTILE = '<script>alert(1)</script>"\'&]]>\u0000\u202e';
const limits = LIMITS.status;

const { noteCharactersMax, headingCharactersMax, incidentsShownMax, maintenanceShownMax } = limits;
const long = (text: string, length: number): string => text.repeat(length).slice(0, length);

/** As much as a page can ever hold, each text at its longest and hostile. */
function fullView(text: (length: number) => string): StatusView {
  const days = Array.from({ length: 31 }, (_, at) => ({
    day: new Date(NOW - (30 - at) * 86_400_000).toISOString().slice(0, 10),
    up: 1_300,
    slow: 17,
    down: 60 + at,
    maintenance: 45,
    none: 35,
  }));
  const minutes = { up: 40_000, slow: 500, down: 1_000, maintenance: 200, none: 2_000 };
  const uptime = { uptime: 0.9756, coverage: 0.95, minutes, days };
  const components = COMPONENT_IDS.map((id): ComponentView => ({
    id,
    name: STATUS_COMPONENTS[id].name,
    state: 'outage',
    reason: 'not_found',
    ...uptime,
  }));
  const percentiles = { count: 1_440, p50: 812.4, p95: 2_100.7, p99: 3_900.1 };
  const target = { percentile: 'p99', ms: 3_000 } as const;
  return {
    madeAt: NOW,
    lookedAt: NOW,
    places: Array.from({ length: 1 + limits.peersMax }, () => text(headingCharactersMax)),
    state: 'outage',
    demoUntil: NOW,
    notices: ['One notice', 'Another notice', 'A third notice'],
    window: { from: NOW / MINUTE_MS - 43_200, to: NOW / MINUTE_MS },
    overall: uptime,
    components,
    latencies: ['a', 'b', 'c', 'd'].map((id) => ({
      id,
      name: id,
      target,
      day: percentiles,
      month: percentiles,
    })),
    maintenance: Array.from({ length: maintenanceShownMax }, (_, at) => ({
      id: `mnt_${at}`,
      from: NOW,
      to: NOW + 1,
      announcedAt: NOW,
      isInTime: at % 2 === 0,
      components: COMPONENT_IDS,
      text: text(noteCharactersMax),
    })),
    incidents: Array.from({ length: incidentsShownMax }, (_, at) => incident(`inc_${at}`, text)),
    incidentCount: 10_000,
  };
}

function incident(id: string, text: (length: number) => string): IncidentView {
  const update = {
    madeAt: NOW,
    step: 'monitoring',
    text: text(noteCharactersMax),
    name: text(headingCharactersMax),
  } as const;
  const title = text(headingCharactersMax);
  const facts = {
    components: [...COMPONENT_IDS, HOSTILE],
    isOutage: true,
    openedAt: NOW,
    isMadeByProbe: false,
  };
  return {
    id,
    title,
    ...facts,
    closedAt: null,
    updates: Array.from({ length: 100 }, () => update),
  };
}

test('the fullest page is one small file, also compressed', () => {
  const page = statusPage(
    fullView((length) => long('Grüße & mehr ', length)),
    true,
  );

  assert.ok(Buffer.byteLength(page) <= limits.pageBytesMax, `${Buffer.byteLength(page)} bytes`);
  assert.ok(gzipSync(page).length <= limits.pageGzipBytesMax);
});

/** Any text that may be written, drawn anew each time: nothing in it repeats. */
const DRAWS: Readonly<Record<string, (random: SeededRandom) => string>> = {
  letters: (random) => String.fromCharCode(random.integer(97, 122)),
  'signs that are escaped': (random) => random.pick(['&', '<', '>', '"', "'"]),
  'three bytes each': (random) => String.fromCharCode(random.integer(0x4e00, 0x9fff)),
  'one sign over and over': () => '"',
};

for (const [name, draw] of Object.entries(DRAWS)) {
  test(`the fullest page keeps its bounds when texts do not compress: ${name}`, () => {
    const random = seededRandom(16);
    const text = (length: number): string => Array.from({ length }, () => draw(random)).join('');
    const view = fullView(text);
    for (const takesSubscribers of [true, false]) {
      const page = statusPage(view, takesSubscribers);

      const sizes = [Buffer.byteLength(page), gzipSync(page).length] as const;
      assert.ok(sizes[0] <= limits.pageBytesMax, `${sizes.join(', ')} bytes`);
      assert.ok(sizes[1] <= limits.pageGzipBytesMax, `${sizes.join(', ')} bytes`);
      assert.equal(page.match(/href="incidents\/inc_/g)?.length, incidentsShownMax);
    }
  });
}

test('where there is no room, older words go first', () => {
  const view = fullView((length) => '"'.repeat(length));
  const incidents = view.incidents.map((each, at) => ({
    ...each,
    updates: each.updates.map((update) => ({ ...update, text: `Words ${at}. ${update.text}` })),
  }));

  const page = statusPage({ ...view, incidents }, true);

  const shown = incidents.map((_, at) => page.includes(`Words ${at}.`));
  assert.deepEqual([shown.at(0), shown.at(-1)], [true, false]);
});

test('hostile texts are inert in every form', () => {
  const view = fullView((length) => long(HOSTILE, length));
  const one = incident('inc_1', (length) => long(HOSTILE, length));
  const forms = [
    statusPage(view, true),
    incidentPage(one),
    incidentsPage([one], 1, 10_000),
    atomFeed(view, [one], 'https://status.example.com'),
    badgeSvg(view),
  ];

  for (const form of forms) {
    assert.doesNotMatch(form, /<script|<\/script|<img|javascript:/i);
    assert.ok(!form.includes('\u0000'));
  }
  assert.equal((JSON.parse(statusJson(view)) as { places: string[] }).places.length, 9);
});

test('the page names nothing of another host and needs nothing more than itself', () => {
  const page = statusPage(
    fullView(() => 'x'),
    true,
  );

  assert.doesNotMatch(page, /https?:\/\//);
  assert.doesNotMatch(page, /<(script|img|iframe|object|embed|link rel="(stylesheet|icon))/);
  assert.doesNotMatch(page, /\sstyle="/);
  assert.match(POLICY, /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self'/);
  assert.ok(page.includes(`<style>${STYLE}</style>`));
});

test('thirty bars a component, each with words, and the state in a word', () => {
  const page = statusPage(
    fullView(() => 'x'),
    true,
  );

  const { statusHistoryDays, uptimeRatio, ingestLatencyP99Ms } = LIMITS.targets;
  assert.deepEqual([statusHistoryDays, uptimeRatio, ingestLatencyP99Ms], [30, 0.999, 3_000]);
  assert.match(page, /target 99\.9%/);
  assert.equal(page.match(/<rect /g)?.length, 30 * COMPONENT_IDS.length);
  assert.equal(page.match(/<title>/g)?.length, 30 * COMPONENT_IDS.length + 1);
  assert.equal(
    page.match(new RegExp(`>${STATUS_STATES.outage}<`, 'g'))?.length,
    8 + incidentsShownMax,
  );
  assert.match(page, /An accepted event was not searchable in time\./);
});

test('history that was made up is called demo data, and never measured', () => {
  const view = fullView(() => 'x');
  const demo = statusPage(view, true);

  assert.match(demo, /Demo data/);
  assert.doesNotMatch(demo, /Measured by this probe/);
  assert.match(
    statusPage({ ...view, demoUntil: null }, true),
    /Measured by this probe from outside/,
  );
  assert.match(statusJson(view), /"isDemo":true/);
  assert.doesNotMatch(statusJson({ ...view, demoUntil: null }), /demo/);
});

test('too little data is said in place of an uptime', () => {
  const view = fullView(() => 'x');
  const components = view.components.map((each) => ({ ...each, uptime: null, coverage: 0.2 }));
  const overall = { ...view.overall, uptime: null };

  assert.match(statusPage({ ...view, components, overall }, true), /Not enough data for an uptime/);
});

test('where nobody answers, no form is offered', () => {
  assert.doesNotMatch(
    statusPage(
      fullView(() => 'x'),
      false,
    ),
    /<form/,
  );
});

test('numbers are cut, never rounded up to all', () => {
  assert.equal(percentText(43_199, 43_200), '99.997%');
  assert.equal(percentText(1, 1), '100.000%');
  assert.equal(percentText(0, 0), '–');
  assert.equal(minutesText(125), '2 h 5 min');
});

test('what is put into markup is escaped unless it is markup', () => {
  assert.equal(
    markup`<b>${'<i>'}${markup`<u>${'&'}</u>`}</b>`.markup,
    '<b>&lt;i&gt;<u>&amp;</u></b>',
  );
  assert.equal(escapeText('a\u0007b\ud800'), 'a b\ufffd');
});

test('a long text is cut on the front page and whole on its own', () => {
  const text = 'x'.repeat(limits.shownCharactersMax);
  const of = (words: string) => incident('inc_1', (length) => (length > 200 ? words : 'x'));
  const front = (words: string) =>
    statusPage({ ...fullView(() => 'x'), incidents: [of(words)] }, true);

  assert.match(front(text), new RegExp(`>${text}<`));
  assert.match(front(`${text}y`), new RegExp(`>${text} …<`));
  assert.match(incidentPage(of(`${text}y`)), new RegExp(`>${text}y<`));
});
