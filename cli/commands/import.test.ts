/** What the command says before it calls anybody; an import itself is in `test/journeys/exports.test.ts`. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { test } from 'node:test';
import { runCommand } from '../../test/support/programs/run-command.ts';

const ACCESS = { XPLAIN_URL: 'http://127.0.0.1:9', XPLAIN_API_KEY: 'xpl_x' };

test('what is missing or wrong is said, and nobody is called', async () => {
  const wrong: readonly (readonly [readonly string[], Record<string, string>, RegExp])[] = [
    [[], ACCESS, /requires exactly one source/],
    [['exp_a', 'exp_b', '--index', 're_x'], ACCESS, /requires exactly one source/],
    [['exp_a'], ACCESS, /--index is required/],
    [['exp_a', '--index', 're_x', '--days', '1.5'], ACCESS, /integer/],
    [['/backup', '--index', 're_x'], ACCESS, /invalid source: use exp_…/],
    [['s3://', '--index', 're_x'], ACCESS, /invalid source: use exp_…/],
    [['s3://logs/a', '--index', 're_x'], ACCESS, /XPLAIN_S3_ENDPOINT is not set/],
    [['exp_a', '--index', 're_x'], { XPLAIN_URL: ACCESS.XPLAIN_URL }, /XPLAIN_API_KEY is not set/],
  ];
  for (const [words, environment, expected] of wrong) {
    const { code, complained } = await runCommand(['import', ...words], environment);
    assert.equal(code, 2, words.join(' '));
    assert.match(complained, expected, words.join(' '));
  }
});

test('what is asked for is what was said, and an import that fails fails the command', async (t) => {
  const asked: unknown[] = [];
  const job = {
    id: 'imp_1',
    state: 'failed',
    error: 'It was changed.\u001b[2J',
    rows: 0,
    endedAt: 'x',
  };
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      asked.push(body);
      response.writeHead(202, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ data: job }));
    });
  }).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const words = ['folder:archive/a/b', '--index', 're_x', '--from', '2026-11-01T00:00:00Z'];

  const { code, complained } = await runCommand(['import', ...words, '--unsigned'], {
    XPLAIN_URL: `http://127.0.0.1:${port}`,
    XPLAIN_API_KEY: ACCESS.XPLAIN_API_KEY,
  });

  assert.equal(code, 1);
  assert.equal(complained.includes('\u001b'), false);
  assert.match(complained, /It was changed\./);
  assert.deepEqual(asked, [
    {
      source: { kind: 'folder', folder: 'archive', prefix: 'a/b' },
      index: 're_x',
      days: 7,
      from: '2026-11-01T00:00:00Z',
      unsigned: true,
    },
  ]);
});
