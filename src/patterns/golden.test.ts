/** Small logs as programs write them, and the lines a person on call should get to read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compressRows } from './compress-rows.ts';
import type { Row } from './row.ts';

function read(rows: readonly Row[]): string[] {
  return compressRows(rows, { maxSamples: 0 }).lines.map((line) => line.text);
}

test('syslog of two machines', () => {
  assert.deepEqual(
    read([
      'May 11 10:15:01 gate cron[811]: (backup) CMD (/usr/local/bin/snapshot --full)',
      'May 11 10:15:02 gate vpn[90]: tunnel to 192.0.2.7 up after 31 ms',
      'May 11 10:15:09 gate vpn[90]: tunnel to 192.0.2.8 up after 512 ms',
      'May 11 10:16:00 gate vpn[90]: tunnel to 192.0.2.7 down: peer timed out',
      'May 11 10:16:10 mail vpn[12]: tunnel to 192.0.2.9 up after 44 ms',
      'May 11 10:16:11 mail kernel: eth0: link is not ready',
      'May 11 10:16:12 mail kernel: eth1: link is not ready',
    ]),
    [
      '[3x] <TIME> <*> vpn[<NUM>]: tunnel to <IP> up after <NUM>',
      '[2x] <TIME> mail kernel: eth<*>: link is not ready',
      '[1x] May 11 10:15:01 gate cron[811]: (backup) CMD (/usr/local/bin/snapshot --full)',
      '[1x] May 11 10:16:00 gate vpn[90]: tunnel to 192.0.2.7 down: peer timed out',
    ],
  );
});

test('a Java service: failures first among equals', () => {
  const at = '2024-05-11 10:15';
  assert.deepEqual(
    read([
      `${at}:01,201 INFO [main] org.acme.shop.Server: Listening on port 8080`,
      `${at}:03,500 WARN [pool-1-thread-2] org.acme.shop.Stock: Only 3 items of SKU-8812 left`,
      `${at}:04,007 WARN [pool-1-thread-2] org.acme.shop.Stock: Only 1 items of SKU-1934 left`,
      `${at}:05,660 ERROR [pool-1-thread-9] org.acme.shop.Payments: Charge 7c9e6679-7425-40de-944b-e07fc1f90ae7 failed: card expired`,
      `${at}:06,001 ERROR [pool-1-thread-9] org.acme.shop.Payments: Charge 16fd2706-8baf-433b-82eb-8c7fada847da failed: card expired`,
    ]),
    [
      '[2x] <TIME> ERROR [pool-1-thread-9] org.acme.shop.Payments: Charge <UUID> failed: card expired',
      '[2x] <TIME> WARN [pool-1-thread-2] org.acme.shop.Stock: Only <NUM> items of SKU-<*> left',
      `[1x] ${at}:01,201 INFO [main] org.acme.shop.Server: Listening on port 8080`,
    ],
  );
});

test('an access log: methods apart, paths and sizes as variables', () => {
  assert.deepEqual(
    read([
      '192.0.2.11 - - [11/May/2024:10:15:02 +0000] "GET /api/orders/17 HTTP/1.1" 200 512 "-" "curl/8.1"',
      '192.0.2.12 - - [11/May/2024:10:15:03 +0000] "POST /api/orders HTTP/1.1" 201 98 "-" "curl/8.1"',
      '192.0.2.13 - - [11/May/2024:10:15:04 +0000] "GET /api/orders/18?expand=items HTTP/1.1" 404 64 "-" "curl/8.1"',
    ]),
    [
      '[2x] <IP> - - [<TIME>] "GET <PATH> HTTP/1.1" <NUM> "-" "curl/8.1"',
      '[1x] 192.0.2.12 - - [11/May/2024:10:15:03 +0000] "POST /api/orders HTTP/1.1" 201 98 "-" "curl/8.1"',
    ],
  );
});

test('a scheduler that writes level, day and source line', () => {
  assert.deepEqual(
    read([
      'I0511 10:15:01.000123    4711 scheduler.go:88] Bound pod web-7d4b9c-x2x7p to node worker-3',
      'I0511 10:15:02.000124    4711 scheduler.go:88] Bound pod api-5f6c8d-qk9zp to node worker-1',
      'E0511 10:15:03.000125    4711 kubelet.go:210] Failed to pull image "registry.example/api:v1.2.3": timeout',
      'E0511 10:15:04.000126    4711 kubelet.go:210] Failed to pull image "registry.example/web:v2.0.0": timeout',
    ]),
    [
      '[2x] E0511 <TIME> 4711 kubelet.go:210] Failed to pull image "<*>": timeout',
      '[2x] I0511 <TIME> 4711 scheduler.go:88] Bound pod <*> to node worker-<*>',
    ],
  );
});

test('a package manager: states stay words, packages and versions vary', () => {
  const states = ['unpacked', 'half-configured', 'installed'];
  const packages = ['libssl3', 'nginx', 'zlib1g', 'git', 'curl', 'vim', 'tzdata', 'less'];
  const rows = packages.flatMap((name, index) =>
    states.map(
      (state) => `2024-05-11 10:15:0${index} status ${state} ${name}:amd64 1.${index}-2+b1`,
    ),
  );
  assert.deepEqual(read(rows), [
    '[8x] <TIME> status unpacked <*>:amd64 <*>+b<*>',
    '[8x] <TIME> status half-configured <*>:amd64 <*>+b<*>',
    '[8x] <TIME> status installed <*>:amd64 <*>+b<*>',
  ]);
});

test('a database: constraint and relation names are values', () => {
  const at = '2024-05-11 10:15:00.123 UTC [4711]';
  assert.deepEqual(
    read([
      `${at} ERROR:  duplicate key value violates unique constraint "orders_pkey"`,
      `${at} ERROR:  duplicate key value violates unique constraint "users_pkey"`,
      `${at} LOG:  checkpoint complete: wrote 17 buffers (0.1%); write=1.2 s, sync=0.01 s`,
      `${at} LOG:  checkpoint complete: wrote 9 buffers (0.0%); write=0.4 s, sync=0.02 s`,
    ]),
    [
      `[2x] ${at} ERROR: duplicate key value violates unique constraint "<*>"`,
      `[2x] ${at} LOG: checkpoint complete: wrote <NUM> buffers (<NUM>); write=<NUM>, sync=<NUM>`,
    ],
  );
});

test('stack traces of one failure are one pattern', () => {
  const trace = (id: number, line: number): string =>
    `TypeError: cannot read total of order ${id}\n    at charge (pay.js:${line}:7)\n    at run (queue.js:9:3)`;
  assert.deepEqual(read([trace(17, 40), trace(18, 41)]), [
    '[2x] TypeError: cannot read total of order <NUM> at charge (pay.js:<NUM>:7) at run (queue.js:9:3)',
  ]);
});
