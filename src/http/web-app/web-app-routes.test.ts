import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { LIMITS } from '../../../test/support/limits.ts';
import { AppError } from '../../base/errors.ts';
import type { EndpointConfig } from '../../contract/endpoint.ts';
import { createApp } from '../app.ts';
import { createLog } from '../log.ts';
import { createMetrics } from '../metrics.ts';
import { loadWebApp } from './load-web-app.ts';
import { type FramedPage, webAppRoutes } from './web-app-routes.ts';
import { removeFolder } from '../../../test/support/remove-folder.ts';

const HTML = { accept: 'text/html,application/xhtml+xml' };

test('a folder without a page is no web app', (t) => {
  assert.equal(loadWebApp(folder(t, {})), undefined);
});

test('the page answers at the root and at every address that only the browser knows', async (t) => {
  const app = serve(t);

  for (const url of ['/', '/search?query=x', '/settings/members', '/services', '/services/map']) {
    const answer = await app.inject({ url, headers: HTML });
    assert.equal(answer.statusCode, 200, url);
    assert.equal(answer.body, '<p>app</p>');
    assert.match(String(answer.headers['content-security-policy']), /script-src 'self';/);
    assert.equal(answer.headers['cache-control'], 'no-cache');
  }
});

test('the root is the page for programs, too, and files of unknown kinds are not served', async (t) => {
  const app = serve(t);

  assert.equal((await app.inject({ url: '/' })).body, '<p>app</p>');
  assert.equal((await app.inject({ url: '/notes.secret' })).statusCode, 404);
});

test('a program that asks for what is not there is told so', async (t) => {
  const app = serve(t);

  for (const [url, headers] of [
    ['/search', { accept: 'application/json' }],
    ['/api/v1/nothing', HTML],
    ['/v1/nothing', HTML],
    ['/services/collector/nothing', HTML],
    ['/assets/old-1234.js', HTML],
  ] as const) {
    const answer = await app.inject({ url, headers });
    assert.equal(answer.statusCode, 404, url);
    assert.equal(answer.json<{ code: string }>().code, 'NOT_FOUND');
  }
  const post = await app.inject({ method: 'POST', url: '/search', headers: HTML });
  assert.equal(post.statusCode, 404);
});

test('files whose name changes with their content are kept by the browser, others are asked for again', async (t) => {
  const app = serve(t);

  const asset = await app.inject({ url: '/assets/main-abcd.js' });
  assert.equal(asset.body, 'run()');
  assert.match(String(asset.headers['cache-control']), /immutable/);
  assert.match(String(asset.headers['content-type']), /javascript/);
  const icon = await app.inject({ url: '/icon.svg' });
  assert.equal(icon.headers['cache-control'], 'no-cache');
  const again = await app.inject({
    url: '/icon.svg',
    headers: { 'if-none-match': String(icon.headers.etag) },
  });
  assert.equal(again.statusCode, 304);
});

test('a page that some sites may frame says which, and nobody may frame any other', async (t) => {
  const app = serve(t, [
    {
      url: '/shared/:id',
      framedBy: async (id) => (id === 'known' ? ['https://a.example', 'https://b.example'] : []),
    },
  ]);
  const headersOf = async (url: string) => (await app.inject({ url, headers: HTML })).headers;

  const known = await headersOf('/shared/known');
  assert.match(
    String(known['content-security-policy']),
    /script-src 'self'.*; frame-ancestors https:\/\/a\.example https:\/\/b\.example$/,
  );
  assert.equal(known['x-frame-options'], undefined);
  assert.equal(known['x-robots-tag'], 'noindex');
  for (const url of ['/shared/other', '/shared', '/']) {
    const closed = await headersOf(url);
    assert.match(String(closed['content-security-policy']), /frame-ancestors 'none'$/);
    assert.equal(closed['x-frame-options'], 'DENY');
  }
});

test('the page names the status page, whatever its address holds', (t) => {
  const directory = folder(t, { 'index.html': '<head></head><p>app</p>' });
  const page = (url?: string): string => String(loadWebApp(directory, url)?.page.plain);

  assert.equal(page(), '<head></head><p>app</p>');
  assert.match(
    page('https://status.example.com/a?b=1&c="><script>$&'),
    /<meta name="xplain-status" content="https:\/\/status\.example\.com\/a\?b=1&amp;c=%22%3E%3Cscript%3E\$&amp;" \/><\/head>/,
  );
});

test('a page that is looked up counts on the public row, files count nowhere', async (t) => {
  const counted: unknown[] = [];
  const pages = [{ url: '/shared/:id', framedBy: async () => [] }];
  const app = serve(t, pages, ({ url }, config) => {
    counted.push([url, config.rate]);
    if (counted.length > 1) throw new AppError('RATE_LIMITED', 'Too many requests.');
  });

  for (const url of ['/', '/icon.svg', '/assets/main-abcd.js', '/search']) {
    await app.inject({ url, headers: HTML });
  }
  assert.deepEqual(counted, []);
  assert.equal((await app.inject({ url: '/shared/a', headers: HTML })).statusCode, 200);
  assert.equal((await app.inject({ url: '/shared/b', headers: HTML })).statusCode, 429);
  assert.deepEqual(counted, [
    ['/shared/a', 'public'],
    ['/shared/b', 'public'],
  ]);
});

type Count = (request: { readonly url: string }, config: { readonly rate: string }) => void;

function serve(t: TestContext, pages: readonly FramedPage[] = [], count: Count = () => {}) {
  const webApp = loadWebApp(
    folder(t, {
      'index.html': '<p>app</p>',
      'icon.svg': '<svg/>',
      'notes.secret': 'not for you',
      'assets/main-abcd.js': 'run()',
    }),
  );
  assert.ok(webApp);
  const guard = {
    authenticate: () => assert.fail('nothing here is guarded'),
    limitRate: (request: { readonly url: string }, _reply: unknown, config: EndpointConfig) =>
      count(request, config),
  };
  const app = createApp({
    log: createLog({ level: 'silent', fields: {} }),
    metrics: createMetrics(),
    guard,
    limits: LIMITS.http,
    webApp,
  });
  t.after(() => app.close());
  webAppRoutes(app, webApp, pages);
  return app;
}

function folder(t: TestContext, files: Readonly<Record<string, string>>): string {
  const directory = mkdtempSync(join(tmpdir(), 'xplain-web-'));
  t.after(() => removeFolder(directory));
  mkdirSync(join(directory, 'assets'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  return directory;
}
