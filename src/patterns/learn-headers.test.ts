import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minePatterns } from './mine-patterns.ts';

/** The messages that were mined, without their headers. */
function messages(rows: readonly string[]): string[] {
  return minePatterns(rows).patterns.map((pattern) => pattern.message);
}

const SAID = ['tunnel to 10.0.0.1 is up', 'disk sda is full', 'worker joined the pool'];

const HEADS: Readonly<Record<string, (index: number) => string>> = {
  'a time': (i) => `2024-05-11T10:15:0${i}Z `,
  'a time and a level': (i) => `2024-05-11 10:15:0${i},123 INFO `,
  syslog: (i) => `May 11 10:15:0${i} gate vpn[${90 + i}]: `,
  'a host and a component without a number': (i) => `May 11 10:15:0${i} gate kernel: `,
  'a thread in brackets and a class': (i) =>
    `2024-05-11 10:15:0${i},001 INFO [Worker thread ${i}] org.acme.Shop: `,
  'dashes between': (i) => `2024-05-11 10:15:0${i} - acme.shop - INFO - `,
  bars: (i) => `20240511-10:15:0${i}:321|Shop|3000${i}|`,
  'nested brackets': (i) =>
    `2024-05-11 10:15:0${i} - INFO  [Peer[id=${i}]/0:0:0:0:0:0:0:0:2181] - `,
  'a letter for the level': (i) => `05-11 10:15:0${i}.811  1702  239${i} D Shop: `,
  'a letter with the day': (i) => `I0511 10:15:0${i}.000123    471${i} server.go:8${i}] `,
  'numbers only': (i) => `24051${i} 10150${i} 14${i} INFO acme.Shop: `,
  'seconds since 1970': (i) =>
    `- 171541000${i} 2024.05.11 node-1${i} May 11 10:15:0${i} node-1${i} shop[${i}]: `,
  'columns of names': (i) => `40012${i} node-1${i} unix.hw net.up 171541000${i} 1 `,
  'time and level in brackets': (i) => `[Sat May 11 10:15:0${i} 2024] [notice] `,
  'a program before a dash': (i) => `[05.11 10:15:0${i}] shop.exe - `,
  'a process id that looks like a year': (i) => `2024-05-11 10:15:0${i} 201${i} INFO `,
};

for (const [name, head] of Object.entries(HEADS)) {
  test(`the message is found behind ${name}`, () => {
    assert.deepEqual(messages(SAID.map((said, index) => head(index) + said)), SAID);
  });
}

test('a message that holds a time has no header for it', () => {
  const rows = [
    'connection from 10.0.0.1 at 10:15:00 refused',
    'connection from 10.0.0.2 at 10:15:09 refused',
    'listening',
    'ready to serve',
  ];
  assert.deepEqual(messages(rows), [
    'connection from <IP> at <TIME> refused',
    'listening',
    'ready to serve',
  ]);
});

test('a host is known from other rows where no component follows it', () => {
  const rows = Array.from(
    { length: 30 },
    (_, i) => `May 11 10:15:00 gate${i % 3} vpn[${i}]: tunnel ${i} up`,
  );
  rows.push('May 11 10:16:00 gate1 last message repeated 3 times');
  rows.push('May 11 10:16:01 gate2 last message repeated 8 times');
  assert.deepEqual(messages(rows), ['tunnel <NUM> up', 'last message repeated <NUM> times']);
});

test('a level inside a sentence is no header', () => {
  const rows = ['disk error on sda', 'network error on sda', 'all is well', 'good night', 'ready'];
  assert.equal(messages(rows).length, 5);
});

test('the header of a template shows what its rows share', () => {
  const rows = [
    'May 11 10:15:00 gate vpn[90]: tunnel 1 up',
    'May 11 10:15:01 gate vpn[91]: tunnel 2 up',
    'May 11 10:15:02 mail vpn[92]: tunnel 3 up',
  ];
  const [pattern] = minePatterns(rows).patterns;
  assert.equal(pattern?.template, '<TIME> <*> vpn[<NUM>]: tunnel <NUM> up');
});

test('headers of different lengths show their common ends', () => {
  const head = '2024-05-11 10:15:00 INFO [main] a.B:';
  const rows = [`${head} run 1`, `${head} run 2`, '2024-05-11 10:15:00 INFO [a b c] a.B: run 3'];
  const [pattern] = minePatterns(rows).patterns;
  assert.equal(pattern?.template, '2024-05-11 10:15:00 INFO [<*>] a.B: run <NUM>');
});
