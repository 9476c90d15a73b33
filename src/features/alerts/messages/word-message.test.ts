import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainMessage } from './compose-message.ts';
import { listItems, valueText } from './list-items.ts';
import { groupText, type MessageItem } from './message.ts';
import { type MessageFacts, oneLine, wordMessage } from './word-message.ts';

const NOON = Date.UTC(2026, 0, 15, 12);

function item(host: string | null, facts: Partial<MessageItem> = {}): MessageItem {
  return {
    incidentId: `inc_${host}`,
    transition: 'fired',
    group: host === null ? null : { host },
    value: 7,
    condition: 'count > 5',
    severity: 'warning',
    dedupKey: 'alr_1:aa',
    firedAt: NOON,
    resolvedAt: null,
    resolvedReason: null,
    eventsFrom: NOON - 300_000,
    eventsTo: NOON,
    url: 'https://logs.example.com/alerts/inc_1',
    ...facts,
  };
}

const OVER: Partial<MessageItem> = {
  transition: 'resolved',
  resolvedAt: NOON + 60_000,
  resolvedReason: 'condition_over',
};
const RULE = { id: 'alr_1', name: 'Errors', runbook: '', title: null, body: null };

function worded(facts: Partial<MessageFacts> = {}) {
  return wordMessage({
    id: 'dlv_1',
    kind: 'alert',
    organization: 'org_1',
    rule: RULE,
    items: [item('a')],
    isStorm: false,
    url: 'https://logs.example.com/alerts',
    samples: ['line'],
    at: NOON,
    ...facts,
  });
}

test('a message about one group names it', () => {
  assert.deepEqual(worded(), {
    id: 'dlv_1',
    kind: 'alert',
    organization: 'org_1',
    rule: { id: 'alr_1', name: 'Errors', runbook: '' },
    severity: 'warning',
    isFiring: true,
    title: '[warning] Firing: Errors (host=a)',
    body: [
      'Condition: count > 5',
      'Details: https://logs.example.com/alerts',
      '',
      'Firing:',
      '- host=a: 7 (since 2026-01-15T12:00:00.000Z)',
    ].join('\n'),
    items: [item('a')],
    total: 1,
    isStorm: false,
    url: 'https://logs.example.com/alerts',
    samples: ['line'],
    values: {
      'group.host': 'a',
      'rule.name': 'Errors',
      severity: 'warning',
      value: '7',
      condition: 'count > 5',
      from: '2026-01-15T11:55:00.000Z',
      to: '2026-01-15T12:00:00.000Z',
      url: 'https://logs.example.com/alerts',
      runbook: '',
      count: '1',
    },
    at: NOON,
  });
});

test('the title says what happened, and to how many', () => {
  const titleOf = (facts: Partial<MessageFacts>): string => worded(facts).title;

  assert.equal(titleOf({ items: [item(null)] }), '[warning] Firing: Errors');
  assert.equal(titleOf({ items: [item('a'), item('b')] }), '[warning] Firing: Errors (2 groups)');
  assert.equal(titleOf({ items: [item('a', OVER)] }), 'Resolved: Errors (host=a)');
  assert.equal(
    titleOf({ items: [item('a', OVER), item('b')] }),
    '[warning] Firing: Errors (2 groups)',
  );
  assert.equal(titleOf({ kind: 'reminder' }), '[warning] Still firing: Errors (host=a)');
  assert.equal(titleOf({ rule: null }), '[warning] Firing: alert (host=a)');
});

test('the built-in text leaves out what there is not', () => {
  const bodyOf = (facts: Partial<MessageFacts>): string => worded(facts).body;
  const list = 'Firing:\n- host=a: 7 (since 2026-01-15T12:00:00.000Z)';

  assert.equal(bodyOf({ url: '' }), `Condition: count > 5\n\n${list}`);
  assert.equal(bodyOf({ url: '', items: [item('a', { condition: '' })] }), list);
  assert.equal(
    bodyOf({ url: '', rule: { ...RULE, runbook: 'Look.' } }),
    `Condition: count > 5\n\nRunbook:\nLook.\n\n${list}`,
  );
  assert.equal(bodyOf({ rule: null, url: '' }), `Condition: count > 5\n\n${list}`);
});

test('own words of one group come without a list, of several with one', () => {
  const rule = { ...RULE, title: '{{count}}!', body: '{{group.host}} {{value}}' };
  const one = worded({ rule });
  const two = worded({ rule, items: [item('a', OVER), item('b', { value: 8.25 })] });

  assert.deepEqual([one.title, one.body], ['1!', 'a 7']);
  assert.equal(two.title, '2!');
  assert.equal(
    two.body,
    [
      'b 8.25',
      '',
      'Firing:',
      '- host=b: 8.25 (since 2026-01-15T12:00:00.000Z)',
      'Resolved:',
      '- host=a (since 2026-01-15T12:00:00.000Z, until 2026-01-15T12:01:00.000Z: condition no longer met)',
    ].join('\n'),
  );
});

