import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  attributesOf,
  pipelineEvent,
  runSteps,
} from '../../../../test/support/ingest/pipeline-events.ts';
import type { StepOf } from '../../../contract/pipeline-steps.ts';
import { openRoom } from '../pipeline-event.ts';
import { findUnmasked } from './find-unmasked.ts';
import { compilePipeline } from '../compile-pipeline.ts';
import { LIMITS } from '../../../../test/support/limits.ts';

type What = NonNullable<StepOf<'mask'>['what']>;

function masked(body: string, what: What): string | undefined {
  return runSteps(pipelineEvent({ body }), { kind: 'mask', what })?.body;
}

const HIDDEN: readonly [what: What[number], body: string, after: string][] = [
  ['email', 'mail to ada.l+x@mail.example.com!', 'mail to [email]!'],
  ['email', '<a@b.de>,c@d.org', '<[email]>,[email]'],
  ['ip', 'from 10.0.0.1:8080 to 192.168.1.255.', 'from [ip]:8080 to [ip].'],
  ['ip', 'from 2001:db8::ff00:42:8329 and ::1', 'from [ip] and [ip]'],
  ['ip', '2001:0db8:0000:0000:0000:ff00:0042:8329', '[ip]'],
  ['card', 'card 4111 1111 1111 1111 ok', 'card [card] ok'],
  ['card', 'card=4111-1111-1111-1111,5500005555555559', 'card=[card],[card]'],
  ['card', 'order 2024 4111 1111 1111 1111', 'order 2024 [card]'],
  ['card', 'amex 3782 822463 10005', 'amex [card]'],
  ['token', 'password=hunter2 next', 'password=[token] next'],
  ['token', '{"api_key": "a b c","x":1}', '{"api_key": "[token]","x":1}'],
  ['token', 'Authorization: Bearer abc.def-1', 'Authorization: Bearer [token]'],
  ['token', 'authorization: Basic dXNlcjpwYXNz', 'authorization: Basic [token]'],
  ['token', 'sent Bearer abcdefgh1234 along', 'sent Bearer [token] along'],
  ['token', `jwt eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl end`, 'jwt [token] end'],
  ['token', `key xp_live_${'a'.repeat(38)} end`, 'key [token] end'],
  ['token', '/login?access_token=abc123&next=1', '/login?access_token=[token]&next=1'],
];

for (const [what, body, after] of HIDDEN) {
  test(`${what} in "${body}" is hidden`, () => assert.equal(masked(body, [what]), after));
}

const KEPT: readonly [what: What[number], body: string][] = [
  ['email', 'user@localhost and @ada and a@b'],
  ['ip', 'version 1.2.3 at 12:30:45, 300.1.1.1, 1.2.3.4.5 and a::b::c'],
  ['card', 'order 4111 1111 1111 1112, id 12345678901234567890123'],
  ['card', 'phone 0049 1234 5678'],
  ['token', 'the password was wrong; tokens: 5 of 7'],
];

for (const [what, body] of KEPT) {
  test(`"${body}" holds no ${what}`, () => assert.equal(masked(body, [what]), body));
}

test('without fields a mask looks everywhere, with some at these alone', () => {
  const event = () =>
    pipelineEvent({ body: 'a@b.de', source: 'c@d.de', attributes: { to: 'e@f.de' } });

  const after = runSteps(event(), { kind: 'mask', what: ['email'] });
  const some = runSteps(event(), { kind: 'mask', what: ['email'], fields: ['event'] });

  assert.deepEqual(
    [after?.body, after?.source, attributesOf(after)['to']],
    ['[email]', '[email]', '[email]'],
  );
  assert.deepEqual(
    [some?.body, some?.source, attributesOf(some)['to']],
    ['[email]', 'c@d.de', 'e@f.de'],
  );
});

