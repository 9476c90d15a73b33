import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ADMIN_TOKEN,
  fillHistory,
  type StatusUnderTest,
  startStatusPage,
} from '../../../../test/support/status/status-under-test.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { COMPONENT_IDS } from '../../../spec/status.ts';
import { HOUR_MS, MINUTE_MS } from '../../../spec/units.ts';

const limits = LIMITS.status;

test('the page, its data, feed and badge are there, cached for half a minute', async (t) => {
  const page = await startStatusPage(t, {
    prepare: (history, now) => fillHistory(history, now, () => 'uuuuuuuu'),
  });

  for (const [path, type] of [
    ['/', 'text/html'],
    ['/status.json', 'application/json'],
    ['/feed.atom', 'application/atom+xml'],
    ['/badge.svg', 'image/svg+xml'],
    ['/minutes.json', 'application/json'],
    ['/days.json', 'application/json'],
    ['/incidents.html', 'text/html'],
  ] as const) {
    const answer = await page.get(path);
    assert.equal(answer.status, 200, path);
    assert.ok(answer.headers.get('content-type')?.startsWith(type), path);
    assert.equal(answer.headers.get('cache-control'), `public, max-age=${limits.pageAgeSeconds}`);
    assert.match(answer.headers.get('content-security-policy') ?? '', /^default-src 'none';/);
    assert.equal(answer.headers.get('content-encoding'), 'gzip');
    const etag = answer.headers.get('etag') ?? '';
    assert.equal((await page.get(path, { 'if-none-match': etag })).status, 304, path);
  }
  const status = (await (await page.get('/status.json')).json()) as {
    components: { id: string; state: string; uptime: number; coverage: number; days: object[] }[];
  };
  assert.deepEqual(
    status.components.map(({ id }) => id),
    COMPONENT_IDS,
  );
  const [api] = status.components;
  assert.deepEqual([api?.uptime, api?.days.length], [1, 31]);
  assert.equal((await fetch(`${page.url}/`, { method: 'HEAD' })).status, 200);
  assert.equal((await page.get('/health')).status, 200);
});

test('the sixth request of a minute is told to wait, with the same page', async (t) => {
  const page = await startStatusPage(t, { settings: { ratePerMinute: 5 } });
  const texts: string[] = [];
  for (let request = 1; request <= 6; request += 1) {
    const answer = await page.get('/');
    assert.equal(answer.status, request <= 5 ? 200 : 429);
    assert.equal(answer.headers.get('x-ratelimit-limit'), '5');
    assert.equal(answer.headers.get('x-ratelimit-remaining'), String(Math.max(0, 5 - request)));
    for (const name of ['x-ratelimit-reset', 'retry-after']) assert.ok(answer.headers.has(name));
    texts.push(await answer.text());
  }

  assert.equal(texts[5], texts[4]);
  assert.match(texts[5] ?? '', /<title>Xplain status<\/title>/);
  assert.equal((await page.get('/health')).status, 200, 'health is not counted');
  page.clock.advance(MINUTE_MS + 1);
  assert.equal((await page.get('/')).status, 200);
});

test('whoever guesses the token too often waits, even with the right one; readers shut nobody out', async (t) => {
  const page = await startStatusPage(t, { settings: { ratePerMinute: 5 } });
  const draft = { title: 'Slow', components: ['api'], step: 'investigating', ...words };
  for (let reads = 1; reads <= 6; reads += 1) await page.get('/');
  assert.equal((await page.tell('/api/incidents', draft)).status, 201);

  for (let guess = 1; guess <= 6; guess += 1) {
    const answer = await page.tell('/api/incidents', draft, `wrong${guess}`);
    assert.equal(answer.status, guess <= 5 ? 401 : 429);
    assert.equal(answer.headers.get('x-ratelimit-remaining'), String(Math.max(0, 5 - guess)));
    const { code } = (await answer.json()) as { code: string };
    assert.equal(code, guess <= 5 ? 'UNAUTHORIZED' : 'RATE_LIMITED');
    if (guess === 6) assert.notEqual(answer.headers.get('retry-after'), '0');
  }

  assert.equal((await page.tell('/api/incidents', draft)).status, 429);
  assert.equal(page.history.countIncidents(), 1);
  page.clock.advance(MINUTE_MS + 1);
  assert.equal((await page.tell('/api/incidents', draft)).status, 201);
});

