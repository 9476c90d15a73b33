/** What each receiver is sent, word for word. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message, MessageItem } from '../message.ts';
import { FORMATS } from './formats.ts';
import { dedupKeyOf } from './pagerduty.ts';

const NOW = Date.UTC(2026, 0, 15, 12);
const URL = 'https://logs.example.com/alerts/inc_1';

const ITEM: MessageItem = {
  incidentId: 'inc_1',
  transition: 'fired',
  group: { host: 'web-7' },
  value: 311,
  condition: 'count > 100',
  severity: 'error',
  dedupKey: 'alr_1:aa',
  firedAt: NOW - 60_000,
  resolvedAt: null,
  resolvedReason: null,
  eventsFrom: NOW - 300_000,
  eventsTo: NOW,
  url: URL,
};

const MESSAGE: Message = {
  id: 'dlv_1',
  kind: 'alert',
  organization: 'org_1',
  rule: { id: 'alr_1', name: 'Errors', runbook: 'Look.' },
  severity: 'error',
  isFiring: true,
  title: 'Firing: Errors',
  body: 'Condition: count > 100',
  items: [ITEM],
  total: 1,
  isStorm: false,
  url: URL,
  samples: [],
  values: {},
  at: NOW,
};
/** About no incident, and leading nowhere. */
const PLAIN: Message = { ...MESSAGE, kind: 'notice', rule: null, items: [], total: 0, url: '' };

function bodyOf(kind: keyof typeof FORMATS, facts: Partial<Message> = {}): Record<string, unknown> {
  const { body } = FORMATS[kind].freeze({ ...MESSAGE, ...facts }, null);
  return JSON.parse(body) as Record<string, unknown>;
}

test('PagerDuty gets an event with its details', () => {
  assert.deepEqual(bodyOf('pagerduty'), {
    event_action: 'trigger',
    dedup_key: 'alr_1:aa',
    client: 'Xplain',
    client_url: URL,
    links: [{ href: URL, text: 'Open in Xplain' }],
    payload: {
      summary: 'Firing: Errors',
      source: 'host=web-7',
      severity: 'error',
      timestamp: '2026-01-15T12:00:00.000Z',
      class: 'Errors',
      custom_details: {
        text: 'Condition: count > 100',
        value: 311,
        condition: 'count > 100',
        group: { host: 'web-7' },
      },
    },
  });
  assert.deepEqual(bodyOf('pagerduty', PLAIN), {
    event_action: 'trigger',
    dedup_key: 'dlv_1',
    client: 'Xplain',
    payload: {
      summary: 'Firing: Errors',
      source: 'Xplain',
      severity: 'error',
      timestamp: '2026-01-15T12:00:00.000Z',
      class: 'notice',
      custom_details: { text: 'Condition: count > 100' },
    },
  });
});

test('PagerDuty gets lines and the number of incidents where there are some, and no long text', () => {
  const { payload } = bodyOf('pagerduty', {
    isStorm: true,
    total: 70,
    title: 't'.repeat(1_025),
    body: 'b'.repeat(4_001),
    samples: ['s'.repeat(1_001), 'short'],
    items: [{ ...ITEM, group: { host: 'h'.repeat(300) } }],
    rule: { id: 'alr_1', name: 'n'.repeat(256), runbook: '' },
  }) as { payload: Record<string, unknown> };

  assert.deepEqual(payload, {
    summary: `${'t'.repeat(1_023)}…`,
    source: `host=${'h'.repeat(249)}…`,
    severity: 'error',
    timestamp: '2026-01-15T12:00:00.000Z',
    class: `${'n'.repeat(254)}…`,
    custom_details: {
      text: `${'b'.repeat(3_999)}…`,
      value: 311,
      condition: 'count > 100',
      group: { host: 'h'.repeat(300) },
      incidents: 70,
      samples: [`${'s'.repeat(999)}…`, 'short'],
    },
  });
  const whole = bodyOf('pagerduty', { items: [{ ...ITEM, group: null }] })['payload'];
  assert.equal((whole as { source: string }).source, 'Errors');
});

