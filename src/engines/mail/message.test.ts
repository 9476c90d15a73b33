import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../spec/limits.ts';
import { checkMail } from './message.ts';

const mail = { to: 'ada@example.org', subject: 'Hello', text: 'Hi.' };
const { addressCharactersMax, subjectCharactersMax, bodyBytesMax } = LIMITS.mail;

test('an ordinary mail passes, in any script', () => {
  for (const change of [
    {},
    { to: "o'neil+tag@sub.example.org", subject: 'Žluťoučký 🎉' },
    { to: 'пример@пример.рф', html: '<p>Hi.</p>' },
  ]) {
    assert.doesNotThrow(() => checkMail({ ...mail, ...change }));
  }
});

test('an address that could be more than one recipient is refused', () => {
  const addresses = [
    '',
    'ada',
    'ada@',
    '@example.org',
    'ada@example.org,eve@example.org',
    'ada@example.org\r\nBcc: eve@example.org',
    'ada@example.org\n',
    'Ada <ada@example.org>',
    '"a b"@example.org',
    'ada@@example.org',
    'group:ada@example.org;',
    'ada@example.org eve@example.org',
    'ada@exam\u0000ple.org',
    'ada\u202e@example.org',
  ];
  for (const to of addresses) {
    assert.throws(() => checkMail({ ...mail, to }), { code: 'VALIDATION_ERROR' }, to);
  }
});

test('a subject that could become another header is refused', () => {
  for (const subject of ['', 'a\r\nBcc: eve@example.org', 'a\nb', 'a\rb', 'a\0b', 'a\u2028b']) {
    assert.throws(() => checkMail({ ...mail, subject }), { code: 'VALIDATION_ERROR' });
  }
});

test('each part may be as large as its limit and no larger', () => {
  const domain = '@example.org';
  const longest = 'a'.repeat(addressCharactersMax - domain.length) + domain;
  checkMail({ ...mail, to: longest });
  checkMail({ ...mail, subject: 's'.repeat(subjectCharactersMax) });
  checkMail({ ...mail, text: 'x'.repeat(bodyBytesMax - 2), html: 'ü' });

  assert.throws(() => checkMail({ ...mail, to: `a${longest}` }));
  assert.throws(() => checkMail({ ...mail, subject: 's'.repeat(subjectCharactersMax + 1) }));
  assert.throws(() => checkMail({ ...mail, text: 'x'.repeat(bodyBytesMax - 1), html: 'ü' }));
});

test('a file goes along up to its size, under a plain name', () => {
  const { attachmentBytesMax } = LIMITS.mail;
  const file = { name: 'report.html', type: 'text/html', content: 'x'.repeat(attachmentBytesMax) };
  checkMail({ ...mail, attachment: file });
  for (const name of ['../x', '', '.hidden', 'a b', 'x'.repeat(121), 'a\r\nb']) {
    const kept = { name, object: 'org_a/x' };
    assert.throws(() => checkMail({ ...mail, file: kept }), { code: 'VALIDATION_ERROR' }, name);
  }
  checkMail({ ...mail, file: { name: '20261115T090000Z_x.jsonl.zst', object: 'org_a/x' } });
  for (const wrong of [
    { ...file, content: `${file.content}x` },
    { ...file, name: '../report.html' },
    { ...file, name: 'a"\r\nb.html' },
    { ...file, type: 'text/html\r\nx: y' },
  ]) {
    assert.throws(() => checkMail({ ...mail, attachment: wrong }), { code: 'VALIDATION_ERROR' });
  }
});
