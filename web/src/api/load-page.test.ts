import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadPage } from './load-page.ts';
import { connectionBoard } from './connection-issue.ts';

test('a page that comes is handed on', async () => {
  assert.deepEqual(await loadPage(Promise.resolve({ Page: 1 })), { Page: 1 });
});

test('a page that does not come says what to do, and the notice appears', async () => {
  const missing = Promise.reject(new TypeError('Failed to fetch dynamically imported module: x'));

  await assert.rejects(loadPage(missing), { code: 'OFFLINE', message: /Reload the page/ });

  assert.deepEqual(connectionBoard.current.get(), { kind: 'offline' });
});
