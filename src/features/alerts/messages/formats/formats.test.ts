import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { LIMITS } from '../../../../spec/limits.ts';
import { HOUR_MS } from '../../../../spec/units.ts';
import {
  DISCORD,
  JSM_ACTION,
  JSM_CREATE,
  PAGERDUTY,
  problemsOf,
  SLACK,
  TEAMS,
  WEBHOOK,
} from '../../../../../test/support/receiver-schemas.ts';
import { plainMessage } from '../compose-message.ts';
import type { Message, MessageItem } from '../message.ts';
import { type MessageFacts, wordMessage } from '../word-message.ts';
import { mailOf } from './email.ts';
import { FORMATS } from './formats.ts';

const { messageBytesMax, messageGroupsMax, titleCharactersMax } = LIMITS.alerts;
const NOW = Date.UTC(2026, 0, 15, 12);
const ID = 'dlv_8Kd2mPvTq5WnXbRc7LzJhG';
const KEY = 'k'.repeat(32);
/** What somebody might write into a log to wake everyone, to break out, or to look like a link. */
const HOSTILE =
  '<!channel> @everyone @here <@U123> [x](https://evil.example) `"}],"a":" *_~| & </at>\u2028\n';

function item(host: string, transition: MessageItem['transition'] = 'fired'): MessageItem {
  return {
    incidentId: `inc_${host.slice(0, 20)}`,
    transition,
    group: { host },
    value: 311.25,
    condition: 'count > 100',
    severity: 'critical',
    dedupKey: `alr_1:${host.slice(0, 20)}`,
    firedAt: NOW - HOUR_MS,
    resolvedAt: transition === 'resolved' ? NOW : null,
    resolvedReason: transition === 'resolved' ? 'condition_over' : null,
    eventsFrom: NOW - HOUR_MS,
    eventsTo: NOW,
    url: 'https://logs.example.com/alerts/inc_1',
  };
}

function message(facts: Partial<MessageFacts> = {}): Message {
  return wordMessage({
    id: ID,
    kind: 'alert',
    organization: 'org_1',
    rule: { id: 'alr_1', name: 'Errors', runbook: '', title: null, body: null },
    items: [item('web-7')],
    isStorm: false,
    url: 'https://logs.example.com/alerts/inc_1',
    samples: [],
    at: NOW,
    ...facts,
  });
}

const WORDY = { id: 'alr_1', name: 'n'.repeat(100), runbook: 'r'.repeat(4_000) };
const CASES: Readonly<Record<string, Message>> = {
  firing: message(),
  resolved: message({ items: [item('web-7', 'resolved')] }),
  acknowledged: message({ items: [item('web-7', 'acknowledged')] }),
  reminder: message({ kind: 'reminder', items: [item('web-7', 'still_firing')] }),
  'one group': message({ items: [{ ...item('x'), group: null, value: null }] }),
  many: message({
    items: Array.from({ length: 1_000 }, (_, at) => item(`h${at}${'x'.repeat(250)}`)),
  }),
  hostile: message({
    rule: { ...WORDY, title: `${HOSTILE}{{group.host}}`, body: `${HOSTILE}{{group.host}}` },
    items: [item(HOSTILE)],
    samples: [HOSTILE],
  }),
  longest: message({
    rule: { ...WORDY, title: '𝕏'.repeat(100), body: '𝕏<'.repeat(1_333) },
    items: Array.from({ length: 20 }, () => item('ü'.repeat(256))),
    samples: Array.from({ length: 5 }, () => '𝕏<&'.repeat(10_000)),
  }),
  test: plainMessage(
    { id: ID, organization_id: 'org_1', kind: 'test', created_at: NOW },
    { title: 'Test', body: 'This is a test.' },
    'https://logs.example.com/alerts/channels',
  ),
};

function bodyOf(kind: keyof typeof FORMATS, each: Message, template: string | null = null) {
  const frozen = FORMATS[kind].freeze(each, template);
  const secret = { url: 'https://hooks.example.com/base', key: KEY };
  const sending = { id: ID, frozen, secret, previousKey: undefined, now: NOW };
  const { url, headers = {}, body = new Uint8Array() } = FORMATS[kind].request(sending);
  return { url, headers, text: Buffer.from(body).toString(), frozen };
}

