import assert from 'node:assert/strict';
import { test } from 'node:test';
import { previewMessage } from './message-preview.ts';

const INPUT = {
  name: 'Errors',
  severity: 'error',
  runbook: '',
  title: null,
  body: null,
  window: 300,
  by: ['host'],
  condition: 'count > 100 in 5 minutes, by host',
  url: 'https://logs.example.com/alerts/inc_…',
  now: Date.parse('2026-11-15T10:00:00.000Z'),
  firing: {
    group: { host: 'web-7' },
    from: '2026-11-15T03:10:00.000Z',
    to: '2026-11-15T03:25:00.000Z',
    peak: 311,
  },
} as const;

test('the built-in message tells of the first firing of the back-test', () => {
  assert.deepEqual(previewMessage(INPUT), {
    title: '[error] Firing: Errors (host=web-7)',
    body: [
      'Condition: count > 100 in 5 minutes, by host',
      'Details: https://logs.example.com/alerts/inc_…',
      '',
      'Firing:',
      '- host=web-7: 311 (since 2026-11-15T03:10:00.000Z)',
    ].join('\n'),
  });
});

test('templates are filled; what stands for nothing is left to be seen', () => {
  const title = '{{severity}}: {{ rule.name }}\non {{group.host}}';
  const body = '{{value}} from {{from}} {{group.zone}}{{secret}}';

  assert.deepEqual(previewMessage({ ...INPUT, title, body }), {
    title: 'error: Errors on web-7',
    body: '311 from 2026-11-15T03:05:00.000Z {{secret}}',
  });
});

test('without a firing values are left open', () => {
  const { title, body } = previewMessage({
    ...INPUT,
    name: ' ',
    firing: undefined,
    body: '{{value}}',
  });

  assert.equal(title, '[error] Firing: Rule name (host=…)');
  assert.equal(body, '…');
});