test('an event is known by its incident, a storm by its rule', () => {
  const dedupKey = 'k'.repeat(256);
  const long = bodyOf('pagerduty', { items: [{ ...ITEM, dedupKey }] });

  assert.equal(long['dedup_key'], 'k'.repeat(255));
  assert.equal(dedupKeyOf(MESSAGE), 'alr_1:aa');
  assert.equal(dedupKeyOf({ ...MESSAGE, isStorm: true }), 'alr_1:storm');
  assert.equal(dedupKeyOf({ ...MESSAGE, isStorm: true, rule: null }), 'alr_1:aa');
  assert.equal(dedupKeyOf(PLAIN), 'dlv_1');
});

test('JSM gets an alert with its priority', () => {
  assert.deepEqual(bodyOf('jsm', { samples: ['one', 'two'] }), {
    message: 'Firing: Errors',
    alias: 'alr_1:aa',
    description: 'Condition: count > 100\n\none\ntwo',
    priority: 'P2',
    source: 'Xplain',
    tags: ['error'],
    details: { host: 'web-7', rule: 'Errors', url: URL },
  });
  assert.deepEqual(bodyOf('jsm', PLAIN), {
    message: 'Firing: Errors',
    alias: 'dlv_1',
    description: 'Condition: count > 100',
    priority: 'P2',
    source: 'Xplain',
    tags: ['error'],
    details: {},
  });
  const priorities = (['info', 'warning', 'critical'] as const).map(
    (severity) => bodyOf('jsm', { severity })['priority'],
  );
  assert.deepEqual(priorities, ['P5', 'P3', 'P1']);
});

test('texts and names that JSM gets are cut', () => {
  const dedupKey = 'k'.repeat(251);
  const long = { title: 't'.repeat(131), body: 'b'.repeat(15_001), items: [{ ...ITEM, dedupKey }] };
  const { message, description, alias } = bodyOf('jsm', long);
  const closed = FORMATS.jsm.freeze({ ...MESSAGE, ...long, isFiring: false }, null);

  assert.deepEqual(
    [message, description, alias],
    [`${'t'.repeat(129)}…`, `${'b'.repeat(14_999)}…`, 'k'.repeat(250)],
  );
  assert.deepEqual(closed, {
    path: `/v2/alerts/${'k'.repeat(250)}/close?identifierType=alias`,
    body: JSON.stringify({ source: 'Xplain', note: `${'t'.repeat(129)}…` }),
  });
});

test('Slack gets a header, sections and what it is about', () => {
  const header = {
    type: 'header',
    text: { type: 'plain_text', text: 'Firing: Errors', emoji: false },
  };
  const section = (text: string) => ({
    type: 'section',
    text: { type: 'mrkdwn', text, verbatim: true },
  });
  const context = {
    type: 'context',
    elements: [{ type: 'plain_text', text: 'error · dlv_1', emoji: false }],
  };

  assert.deepEqual(bodyOf('slack', { samples: ['a <b>', 's'.repeat(501)] }), {
    text: `Firing: Errors ${URL}`,
    blocks: [
      header,
      section('Condition: count &gt; 100'),
      section(`> a &lt;b&gt;\n> ${'s'.repeat(499)}…`),
      context,
    ],
    unfurl_links: false,
    unfurl_media: false,
  });
  assert.deepEqual(bodyOf('slack', { ...PLAIN, body: '' }), {
    text: 'Firing: Errors',
    blocks: [header, context],
    unfurl_links: false,
    unfurl_media: false,
  });
});

test('texts that Slack gets are cut, and not through an escaped character', () => {
  const body = `${'b'.repeat(2_997)}>>`;
  const { text, blocks } = bodyOf('slack', { title: 't'.repeat(1_001), body }) as {
    text: string;
    blocks: { text: { text: string } }[];
  };

  assert.equal(text, `${'t'.repeat(999)}…`);
  assert.equal(blocks[0]?.text.text, `${'t'.repeat(149)}…`);
  assert.equal(blocks[1]?.text.text, `${'b'.repeat(2_997)}…`);
});

