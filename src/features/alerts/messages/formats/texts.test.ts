import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message } from '../message.ts';
import { mailOf } from './email.ts';
import { escapeAround, shorten } from './format.ts';
import { isChat, isPerIncident } from './formats.ts';
import { actionOf } from './pagerduty.ts';

test('only what is over is resolved, and only what all look after is acknowledged', () => {
  const action = (kind: Message['kind'], isFiring: boolean, ...transitions: string[]): string =>
    actionOf({
      kind,
      isFiring,
      items: transitions.map((transition) => ({ transition })),
    } as unknown as Message);

  assert.equal(action('notice', false), 'trigger');
  assert.equal(action('alert', false, 'opened'), 'resolve');
  assert.equal(action('alert', true, 'acknowledged'), 'acknowledge');
  assert.equal(action('alert', true, 'acknowledged', 'opened'), 'trigger');
});

test('a text is cut at a whole character', () => {
  assert.equal(shorten('abc', 3), 'abc');
  assert.equal(shorten('abcd', 3), 'ab…');
  assert.equal(shorten('a😀cd', 3), 'a…');
  assert.equal(shorten('😀cd', 3), '😀…');
});

test('addresses are not escaped, everything else is', () => {
  const upper = (text: string): string => text.toUpperCase();

  assert.equal(escapeAround('a https://x.y/z b', upper), 'A https://x.y/z B');
  assert.equal(escapeAround('http://x.y|b', upper), 'http://x.y|B');
});

test('some receivers group themselves, and chats are slow', () => {
  const kinds = ['email', 'webhook', 'slack', 'discord', 'teams', 'pagerduty', 'jsm'] as const;

  assert.deepEqual(kinds.filter(isPerIncident), ['pagerduty', 'jsm']);
  assert.deepEqual(kinds.filter(isChat), ['slack', 'discord']);
});

test('a mail has its lines under the text', () => {
  const mail = (title: string, samples: readonly string[]) =>
    mailOf({ id: 'dlv_1', title, body: 'Condition: count > 100', samples } as Message, 'a@b.c');

  assert.deepEqual(mail(' a\nb ', ['x\n  y', 's'.repeat(2_001)]), {
    to: 'a@b.c',
    subject: 'a b',
    text: [
      'Condition: count > 100',
      '',
      'Events:',
      '  x ⏎ y',
      `  ${'s'.repeat(1_999)}…`,
      '',
      '-- ',
      'Xplain · dlv_1',
    ].join('\n'),
  });
  assert.equal(mail('a', []).text, 'Condition: count > 100\n\n-- \nXplain · dlv_1');
});