test('where nothing fires any more the first one gives the values', () => {
  const rule = { ...RULE, title: '{{group.host}} {{from}}' };

  assert.equal(
    worded({ rule, items: [item('a', OVER), item('b', OVER)] }).title,
    'a 2026-01-15T11:55:00.000Z',
  );
  assert.deepEqual(worded({ items: [], url: '', rule: null }).values, {
    'rule.name': '',
    severity: 'info',
    value: '',
    condition: '',
    from: '',
    to: '',
    url: '',
    runbook: '',
    count: '0',
  });
});

test('what fires is listed first, and 20 of them', () => {
  const over = Array.from({ length: 15 }, (_, at) => item(`over-${at}`, OVER));
  const firing = Array.from({ length: 15 }, (_, at) => item(`firing-${at}`));
  const { items, total, severity, isFiring } = worded({ items: [...over, ...firing] });

  assert.deepEqual([items.length, total, isFiring, severity], [20, 30, true, 'warning']);
  assert.deepEqual(
    [items[0], items[14], items[15], items[19]].map((each) => each?.incidentId),
    ['inc_firing-0', 'inc_firing-14', 'inc_over-0', 'inc_over-4'],
  );
});

test('a message is as severe as the worst it tells of', () => {
  const severityOf = (...severities: MessageItem['severity'][]): string =>
    worded({ items: severities.map((severity) => item('a', { severity })) }).severity;

  assert.equal(severityOf('warning', 'critical', 'error'), 'critical');
  assert.equal(severityOf('error', 'info'), 'error');
  assert.equal(severityOf(), 'info');
});

test('incidents are listed under what happened to them', () => {
  const lines = listItems(
    [
      item('a', OVER),
      item('b', { transition: 'acknowledged', value: null }),
      item(null, { transition: 'still_firing', value: 1 / 3 }),
      item('c', { ...OVER, resolvedReason: null }),
      item('d', { ...OVER, resolvedAt: null }),
      item('e', { resolvedAt: NOON }),
    ],
    8,
  );

  assert.deepEqual(lines, [
    'Firing:',
    '- host=e: 7 (since 2026-01-15T12:00:00.000Z)',
    'Still firing:',
    '- all events: 0.3333 (since 2026-01-15T12:00:00.000Z)',
    'Acknowledged:',
    '- host=b (since 2026-01-15T12:00:00.000Z)',
    'Resolved:',
    '- host=a (since 2026-01-15T12:00:00.000Z, until 2026-01-15T12:01:00.000Z: condition no longer met)',
    '- host=c (since 2026-01-15T12:00:00.000Z, until 2026-01-15T12:01:00.000Z)',
    '- host=d: 7 (since 2026-01-15T12:00:00.000Z)',
    'and 2 more (8 in total)',
  ]);
  assert.deepEqual(listItems([], 0), []);
});

test('values are short, groups are named by all their fields', () => {
  assert.deepEqual([null, 0, 1_234_567, 1_234_567.891, 0.1 + 0.2].map(valueText), [
    '',
    '0',
    '1234567',
    '1234568',
    '0.3',
  ]);
  assert.equal(groupText(null), '');
  assert.equal(groupText({ host: 'a', zone: 'b' }), 'host=a, zone=b');
});

test('a title is one line that says something', () => {
  assert.equal(oneLine(' a\r\n\u2028b\u0000'), 'a b');
  assert.equal(oneLine('\n'), 'Alert');
  assert.equal(oneLine('x'.repeat(200)), 'x'.repeat(200));
  assert.equal(oneLine('x'.repeat(201)), `${'x'.repeat(199)}…`);
});

test('a message about no incident has its own words', () => {
  const row = { id: 'dlv_1', organization_id: 'org_1', kind: 'test', created_at: NOON } as const;

  assert.deepEqual(plainMessage(row, { title: 'a\nb', body: 'text' }, 'https://x.example'), {
    id: 'dlv_1',
    kind: 'test',
    organization: 'org_1',
    rule: null,
    severity: 'info',
    isFiring: true,
    title: 'a b',
    body: 'text',
    items: [],
    total: 0,
    isStorm: false,
    url: 'https://x.example',
    samples: [],
    values: {
      'rule.name': '',
      severity: 'info',
      condition: 'text',
      url: 'https://x.example',
      count: '0',
    },
    at: NOON,
  });
});