test('Discord gets an embed in the color of the severity', () => {
  assert.deepEqual(bodyOf('discord', { samples: ['a*b', 's'.repeat(501)] }), {
    embeds: [
      {
        title: 'Firing: Errors',
        description: `Condition: count \\> 100\n> a\\*b\n> ${'s'.repeat(499)}…`,
        url: URL,
        color: 15_680_580,
        timestamp: '2026-01-15T12:00:00.000Z',
        footer: { text: 'dlv_1' },
      },
    ],
    allowed_mentions: { parse: [] },
  });
  const embedOf = (facts: Partial<Message>) =>
    (bodyOf('discord', facts) as { embeds: [Record<string, unknown>] }).embeds[0];
  assert.equal('url' in embedOf(PLAIN), false);
  assert.deepEqual(
    (['info', 'warning', 'critical'] as const).map((severity) => embedOf({ severity })['color']),
    [3_900_150, 16_096_779, 10_033_947],
  );
  assert.equal(embedOf({ isFiring: false })['color'], 2_278_750);
  const { title, description } = embedOf({ title: 't'.repeat(257), body: 'b'.repeat(4_097) });
  assert.deepEqual([title, description], [`${'t'.repeat(255)}…`, `${'b'.repeat(4_095)}…`]);
});

test('Teams gets a card', () => {
  const block = (text: string) => ({ type: 'TextBlock', text, wrap: true });

  assert.deepEqual(bodyOf('teams', { body: 'a*\nb\n\nc', samples: ['s'.repeat(501)] }), {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          msteams: { width: 'Full' },
          body: [
            { ...block('Firing: Errors'), size: 'Large', weight: 'Bolder', color: 'Attention' },
            block('a\\*\n\nb'),
            block('c'),
            { ...block(`${'s'.repeat(499)}…`), fontType: 'Monospace' },
          ],
          actions: [{ type: 'Action.OpenUrl', title: 'Open in Xplain', url: URL }],
        },
      },
    ],
  });
});

interface Card {
  readonly body: readonly { readonly text: string; readonly color?: string }[];
  readonly actions: readonly unknown[];
}

function cardOf(facts: Partial<Message>): Card {
  const { attachments } = bodyOf('teams', facts) as { attachments: [{ content: Card }] };
  return attachments[0].content;
}

test('a card of Teams has a color, and an action where there is something to open', () => {
  assert.deepEqual(cardOf(PLAIN).actions, []);
  assert.deepEqual(
    (['info', 'warning', 'critical'] as const).map(
      (severity) => cardOf({ severity }).body[0]?.color,
    ),
    ['Warning', 'Warning', 'Attention'],
  );
  assert.equal(cardOf({ isFiring: false }).body[0]?.color, 'Good');
});

test('the texts of a card of Teams have their length together', () => {
  const textsOf = (...lengths: number[]) =>
    cardOf({ body: lengths.map((length) => 'x'.repeat(length)).join('\n\n') })
      .body.slice(1)
      .map(({ text }) => text.length);

  assert.deepEqual(textsOf(3_000, 1_000), [3_000, 1_000]);
  assert.deepEqual(textsOf(3_000, 1_001), [3_000, 1_000]);
  assert.deepEqual(textsOf(3_998, 5, 5), [3_998, 2]);
  assert.deepEqual(textsOf(3_999, 5), [3_999]);
});

test('a webhook gets everything', () => {
  const resolved = {
    transition: 'resolved',
    resolvedAt: NOW,
    resolvedReason: 'condition_over',
    group: null,
  } as const;
  const items = [ITEM, { ...ITEM, ...resolved }];

  assert.deepEqual(bodyOf('webhook', { items, total: 2, samples: ['line'] }), {
    type: 'alert.firing',
    timestamp: '2026-01-15T12:00:00.000Z',
    data: {
      title: 'Firing: Errors',
      text: 'Condition: count > 100',
      severity: 'error',
      organizationId: 'org_1',
      rule: { id: 'alr_1', name: 'Errors' },
      runbook: 'Look.',
      url: URL,
      total: 2,
      incidents: [
        {
          id: 'inc_1',
          transition: 'fired',
          dedupKey: 'alr_1:aa',
          group: { host: 'web-7' },
          value: 311,
          condition: 'count > 100',
          firedAt: '2026-01-15T11:59:00.000Z',
          resolvedAt: null,
          resolvedReason: null,
          url: URL,
        },
        {
          id: 'inc_1',
          transition: 'resolved',
          dedupKey: 'alr_1:aa',
          group: null,
          value: 311,
          condition: 'count > 100',
          firedAt: '2026-01-15T11:59:00.000Z',
          resolvedAt: '2026-01-15T12:00:00.000Z',
          resolvedReason: 'condition_over',
          url: URL,
        },
      ],
      samples: ['line'],
    },
  });
});