test('addresses behind a trusted proxy are told apart, a claimed one is not believed', async (t) => {
  const trusting = await startStatusPage(t, {
    settings: { ratePerMinute: 1, trustedProxies: ['127.0.0.0/8'] },
  });
  const plain = await startStatusPage(t, { settings: { ratePerMinute: 1 } });
  const from = (page: StatusUnderTest, address: string) =>
    page.get('/', { 'x-forwarded-for': address }).then(({ status }) => status);

  assert.deepEqual(
    [await from(trusting, '192.0.2.1'), await from(trusting, '192.0.2.2')],
    [200, 200],
  );
  assert.equal(await from(trusting, '192.0.2.9, 192.0.2.1'), 429);
  assert.deepEqual([await from(plain, '192.0.2.1'), await from(plain, '192.0.2.2')], [200, 429]);
});

test('what does not exist, and what cannot be done, is said on a page', async (t) => {
  const page = await startStatusPage(t);

  for (const path of [
    '/nothing',
    '/incidents/inc_x.html',
    '/../../etc/passwd',
    '/incidents/%3Cb%3E',
  ]) {
    const answer = await page.get(path);
    assert.equal(answer.status, 404, path);
    assert.match(await answer.text(), /Page not found/);
  }
  assert.equal((await fetch(`${page.url}/`, { method: 'DELETE' })).status, 405);
  assert.equal((await page.get('/incidents.html?page=-1')).status, 200);
  assert.equal((await page.get('/incidents.html?page=1e99')).status, 200);
});

const words = { text: 'New disks <b>', name: 'Ada' };

test('maintenance is announced with the token, stamped by the probe, shown and told', async (t) => {
  const page = await startStatusPage(t);
  subscribe(page, 'reader@example.com');
  const at = (ms: number): string => new Date(page.clock.now() + ms).toISOString();
  const body = { from: at(49 * HOUR_MS), to: at(50 * HOUR_MS), components: ['api'], ...words };

  for (const token of ['', 'wrong', `${ADMIN_TOKEN}x`]) {
    assert.equal((await page.tell('/api/maintenance', body, token)).status, 401);
  }
  const answer = await page.tell('/api/maintenance', body);

  assert.equal(answer.status, 201);
  const { data } = (await answer.json()) as {
    data: { id: string; isInTime: boolean; madeAt: string };
  };
  assert.equal(data.isInTime, true);
  assert.equal(data.madeAt, at(0));
  assert.match(await (await page.get('/')).text(), /New disks &lt;b&gt;/);
  const mail = await nextMail(page, 1);
  assert.equal(mail.subject, 'Maintenance: API');

  const short = await page.tell('/api/maintenance', { ...body, from: at(47 * HOUR_MS) });
  assert.equal(((await short.json()) as { data: { isInTime: boolean } }).data.isInTime, false);
  const cancelled = await page.tell(`/api/maintenance/${data.id}`, { cancel: true, name: 'Ada' });
  assert.equal(cancelled.status, 200);
  assert.equal(page.history.maintenance(0).filter(({ id }) => id === data.id).length, 2);
  assert.equal((await page.tell('/api/maintenance/mnt_none', body)).status, 404);
});

test('during maintenance the status says so, and failures open no incident', async (t) => {
  const page = await startStatusPage(t, {
    prepare: (history, now) => fillHistory(history, now, () => 'dddddddd'),
  });
  const at = (ms: number): string => new Date(page.clock.now() + ms).toISOString();
  const components = [...COMPONENT_IDS];
  assert.equal(page.history.countIncidents(), 1);

  await page.tell('/api/maintenance', {
    from: at(-MINUTE_MS),
    to: at(HOUR_MS),
    components,
    ...words,
  });

  const status = (await (await page.get('/status.json')).json()) as { state: string };
  assert.equal(status.state, 'maintenance');
  assert.equal(page.history.openIncidents().length, 0);
});

