import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IncidentView, StatusView } from '../status-view.ts';
import { answerPage, incidentMarkup, incidentPage, incidentsPage } from './incident-page.ts';
import { atomFeed, badgeSvg, incidentJson } from './other-forms.ts';

const opened = Date.UTC(2026, 10, 16, 9, 30);
const minute = 60_000;
const update = { madeAt: opened, step: 'investigating', text: 'We look.', name: 'Ada' } as const;
const incident: IncidentView = {
  id: 'inc_1',
  title: 'Slow searches',
  isMadeByProbe: false,
  components: ['search', 'api'],
  isOutage: false,
  openedAt: opened,
  closedAt: null,
  updates: [
    update,
    { ...update, madeAt: opened + minute, step: 'identified', text: 'x'.repeat(301) },
  ],
};
const over = { ...incident, closedAt: opened + 90 * minute };

test('an incident of a list tells its title, since when, and the last words', () => {
  const { markup } = incidentMarkup(incident, 'incidents/');
  assert.match(markup, /<a href="incidents\/inc_1\.html"><bdi>Slow searches<\/bdi><\/a>/);
  assert.match(markup, /Degraded/);
  assert.match(markup, /<p class="dim">Since <time [^>]+>16 Nov 2026, 09:30 UTC<\/time><\/p>/);
  assert.match(markup, /<strong>Identified<\/strong>/);
  assert.match(markup, /<p class="text">x{300} …<\/p>/);
  assert.doesNotMatch(markup, /We look/);
  assert.match(incidentMarkup({ ...incident, isOutage: true }, '').markup, /Outage/);
});

test('there may be room for fewer words, or none', () => {
  assert.match(incidentMarkup(incident, '', 10).markup, /<p class="text">x{10} …<\/p>/);
  assert.doesNotMatch(incidentMarkup(incident, '', 0).markup, /class="text"|<strong>/);
  assert.doesNotMatch(incidentMarkup({ ...incident, updates: [] }, '').markup, /<ul>/);
});

for (const [ms, text] of [
  [90 * minute, '1 h 30 min'],
  [1.4 * minute, '1 min'],
  [1.6 * minute, '2 min'],
  [0, '1 min'],
] as const) {
  test(`an incident of ${ms} ms was there for ${text}`, () => {
    const { markup } = incidentMarkup({ ...incident, closedAt: opened + ms }, '');
    assert.ok(markup.includes(`</time>, for ${text}</p>`), markup);
    assert.match(markup, /<span class="dim">Resolved<\/span>/);
    assert.doesNotMatch(markup, /Since|Degraded/);
  });
}

test('the page of an incident has every word, the last first', () => {
  const page = incidentPage(incident);
  assert.match(page, /<title>Slow searches – Xplain status<\/title>/);
  assert.match(page, /<h1><a href="\.\.\/">Xplain status<\/a><\/h1>/);
  assert.match(page, /<p>Affected: <bdi>Search, API<\/bdi><\/p>/);
  assert.match(page, /x{301}<\/p>.+We look\./s);
  assert.match(page, /Times are in UTC\./);
  assert.doesNotMatch(page, /It is over/);
  assert.match(incidentPage(over), /for 1 h 30 min\. Resolved\.<\/p>/);
});

for (const [page, count, title, newer, older] of [
  [1, 0, 'page 1 of 1', undefined, undefined],
  [1, 50, 'page 1 of 1', undefined, undefined],
  [1, 51, 'page 1 of 2', undefined, 2],
  [2, 51, 'page 2 of 2', 1, undefined],
  [2, 150, 'page 2 of 3', 1, 3],
] as const) {
  test(`of ${count} incidents this is ${title}`, () => {
    const html = incidentsPage([incident], page, count);
    const link = (to: number | undefined, text: string): boolean =>
      to === undefined
        ? !html.includes(`>${text}</a>`)
        : html.includes(`<a href="incidents.html?page=${to}">${text}</a>`);
    assert.ok(html.includes(`<h2>Incidents, ${title}</h2>`), html);
    assert.ok(link(newer, 'Newer') && link(older, 'Older'), html);
    assert.match(html, /<a href="incidents\/inc_1\.html">/);
    assert.match(html, /<title>Incidents – Xplain status<\/title>/);
  });
}

