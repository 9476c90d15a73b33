import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSmtp } from '../../../../test/support/start-smtp.ts';
import { MailRefused, type MailCarrier } from '../mail.ts';
import { openSmtp } from './open-smtp.ts';

const mail = {
  messageId: 'mail_1',
  to: 'ada@example.org',
  subject: 'Hällo 🎉',
  text: 'one\n.two\nthree',
};

test('a mail arrives with its text, its sender and its own message id', async (t) => {
  const smtp = await startSmtp(t);
  await using carrier = await openSmtp(
    `smtp://127.0.0.1:${smtp.port}`,
    'Xplain <no-reply@example.com>',
  );

  await carrier.deliver({ ...mail, html: '<p>one</p>' });

  const [got] = smtp.received;
  assert.equal(smtp.received.length, 1);
  assert.equal(got?.from, 'no-reply@example.com');
  assert.deepEqual(got?.to, ['ada@example.org']);
  assert.match(got?.data ?? '', /^Message-ID: <mail_1@example\.com>$/im);
  assert.match(got?.data ?? '', /^To: ada@example\.org$/im);
  assert.match(got?.data ?? '', /^Auto-Submitted: auto-generated$/im);
  assert.match(got?.data ?? '', /^Subject: =\?UTF-8\?/im);
  assert.ok(got?.data.includes('one\r\n.two\r\nthree'));
  assert.ok(got?.data.includes('<p>one</p>'));
  assert.deepEqual(smtp.logins, []);
  assert.deepEqual(await carrier.health(), { state: 'up' });
});

test('the user and password of the address are used', async (t) => {
  const smtp = await startSmtp(t);
  const url = `smtp://us%40er:p%3Ass@127.0.0.1:${smtp.port}`;
  await using carrier = await openSmtp(url, 'no-reply@example.com');

  await carrier.deliver(mail);

  assert.deepEqual(smtp.logins, ['us@er:p:ss']);
});

test('a password is not told to a server elsewhere that offers no encryption', async (t) => {
  const smtp = await startSmtp(t);
  // Leads to this machine, but is none of its names.
  const url = `smtp://user:secret@0.0.0.0:${smtp.port}`;
  await using carrier = await openSmtp(url, 'no-reply@example.com');

  const failure = await failureOf(carrier);

  assert.match(failure.message, /ETLS/);
  assert.deepEqual(smtp.logins, []);
  assert.deepEqual(smtp.received, []);
});

test('a recipient that is refused for good is told from one that is refused for now', async (t) => {
  const smtp = await startSmtp(t);
  await using carrier = await openSmtp(`smtp://127.0.0.1:${smtp.port}`, 'no-reply@example.com');

  smtp.behaviour.recipient = '550 no such user';
  const final = await failureOf(carrier);
  smtp.behaviour.recipient = '451 come back later';
  const passing = await failureOf(carrier);
  smtp.behaviour.recipient = '250 ok';
  smtp.behaviour.data = '554 looks like spam';
  const spam = await failureOf(carrier);

  assert.ok(final instanceof MailRefused);
  assert.match(final.message, /550 no such user/);
  assert.ok(!(passing instanceof MailRefused));
  assert.match(passing.message, /451 come back later/);
  assert.ok(spam instanceof MailRefused);
});

test('a server that drops the connection or is not there can be tried again', async (t) => {
  const smtp = await startSmtp(t);
  await using carrier = await openSmtp(`smtp://127.0.0.1:${smtp.port}`, 'no-reply@example.com');
  smtp.behaviour.data = 'drop';
  const dropped = await failureOf(carrier);
  await using nowhere = await openSmtp(
    `smtp://u:secret@127.0.0.1:${await closedPort()}`,
    'a@b.example',
  );
  const refused = await failureOf(nowhere);

  assert.ok(!(dropped instanceof MailRefused));
  assert.ok(!(refused instanceof MailRefused));
  assert.match(refused.message, /ECONNREFUSED/);
  assert.ok(!refused.message.includes('secret'));
  assert.equal((await nowhere.health()).state, 'degraded');

  smtp.behaviour.data = '250 ok';
  await carrier.deliver(mail);
  assert.deepEqual(await carrier.health(), { state: 'up' });
});

test('a server that says nothing more is left when the carrier closes', async (t) => {
  const smtp = await startSmtp(t);
  const carrier = await openSmtp(`smtp://127.0.0.1:${smtp.port}`, 'no-reply@example.com');
  smtp.behaviour.recipient = 'hang';
  const attempt = failureOf(carrier);
  // Long enough for the recipient to have been named, and nothing is lost when it was not.
  await sleep(100);

  await carrier[Symbol.asyncDispose]();

  assert.ok(!((await attempt) instanceof MailRefused));
});

test('a sender without a domain is refused at the start', async () => {
  await assert.rejects(openSmtp('smtp://127.0.0.1:1', 'nobody'), /address with a domain/);
});

async function failureOf(carrier: MailCarrier): Promise<Error> {
  return carrier.deliver(mail).then(
    () => assert.fail('it should have failed'),
    (error: unknown) => {
      assert.ok(error instanceof Error);
      return error;
    },
  );
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  assert.ok(address !== null && typeof address === 'object');
  return address.port;
}