test('bad words of the operator are named, and nothing is written', async (t) => {
  const page = await startStatusPage(t);
  const at = (ms: number): string => new Date(page.clock.now() + ms).toISOString();
  const good = { from: at(HOUR_MS), to: at(2 * HOUR_MS), components: ['api'], ...words };
  const bad = [
    [{ ...good, to: good.from }, 'to'],
    [{ ...good, from: 'tomorrow' }, 'from'],
    [{ ...good, from: '2026-12-01 20:00' }, 'from'],
    [{ ...good, to: at(HOUR_MS + limits.maintenanceMsMax + 1) }, 'to'],
    [{ ...good, components: ['api', 'nothing'] }, 'components'],
    [{ ...good, components: [] }, 'components'],
    [{ ...good, text: '' }, 'text'],
    [{ ...good, text: 'x'.repeat(limits.noteCharactersMax + 1) }, 'text'],
    [{ ...good, name: 'x'.repeat(limits.headingCharactersMax + 1) }, 'name'],
    [{ ...good, madeAt: at(-1) }, 'madeAt'],
    [[], ''],
    ['text', ''],
  ] as const;
  for (const [body, path] of bad) {
    const answer = await page.tell('/api/maintenance', body);
    assert.equal(answer.status, 400, path);
    const { details } = (await answer.json()) as { details: { path: string }[] };
    assert.ok(
      details.some((each) => each.path === path),
      `${path}: ${JSON.stringify(details)}`,
    );
  }
  assert.equal((await page.tell('/api/incidents', { title: 'x' })).status, 400);
  assert.equal((await page.tell('/api/incidents', 'x'.repeat(limits.formBytesMax))).status, 400);
  assert.deepEqual(page.history.maintenance(0), []);
  const longest = { ...good, text: 'x'.repeat(limits.noteCharactersMax) };
  const weeks = { ...longest, to: at(HOUR_MS + limits.maintenanceMsMax) };
  assert.equal((await page.tell('/api/maintenance', weeks)).status, 201);
});

test('an incident is opened, followed and resolved by people, with a page of its own', async (t) => {
  const page = await startStatusPage(t);
  const draft = {
    title: 'Invoices <late>',
    components: ['search'],
    step: 'investigating',
    ...words,
  };
  const { data } = (await (await page.tell('/api/incidents', draft)).json()) as {
    data: { id: string };
  };
  const update = { step: 'identified', text: 'A disk', name: 'Ada' };

  assert.equal((await page.tell(`/api/incidents/${data.id}/updates`, update)).status, 201);
  assert.equal(page.history.openIncidents().length, 1);
  await page.tell(`/api/incidents/${data.id}/updates`, { ...update, step: 'resolved' });

  assert.equal(page.history.openIncidents().length, 0);
  const html = await (await page.get(`/incidents/${data.id}.html`)).text();
  assert.match(html, /Invoices &lt;late&gt;/);
  assert.ok(html.indexOf('Resolved') < html.indexOf('Identified'));
  assert.match(await (await page.get('/feed.atom')).text(), /Invoices &lt;late&gt;/);
  assert.equal((await page.tell('/api/incidents/inc_none/updates', update)).status, 404);
  for (let at = page.history.updates(data.id).length; at < limits.updatesMax; at += 1) {
    page.history.addUpdate({ incident: data.id, madeAt: at, ...update });
  }
  assert.equal((await page.tell(`/api/incidents/${data.id}/updates`, update)).status, 400);
});

