import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestHistory } from '../../../test/support/status/open-test-history.ts';
import { askToSubscribe, confirmSubscription, leave } from './subscribe.ts';
import { makeToken, readToken, notifySubscribers } from './notify-subscribers.ts';

const now = Date.UTC(2026, 10, 16, 9, 30);
const hour = 3_600_000;
const url = 'https://status.example.com';

for (const address of [
  'ada',
  '@example.com',
  'ada@',
  'ada lovelace@example.com',
  'ada@-example.com',
  'a,b@example.com',
  `${'x'.repeat(65)}@example.com`,
  `ada@${'x'.repeat(251)}`,
]) {
  test(`${address.slice(0, 40)} is no address`, (t) => {
    const history = openTestHistory(t);
    assert.equal(askToSubscribe(history, url, now, address), undefined);
    assert.equal(history.countSubscribers(), 0);
  });
}

test('an address is asked once an hour until it confirms', (t) => {
  const history = openTestHistory(t);
  const ask = (at: number) => askToSubscribe(history, url, at, ' Ada@Example.com ');
  assert.equal(ask(now), 'asked');
  const known = history.subscriber({ address: 'ada@example.com' });
  assert.ok(known !== undefined);
  assert.deepEqual([known.askedAt, known.isConfirmed], [now, false]);
  assert.match(known.id, /^\w{22}$/);
  const [mail, ...others] = history.dueMails(now, 10);
  assert.deepEqual(others, []);
  const link = `${url}/subscribe/confirm?token=${makeToken(history.secret, 'confirm', known.id)}`;
  assert.deepEqual(mail, {
    id: mail?.id,
    address: 'ada@example.com',
    subject: 'Confirm your subscription to Xplain status updates',
    text: `Confirm your subscription to emails about incidents and maintenance of Xplain.\n\nOpen this link within 48 hours: ${link}\n\nIf you didn't request this, ignore this email. You won't get any others.\n`,
    leaveUrl: null,
    madeAt: now,
    attempts: 0,
    dueAt: now,
  });
  assert.match(mail?.id ?? '', /^status_\w{22}$/);
  assert.equal(ask(now + hour - 1), 'asked');
  assert.equal(history.dueMails(now + hour, 10).length, 1);
  assert.equal(ask(now + hour), 'asked');
  assert.equal(history.dueMails(now + hour, 10).length, 2);
  assert.equal(history.subscriber({ address: 'ada@example.com' })?.id, known.id);
});

test('whoever has confirmed is not asked again', (t) => {
  const history = openTestHistory(t);
  const row = { id: 'a1', address: 'ada@example.com', askedAt: now, isConfirmed: true };
  history.setSubscriber(row);
  assert.equal(askToSubscribe(history, url, now + 10 * hour, 'ada@example.com'), 'asked');
  assert.deepEqual(history.subscriber({ id: 'a1' }), row);
  assert.deepEqual(history.dueMails(now + 10 * hour, 10), []);
});

test('a full list takes nobody else, and says the same', (t) => {
  const history = openTestHistory(t);
  history.setSubscriber({ id: 'a1', address: 'ada@example.com', askedAt: now, isConfirmed: false });
  const count = { now: 9_999 };
  const full = Object.assign(Object.create(history) as typeof history, {
    countSubscribers: () => count.now,
  });
  const ask = (address: string) => askToSubscribe(full, url, now + hour, address);
  assert.equal(ask('ben@example.com'), 'asked');
  assert.notEqual(history.subscriber({ address: 'ben@example.com' }), undefined);
  count.now = 10_000;
  assert.equal(ask('eve@example.com'), 'asked');
  assert.equal(history.subscriber({ address: 'eve@example.com' }), undefined);
  assert.equal(ask('ada@example.com'), 'asked');
  assert.equal(history.dueMails(now + hour, 10).length, 2, 'whoever is known is asked again');
});

test('a link confirms within 48 hours, and later only whom it has confirmed', (t) => {
  const history = openTestHistory(t);
  history.setSubscriber({ id: 'a1', address: 'ada@example.com', askedAt: now, isConfirmed: false });
  const token = makeToken(history.secret, 'confirm', 'a1');
  assert.equal(confirmSubscription(history, now + 48 * hour + 1, token), false);
  assert.equal(history.subscriber({ id: 'a1' })?.isConfirmed, false);
  assert.equal(confirmSubscription(history, now + 48 * hour, token), true);
  assert.equal(history.subscriber({ id: 'a1' })?.isConfirmed, true);
  assert.equal(confirmSubscription(history, now + 49 * hour, token), true);
  assert.equal(confirmSubscription(history, now, makeToken('x', 'confirm', 'a1')), false);
  assert.equal(confirmSubscription(history, now, makeToken(history.secret, 'confirm', 'b')), false);
});

test('a link ends a subscription, as often as it is used', (t) => {
  const history = openTestHistory(t);
  history.setSubscriber({ id: 'a1', address: 'ada@example.com', askedAt: now, isConfirmed: true });
  assert.equal(leave(history, makeToken(history.secret, 'confirm', 'a1')), false);
  assert.notEqual(history.subscriber({ id: 'a1' }), undefined);
  const token = makeToken(history.secret, 'leave', 'a1');
  assert.equal(leave(history, token), true);
  assert.equal(history.subscriber({ id: 'a1' }), undefined);
  assert.equal(leave(history, token), true);
});

test('a token is good for one id, one purpose and one secret', () => {
  const token = makeToken('secret', 'leave', 'a1');
  assert.equal(readToken('secret', 'leave', token), 'a1');
  assert.equal(readToken('secret', 'confirm', token), undefined);
  assert.equal(readToken('other', 'leave', token), undefined);
  assert.equal(readToken('secret', 'leave', `${token}.x`), undefined);
  assert.equal(readToken('secret', 'leave', 'a1'), undefined);
  assert.equal(readToken('secret', 'leave', token.slice(0, -1)), undefined);
  const [long, tooLong] = ['x'.repeat(40), 'x'.repeat(41)];
  assert.equal(readToken('secret', 'leave', makeToken('secret', 'leave', long)), long);
  assert.equal(readToken('secret', 'leave', makeToken('secret', 'leave', tooLong)), undefined);
});

test('whoever has confirmed is told, each with a link to leave', (t) => {
  const history = openTestHistory(t);
  notifySubscribers(history, url, now, { subject: 'Outage', text: 'It is down.' });
  assert.deepEqual(history.dueMails(now, 10), []);
  for (const [id, isConfirmed] of [
    ['a1', true],
    ['b2', false],
  ] as const) {
    history.setSubscriber({ id, address: `${id}@example.com`, askedAt: now, isConfirmed });
  }
  notifySubscribers(history, url, now, { subject: 'Outage', text: 'It is down.' });
  const [mail, ...others] = history.dueMails(now, 10);
  assert.deepEqual(others, []);
  const leaveUrl = `${url}/subscribe/leave?token=${makeToken(history.secret, 'leave', 'a1')}`;
  assert.deepEqual(
    [mail?.address, mail?.subject, mail?.leaveUrl, mail?.text],
    ['a1@example.com', 'Outage', leaveUrl, `It is down.\n\n${url}/\n\nUnsubscribe: ${leaveUrl}\n`],
  );
});