test('what a mask leaves is found, and what it has written is not', () => {
  const steps: StepOf<'mask'>[] = [
    { kind: 'mask', what: ['email', 'token'], pattern: 'AB-\\d' },
    { kind: 'mask', what: ['email', 'token'], pattern: 'AB-\\d', with: 'hash' },
    { kind: 'mask', what: ['email', 'token'], pattern: 'AB-\\d', replacement: '' },
  ];
  for (const step of steps) {
    const event = () =>
      pipelineEvent({
        body: 'password=hunter2 a@b.de AB-1',
        attributes: { password: 'x', to: 'e@f.de', badge: 'AB-2', n: '1' },
      });
    const whole = runSteps(event(), step);
    const partly = runSteps(event(), { ...step, fields: ['event'] });
    assert.ok(whole !== undefined && partly !== undefined);

    const left = findUnmasked(step, LIMITS.pipelines)(partly);

    assert.deepEqual(findUnmasked(step, LIMITS.pipelines)(whole), []);
    assert.deepEqual(left.map(({ field, kind }) => `${field} ${kind}`).toSorted(), [
      'badge pattern',
      'password token',
      'to email',
    ]);
  }
});

test('several kinds, in several fields', () => {
  const event = pipelineEvent({
    body: 'a@b.de from 10.0.0.1',
    attributes: { user: 'a@b.de', client: '10.0.0.1', password: 'x', 'db.secret': 'y', n: '1' },
  });

  const after = runSteps(event, { kind: 'mask', fields: ['*'], what: ['email', 'ip', 'token'] });

  assert.equal(after?.body, '[email] from [ip]');
  assert.deepEqual(attributesOf(after), {
    user: '[email]',
    client: '[ip]',
    password: '[token]',
    'db.secret': '[token]',
    n: '1',
  });
});

test('a pattern and a text of one’s own', () => {
  const step = { kind: 'mask', pattern: 'AB-\\d{4}', replacement: '***' } as const;

  assert.equal(
    runSteps(pipelineEvent({ body: 'AB-1234 and AB-9999, AB-1' }), step)?.body,
    '*** and ***, AB-1',
  );
  const empty = runSteps(pipelineEvent({ body: 'bob' }), { kind: 'mask', pattern: 'a*' });
  assert.equal(empty?.body, 'bob');
  const literal = runSteps(pipelineEvent({ body: 'x1' }), {
    kind: 'mask',
    pattern: '\\d',
    replacement: '$& $1',
  });
  assert.equal(literal?.body, 'x$& $1');
});

test('a hash is the same for the same value, and another with another key', () => {
  const step = { kind: 'mask', what: ['email'], with: 'hash' } as const;
  const run = (hashKey: string, body: string): string => {
    const text = { name: 'p', match: '', steps: [{ ...step, what: ['email' as const] }] };
    const { pipeline } = compilePipeline({ limits: LIMITS, hashKey }, text);
    const event = pipelineEvent({ body });
    const room = openRoom(LIMITS.events);
    pipeline.steps[0]?.run(event, { limits: LIMITS, room, indexes: new Map(), isWatched: false });
    return event.body;
  };

  const first = run('one', 'a@b.de');

  assert.match(first, /^email:[0-9a-f]{16}$/);
  assert.equal(run('one', 'x a@b.de'), `x ${first}`);
  assert.notEqual(run('one', 'a@c.de'), first);
  assert.notEqual(run('two', 'a@b.de'), first);
});

test('the largest texts that nearly are something to hide stay as they are', () => {
  const size = LIMITS.events.bodyBytesMax;
  const texts = ['a', '1', '1.', '1 ', ':', 'a.', 'a@', '@', '-', '"', '4111 ', 'eyJ', '{"'];

  for (const piece of texts) {
    const body = piece.repeat(size / piece.length);
    // A step that looks again from every place would take minutes for each of these.
    assert.equal(masked(body, ['email', 'ip', 'card', 'token']), body, piece);
  }
  const secrets = 'password='.repeat(size / 9);
  assert.match(masked(secrets, ['token']) ?? '', /^(?:(?:password=)?\[token\]\w*=?)+$/);
});