for (const [name, each] of Object.entries(CASES)) {
  test(`every receiver takes a message: ${name}`, () => {
    const isNew = FORMATS.jsm.freeze(each, null).path === '/v2/alerts';
    assert.deepEqual(problemsOf(SLACK, bodyOf('slack', each).text), []);
    assert.deepEqual(problemsOf(DISCORD, bodyOf('discord', each).text), []);
    assert.deepEqual(problemsOf(TEAMS, bodyOf('teams', each).text), []);
    assert.deepEqual(problemsOf(PAGERDUTY, bodyOf('pagerduty', each).text), []);
    assert.deepEqual(problemsOf(isNew ? JSM_CREATE : JSM_ACTION, bodyOf('jsm', each).text), []);
    assert.deepEqual(problemsOf(WEBHOOK, bodyOf('webhook', each).text), []);
    for (const kind of ['slack', 'discord', 'teams', 'webhook'] as const) {
      const bytes = Buffer.byteLength(bodyOf(kind, each).text);
      assert.ok(bytes <= (kind === 'webhook' ? messageBytesMax : 28 * 1_024), `${kind}: ${bytes}`);
    }
    checkSums(each);
    const mail = mailOf(each, 'ada@example.com');
    assert.match(mail.subject, /^[^\p{Cc}\u2028\u2029]{1,200}$/u);
  });
}

/** Bounds of several fields together, which no schema can tell. */
function checkSums(each: Message): void {
  const slack = JSON.parse(bodyOf('slack', each).text) as { blocks: unknown };
  assert.ok(JSON.stringify(slack.blocks).length <= 13_000);
  const { embeds } = JSON.parse(bodyOf('discord', each).text) as {
    embeds: { title: string; description: string; footer: { text: string } }[];
  };
  const shown = embeds.map((embed) => embed.title + embed.description + embed.footer.text);
  assert.ok(shown.join('').length <= 6_000);
  assert.ok(Buffer.byteLength(bodyOf('pagerduty', each).text) <= 512 * 1_024);
  const { details = {} } = JSON.parse(bodyOf('jsm', each).text) as { details?: object };
  assert.ok(Object.entries(details).flat().join('').length <= 8_000);
}