test('an answer has words, and a button where there is something to do', () => {
  const plain = answerPage('Done', 'No more <mails>.');
  assert.match(plain, /<h2>Done<\/h2><p>No more &lt;mails&gt;\.<\/p>/);
  assert.match(plain, /<title>Done – Xplain status<\/title>/);
  assert.doesNotMatch(plain, /<form/);
  const asked = answerPage('One more', 'Go.', { action: '/subscribe', token: 'a.b', text: 'Yes' });
  assert.ok(
    asked.includes(
      '<form method="post" action="/subscribe"><input type="hidden" name="token" value="a.b"><button>Yes</button></form>',
    ),
    asked,
  );
});

test('programs are told the same', () => {
  const { openedAt: _, closedAt: __, updates: ___, ...rest } = over;
  assert.deepEqual(incidentJson({ ...over, updates: [update] }), {
    ...rest,
    openedAt: '2026-11-16T09:30:00.000Z',
    closedAt: '2026-11-16T11:00:00.000Z',
    updates: [
      { step: 'investigating', text: 'We look.', name: 'Ada', madeAt: '2026-11-16T09:30:00.000Z' },
    ],
  });
  assert.equal((incidentJson(incident) as { closedAt: unknown }).closedAt, null);
});

function view(more: Partial<StatusView>): StatusView {
  return { window: { from: opened / minute, to: 0 }, maintenance: [], ...more } as StatusView;
}

test('a feed has incidents and maintenance, what was said last first', () => {
  const maintenance = {
    id: 'mnt_1',
    from: opened,
    to: opened + 60 * minute,
    announcedAt: opened + 2 * minute,
    components: ['web'],
    text: 'New disks',
    isInTime: true,
  };
  const old = { ...incident, id: 'inc_0', updates: [] };
  const feed = atomFeed(view({ maintenance: [maintenance] }), [over, old, incident], 'https://s');
  const ids = [...feed.matchAll(/<entry><id>https:\/\/s\/([^<]+)<\/id>/g)].map(([, id]) => id);
  assert.deepEqual(ids, [
    'incidents/inc_1',
    'maintenance/mnt_1',
    'incidents/inc_1',
    'incidents/inc_0',
  ]);
  assert.match(feed, /feed\.atom"\/><updated>2026-11-16T11:00:00\.000Z<\/updated>/);
  assert.match(feed, /<updated>2026-11-16T09:31:00\.000Z<\/updated>/);
  assert.match(
    feed,
    /Affected: Search, API\.\nResolved at 16 Nov 2026, 11:00 UTC\.\nidentified: x/,
  );
  assert.match(feed, /Affected: Search, API\.\nOngoing\.\nidentified: x+\ninvestigating: We look/);
  assert.match(feed, /<title>Maintenance: Web app<\/title>/);
  assert.match(feed, />16 Nov 2026, 09:30 UTC to 16 Nov 2026, 10:30 UTC\nNew disks</);
});

test('a feed without entries is as old as the window', () => {
  const feed = atomFeed(view({}), [], 'https://s');
  assert.match(feed, /<updated>2026-11-16T09:30:00\.000Z<\/updated>/);
});

test('a badge is as wide as its words', () => {
  const badge = badgeSvg(view({ state: 'outage' }));
  assert.match(
    badge,
    /^<svg xmlns="[^"]+" width="128" height="24" role="img" aria-label="status: Outage">/,
  );
  assert.match(badge, /<rect x="56" width="72" height="24" fill="#cf222e"\/>/);
  assert.match(badge, /<text x="92" y="16">Outage<\/text>/);
});
