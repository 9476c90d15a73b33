import assert from 'node:assert/strict';
import {
  mkdtempSync,
  readFileSync,
  readdirSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { silentLog, type Log } from '../../../base/log.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { openOutbox } from './open-outbox.ts';
import { removeFolder } from '../../../../test/support/remove-folder.ts';

const mail = {
  messageId: 'mail_1',
  to: 'ada@example.org',
  subject: 'Reset your password',
  text: 'https://example.com/reset?token=secret-token',
};

test('a mail becomes one file that only the owner can read', async (t) => {
  const directory = newFolder(t);
  await using outbox = await openOutbox({ log: silentLog }, directory, 'no-reply@example.com');

  await outbox.deliver({ ...mail, html: '<p>Hi</p>' });

  assert.deepEqual(readdirSync(directory), ['mail_1.json']);
  const path = join(directory, 'mail_1.json');
  const { writtenAt, ...content } = JSON.parse(readFileSync(path, 'utf8')) as { writtenAt: string };
  assert.deepEqual(content, { ...mail, html: '<p>Hi</p>', from: 'no-reply@example.com' });
  assert.ok(Date.parse(writtenAt) > 0);
  assert.equal(statSync(path).mode & 0o777, 0o600);
  assert.equal(statSync(directory).mode & 0o777, 0o700);
});

test('the same mail delivered again is still one file', async (t) => {
  const directory = newFolder(t);
  await using outbox = await openOutbox({ log: silentLog }, directory, 'no-reply@example.com');

  await outbox.deliver(mail);
  await outbox.deliver(mail);

  assert.deepEqual(readdirSync(directory), ['mail_1.json']);
});

test('the log names recipient and subject, and nothing of the text', async (t) => {
  const lines: string[] = [];
  const log: Log = {
    ...silentLog,
    info: (fields, message) => void lines.push(JSON.stringify({ ...fields, message })),
  };
  await using outbox = await openOutbox({ log }, newFolder(t), 'no-reply@example.com');

  await outbox.deliver(mail);

  assert.equal(lines.length, 1);
  assert.ok(lines[0]?.includes('ada@example.org') && lines[0].includes('Reset your password'));
  assert.ok(!lines[0]?.includes('secret-token'));
});

test('a full folder makes room by removing the oldest', async (t) => {
  const directory = newFolder(t);
  await using outbox = await openOutbox({ log: silentLog }, directory, 'no-reply@example.com');
  for (let number = 0; number < LIMITS.mail.outboxFilesMax; number += 1) {
    const path = join(directory, `old_${number}.json`);
    writeFileSync(path, '{}');
    utimesSync(path, 1_000 + number, 1_000 + number);
  }

  await outbox.deliver(mail);

  const names = readdirSync(directory);
  assert.equal(names.length, LIMITS.mail.outboxFilesMax);
  assert.ok(names.includes('mail_1.json'));
  assert.ok(!names.includes('old_0.json'));
  assert.ok(names.includes('old_1.json'));
});

test('an id that is no plain name is refused', async (t) => {
  const directory = newFolder(t);
  await using outbox = await openOutbox({ log: silentLog }, directory, 'no-reply@example.com');

  await assert.rejects(outbox.deliver({ ...mail, messageId: '../escape' }), TypeError);
});

test('a folder that is gone is a folder that is down', async (t) => {
  const directory = newFolder(t);
  await using outbox = await openOutbox({ log: silentLog }, directory, 'no-reply@example.com');
  assert.equal((await outbox.health()).state, 'up');

  removeFolder(directory);

  assert.equal((await outbox.health()).state, 'down');
  await assert.rejects(outbox.deliver(mail));
});

function newFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'xplain-outbox-'));
  t.after(() => removeFolder(folder));
  return join(folder, 'outbox');
}