test('ten thousand incidents: the page stays small, and all of them can be read', async (t) => {
  const page = await startStatusPage(t, {
    prepare: (history, now) => {
      for (let at = 0; at < 10_000; at += 1) {
        const id = `inc_${at}`;
        const facts = { title: `Incident ${at}`, components: ['api'], isOutage: at % 2 === 0 };
        history.addIncident({ id, ...facts, openedAt: now - at * 1_000, closedAt: now });
      }
    },
  });

  const html = await (await page.get('/')).text();

  assert.ok(Buffer.byteLength(html) <= limits.pageBytesMax);
  assert.equal(html.match(/href="incidents\/inc_/g)?.length, limits.incidentsShownMax);
  assert.match(html, /All incidents: 10000/);
  const last = await (await page.get('/incidents.html?page=200')).text();
  assert.equal(last.match(/href="incidents\/inc_/g)?.length, limits.incidentsPerPage);
  assert.match(last, /Incident 9999/);
});

test('a subscription is confirmed by a link, and left with one click', async (t) => {
  const page = await startStatusPage(t);

  assert.equal((await page.post('/subscribe', { address: ' Reader@Example.com ' })).status, 200);
  const { text, to } = await nextMail(page, 1);
  assert.equal(to, 'reader@example.com');
  const link = /\/subscribe\/confirm\?token=(\S+)/.exec(text);
  assert.ok(link);
  assert.equal((await page.get(link[0])).status, 200);
  assert.deepEqual(page.history.confirmedSubscribers(), [], 'reading the link confirms nothing');
  assert.equal((await page.post('/subscribe/confirm', { token: link[1] ?? '' })).status, 200);
  assert.equal(page.history.confirmedSubscribers().length, 1);

  await page.tell('/api/incidents', {
    title: 'Slow',
    components: ['api'],
    step: 'investigating',
    ...words,
  });
  const reported = await nextMail(page, 2);
  assert.equal(reported.subject, 'Slow');
  const leave = new URL(reported.leaveUrl ?? '');
  assert.equal((await page.get(leave.pathname + leave.search)).status, 200);
  assert.equal(page.history.countSubscribers(), 1, 'reading the link leaves nothing');
  const click = { 'List-Unsubscribe': 'One-Click' };
  assert.equal((await page.post(leave.pathname + leave.search, click)).status, 200);
  assert.equal(page.history.countSubscribers(), 0);
});

test('a link that is not ours, of another purpose, or too old does nothing', async (t) => {
  const page = await startStatusPage(t);
  await page.post('/subscribe', { address: 'a@example.com' });
  const token = /token=(\S+)/.exec((await nextMail(page, 1)).text)?.[1] ?? '';

  for (const bad of ['', 'x', `${token}x`, '../../x.y', `${token}.${token}`]) {
    assert.equal((await page.post('/subscribe/confirm', { token: bad })).status, 400, bad);
  }
  assert.equal((await page.post('/subscribe/leave', { token })).status, 400);
  page.clock.advance(limits.subscribeMsMax + 1);
  assert.equal((await page.post('/subscribe/confirm', { token })).status, 400);
  assert.deepEqual(page.history.confirmedSubscribers(), []);
});

test('nobody is flooded with mails, or learns who is subscribed', async (t) => {
  const page = await startStatusPage(t);
  subscribe(page, 'known@example.com');
  const answers: string[] = [];
  for (const address of ['new@example.com', 'new@example.com', 'known@example.com']) {
    const answer = await page.post('/subscribe', { address });
    answers.push(`${answer.status} ${await answer.text()}`);
  }

  assert.equal(new Set(answers).size, 1);
  assert.equal(page.history.dueMails(Infinity, 10).length + page.mails().length, 1);
  page.clock.advance(limits.subscribeAgainMs);
  await page.post('/subscribe', { address: 'new@example.com' });
  await nextMail(page, 2);
  for (const address of [
    '',
    'x',
    'a@b@c',
    'a b@example.com',
    '<a@example.com>',
    'a@example.com,b@example.com',
  ]) {
    assert.equal((await page.post('/subscribe', { address })).status, 400, address);
  }
});

test('one address more than may be told gets no mail', async (t) => {
  const page = await startStatusPage(t, {
    wrap: (history) => ({
      ...history,
      countSubscribers: () => history.countSubscribers() + limits.subscribersMax - 1,
      [Symbol.dispose]: () => history[Symbol.dispose](),
    }),
  });

  await page.post('/subscribe', { address: 'last@example.com' });
  await page.post('/subscribe', { address: 'beyond@example.com' });

  assert.equal(page.history.subscriber({ address: 'beyond@example.com' }), undefined);
  assert.ok(page.history.subscriber({ address: 'last@example.com' }));
});

function subscribe(page: StatusUnderTest, address: string): void {
  page.history.setSubscriber({
    id: address.replaceAll(/\W/g, ''),
    address,
    askedAt: 0,
    isConfirmed: true,
  });
}

/** The mail that was sent last, once there are so many. */
async function nextMail(page: StatusUnderTest, count: number) {
  for (let tries = 0; page.mails().length < count && tries < 500; tries += 1) {
    // On a busy machine the mail takes a while; were the clock moved meanwhile, more would happen than is meant.
    if (tries % 100 === 0) page.clock.advance(LIMITS.mail.everyMs);
    await sleep(10);
  }
  const mails = page.mails();
  assert.equal(mails.length, count);
  const isNew = ({ subject }: { subject: string }): boolean => !subject.startsWith('Confirm');
  return mails.find(isNew) ?? mails[0] ?? assert.fail('no mail');
}