test('a webhook is told what it is about', () => {
  const typeOf = (facts: Partial<Message>) => bodyOf('webhook', facts)['type'];

  assert.equal(typeOf({ kind: 'test' }), 'alert.test');
  assert.equal(typeOf({ kind: 'notice' }), 'alert.notice');
  assert.equal(typeOf({ kind: 'reminder' }), 'alert.reminder');
  assert.equal(typeOf({ isFiring: false }), 'alert.resolved');
  const { rule, runbook } = bodyOf('webhook', PLAIN)['data'] as Record<string, unknown>;
  assert.deepEqual([rule, runbook], [null, '']);
});

test('a webhook gets fewer incidents and shorter texts until the message fits', () => {
  const shown = (groupCharacters: number, bodyCharacters: number, samples: string[] = []) => {
    const item = { ...ITEM, group: { host: 'h'.repeat(groupCharacters) } };
    const items = Array.from({ length: 25 }, () => item);
    const body = 'b'.repeat(bodyCharacters);
    const data = bodyOf('webhook', { items, body, samples })['data'] as {
      incidents: { group: { host: string } }[];
      text: string;
      samples: string[];
    };
    const host = data.incidents[0]?.group.host.length;
    return [data.incidents.length, host, data.text.length, data.samples[0]?.length];
  };

  assert.deepEqual(shown(100, 4_001), [20, 100, 4_000, undefined]);
  assert.deepEqual(shown(1_000, 4_001), [10, 1_000, 2_000, undefined]);
  assert.deepEqual(shown(2_001, 4_001), [5, 500, 500, undefined]);
  assert.deepEqual(
    shown(
      2_001,
      4_001,
      Array.from({ length: 40 }, () => 's'.repeat(600)),
    ),
    [1, 200, 200, undefined],
  );
});

test('only what a receiver will never take is hopeless', () => {
  const hopeless = (kind: keyof typeof FORMATS) =>
    [400, 404, 422, 429, 500].filter((status) => FORMATS[kind].isHopeless?.(status) === true);

  assert.deepEqual(hopeless('pagerduty'), [400]);
  assert.deepEqual(hopeless('jsm'), [400, 422]);
  assert.deepEqual(hopeless('webhook'), []);
});

test('every call is JSON, and JSM is called below its address', () => {
  const request = (kind: keyof typeof FORMATS, key?: string) =>
    FORMATS[kind].request({
      id: 'dlv_1',
      frozen: { body: '{"a":1}' },
      secret: { url: 'https://hooks.example.com//', ...(key === undefined ? {} : { key }) },
      previousKey: undefined,
      now: NOW,
    });
  const { body, ...slack } = request('slack');

  assert.deepEqual(slack, {
    url: 'https://hooks.example.com//',
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'xplain-alerts/1' },
  });
  assert.equal(Buffer.from(body ?? []).toString(), '{"a":1}');
  assert.equal(request('jsm').url, 'https://hooks.example.com');
  assert.equal(request('jsm').headers?.['authorization'], 'GenieKey ');
});

test('a webhook is signed by every key in force', () => {
  const signatures = (key: string | undefined, previousKey: string | undefined) =>
    FORMATS.webhook
      .request({
        id: 'dlv_1',
        frozen: { body: '{}' },
        secret: { url: 'https://hooks.example.com', ...(key === undefined ? {} : { key }) },
        previousKey,
        now: NOW,
      })
      .headers?.['webhook-signature']?.split(' ')
      .filter((signature) => signature !== '').length;

  assert.deepEqual(
    [signatures('whsec_YQ==', 'whsec_Yg=='), signatures('whsec_YQ==', undefined)],
    [2, 1],
  );
  assert.equal(signatures(undefined, undefined), 0);
});