test('nobody is called by a name in a log line', () => {
  const hostile = CASES['hostile'] ?? message();
  const slack = bodyOf('slack', hostile).text;
  const discord = JSON.parse(bodyOf('discord', hostile).text) as {
    embeds: { title: string; description: string }[];
    allowed_mentions: { parse: unknown[] };
  };
  const teams = bodyOf('teams', hostile).text;

  assert.ok(!/<[!@#]|@(channel|here|everyone)/.test(slack), slack);
  assert.deepEqual(discord.allowed_mentions, { parse: [] });
  for (const { title, description } of discord.embeds) {
    assert.ok(!/@(everyone|here)|(?<!\\)<@|(?<!\\)\[x\]/.test(title + description));
  }
  assert.ok(!teams.includes('</at>'));
  assert.ok(
    !/(?<!\\)\[x/.test(
      (
        JSON.parse(teams) as { attachments: [{ content: { body: { text: string }[] } }] }
      ).attachments[0].content.body
        .map(({ text }) => text)
        .join(),
    ),
  );
});

test('the key of PagerDuty and JSM is put in when it is sent, and is kept nowhere', () => {
  const pagerduty = bodyOf('pagerduty', message());
  const jsm = bodyOf('jsm', message());

  assert.equal((JSON.parse(pagerduty.text) as { routing_key: string }).routing_key, KEY);
  assert.equal(jsm.headers['authorization'], `GenieKey ${KEY}`);
  assert.ok(!JSON.stringify([pagerduty.frozen, jsm.frozen]).includes(KEY));
});

test('an alert is opened and closed under the same name', () => {
  const over = message({ items: [item('web-7', 'resolved')] });
  const [open, close] = [bodyOf('jsm', message()), bodyOf('jsm', over)];
  const eventOf = (each: Message) =>
    JSON.parse(bodyOf('pagerduty', each).text) as { dedup_key: string; event_action: string };

  assert.equal(open.url, 'https://hooks.example.com/base/v2/alerts');
  assert.equal((JSON.parse(open.text) as { alias: string }).alias, 'alr_1:web-7');
  assert.equal(
    close.url,
    'https://hooks.example.com/base/v2/alerts/alr_1%3Aweb-7/close?identifierType=alias',
  );
  assert.equal(eventOf(message()).dedup_key, 'alr_1:web-7');
  assert.deepEqual(eventOf(over), {
    routing_key: KEY,
    event_action: 'resolve',
    dedup_key: 'alr_1:web-7',
  });
  const seen = message({ items: [item('web-7', 'acknowledged')] });
  assert.equal(eventOf(seen).event_action, 'acknowledge');
  assert.equal(
    bodyOf('jsm', seen).url,
    'https://hooks.example.com/base/v2/alerts/alr_1%3Aweb-7/acknowledge?identifierType=alias',
  );
});

test('a message lists so many groups and counts the others', () => {
  const hosts = (count: number) => Array.from({ length: count }, (_, at) => item(`h${at}`));
  const full = message({ items: hosts(messageGroupsMax) });
  const over = message({ items: hosts(messageGroupsMax + 1) });

  assert.ok(full.body.includes(`host=h${messageGroupsMax - 1}:`));
  assert.ok(!full.body.includes('more'));
  assert.ok(!over.body.includes(`host=h${messageGroupsMax}:`));
  assert.match(over.body, new RegExp(`and 1 more \\(${messageGroupsMax + 1} in total\\)`));
  assert.equal(over.total, messageGroupsMax + 1);
});

test('placeholders stand for what they say, and values are never read again', () => {
  const rule = {
    id: 'alr_1',
    name: '{{severity}}',
    runbook: 'see the book',
    title: '{{ rule.name }} {{severity}} {{group.host}} {{group.zone}}{{value}} {{count}}',
    body: '{{condition}} {{from}} {{to}} {{url}} {{runbook}}',
  };
  const { title, body } = message({ rule });

  assert.equal(title, '{{severity}} critical web-7 311.3 1');
  assert.equal(
    body,
    'count > 100 2026-01-15T11:00:00.000Z 2026-01-15T12:00:00.000Z https://logs.example.com/alerts/inc_1 see the book',
  );
  const long = message({ rule: { ...rule, title: 'x'.repeat(titleCharactersMax + 1) } });
  assert.equal(long.title.length, titleCharactersMax);
});

test('a value cannot leave its string in the template of a webhook', () => {
  const template = '{"text":"{{group.host}} {{value}}","list":["{{rule.name}}",1],"n":null}';
  const hostile = message({ items: [item('","admin":true,"x":"')] });

  const body = JSON.parse(bodyOf('webhook', hostile, template).text) as object;

  assert.deepEqual(body, { text: '","admin":true,"x":" 311.3', list: ['Errors', 1], n: null });
});

test('a template that grows beyond the bound is sent in short words, then as the built-in body', () => {
  const wordy = message({ rule: { ...WORDY, title: null, body: null } });
  const times = (count: number): string =>
    JSON.stringify({ text: Array.from({ length: count }, () => '{{runbook}}') });
  const fits = bodyOf('webhook', wordy, times(5)).text;
  const short = bodyOf('webhook', wordy, times(6)).text;
  const builtIn = bodyOf('webhook', wordy, times(200)).text;

  assert.ok(fits.includes('r'.repeat(4_000)));
  assert.ok(!short.includes('r'.repeat(201)) && short.includes('…'));
  assert.match(builtIn, /"alert\.firing"/);
  for (const text of [fits, short, builtIn]) assert.ok(Buffer.byteLength(text) <= messageBytesMax);
});

test('the documents show a body that receivers can rely on', () => {
  const page = readFileSync(
    new URL('../../../../../docs/alert-channels.md', import.meta.url),
    'utf8',
  );
  const [body = '', template = ''] = [...page.matchAll(/```json\n([^`]+)```/g)].map(
    ({ 1: text = '' }) => text,
  );

  assert.deepEqual(problemsOf(WEBHOOK, body), []);
  assert.deepEqual(JSON.parse(bodyOf('webhook', message(), template).text), {
    summary: 'Errors on web-7: 311.3',
    link: 'https://logs.example.com/alerts/inc_1',
  });
});
