import assert from 'node:assert/strict';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { startSmtp, type TestSmtp } from '../../../../test/support/programs/start-smtp.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { MailRefused, MailUnanswered, type MailCarrier } from '../mail.ts';
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

test('a mail program can end a subscription with one click', async (t) => {
  const smtp = await startSmtp(t);
  await using carrier = await openSmtp(`smtp://127.0.0.1:${smtp.port}`, 'no-reply@example.com');

  await carrier.deliver({ ...mail, leaveUrl: 'https://status.example.com/leave?token=a.b' });
  await carrier.deliver(mail);

  const [listed, plain] = smtp.received;
  assert.match(
    listed?.data ?? '',
    /^List-Unsubscribe: <https:\/\/status\.example\.com\/leave\?token=a\.b>$/im,
  );
  assert.match(listed?.data ?? '', /^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/im);
  assert.doesNotMatch(plain?.data ?? '', /List-Unsubscribe/i);
});

test('a file goes along', async (t) => {
  const smtp = await startSmtp(t);
  await using carrier = await openSmtp(`smtp://127.0.0.1:${smtp.port}`, 'no-reply@example.com');
  const content = '<p>Bericht für alle</p>';

  await carrier.deliver({
    ...mail,
    attachment: { name: 'report.html', type: 'text/html', content },
  });

  const data = smtp.received[0]?.data ?? '';
  assert.match(data, /^Content-Type: text\/html; charset=utf-8; name=report\.html$/im);
  assert.match(data, /^Content-Disposition: attachment; filename=report\.html$/im);
  const encoded = Buffer.from(content).toString('base64');
  assert.ok(data.replaceAll(/\s/g, '').includes(encoded), data);
});

test('nothing that a mail is made of makes this process read a file or call an address', async (t) => {
  const smtp = await startSmtp(t);
  await using carrier = await openSmtp(`smtp://127.0.0.1:${smtp.port}`, 'no-reply@example.com');
  let calls = 0;
  const elsewhere = createHttpServer((_, response) => {
    calls += 1;
    response.end('what only this machine may read');
  }).listen(0, '127.0.0.1');
  await once(elsewhere, 'listening');
  t.after(() => elsewhere.close());
  const { port } = elsewhere.address() as AddressInfo;

  for (const source of [{ path: import.meta.filename }, { href: `http://127.0.0.1:${port}/` }]) {
    // As a text that came from outside would look after somebody forgot to check it.
    const text = source as unknown as string;
    await assert.rejects(carrier.deliver({ ...mail, text }));
  }
  assert.equal(calls, 0);
  assert.ok(smtp.received.every(({ data }) => !data.includes('only this machine')));
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
  assert.ok(!(passing instanceof MailRefused) && !(passing instanceof MailUnanswered));
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

  assert.ok(dropped instanceof MailUnanswered);
  assert.ok(refused instanceof MailUnanswered);
  assert.match(refused.message, /ECONNREFUSED/);
  assert.ok(!refused.message.includes('secret'));
  assert.equal((await nowhere.health()).state, 'degraded');

  smtp.behaviour.data = '250 ok';
  await carrier.deliver(mail);
  assert.deepEqual(await carrier.health(), { state: 'up' });
});

test('a server that takes too long over a mail is left', async (t) => {
  const smtp = await startSmtp(t);
  await using carrier = await openSmtp(`smtp://127.0.0.1:${smtp.port}`, 'no-reply@example.com');
  smtp.behaviour.recipient = 'hang';
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const failures: Error[] = [];
  const attempt = failureOf(carrier).then((error) => failures.push(error));
  await untilReached(smtp);

  t.mock.timers.tick(LIMITS.mail.sendMsMax - 1);
  await turns();
  assert.equal(failures.length, 0);
  t.mock.timers.tick(1);
  await attempt;

  const [failure] = failures;
  assert.ok(failure instanceof MailUnanswered);
});

test('a server that does not even greet is left sooner', async (t) => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  t.after(() => silent.close());
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  await using carrier = await openSmtp(`smtp://127.0.0.1:${port}`, 'no-reply@example.com');
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const attempt = failureOf(carrier);
  await once(silent, 'connection');
  await turns();

  t.mock.timers.tick(LIMITS.mail.stepMsMax);

  const failure = await attempt;
  assert.ok(failure instanceof MailUnanswered);
  assert.match(failure.message, /^ETIMEDOUT/);
});

test('a server that says nothing more is left when the carrier closes', async (t) => {
  const smtp = await startSmtp(t);
  const carrier = await openSmtp(`smtp://127.0.0.1:${smtp.port}`, 'no-reply@example.com');
  smtp.behaviour.recipient = 'hang';
  const attempt = failureOf(carrier);
  await untilReached(smtp);

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

/** The server has heard the recipient's name, and keeps silent. */
async function untilReached(smtp: TestSmtp): Promise<void> {
  while (smtp.recipients.length === 0) await nextTurn();
}

/** Whatever was going to happen has had the time to. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await nextTurn();
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
