import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Type } from 'typebox';
import { runSteps } from '../../base/steps.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { dataOf, fields } from '../../contract/schema.ts';
import { MB } from '../../spec/units.ts';
import { openApiDocument } from '../openapi.ts';
import { curlExample } from './curl-example.ts';
import { docsPageSteps, LOGO } from './docs-page.ts';
import { html } from './html.ts';
import { showJson } from './show-json.ts';
import { kindOf } from './show-schema.ts';

const Part = Type.Object({ id: Type.String({ description: 'Its `id`.' }) }, { title: 'Part' });

const sendThing = {
  method: 'POST',
  url: '/api/v1/things/:name',
  config: { permission: 'logs:read', rate: 'ingest', body: 'none' },
  schema: {
    tags: ['Ingest'],
    summary: 'Send <b>things</b> & more',
    params: fields({ name: Type.String() }),
    querystring: fields({ index: Type.Optional(Type.String({ maxLength: 63 })) }),
    body: fields({
      text: Type.String(),
      parts: Type.Optional(Type.Array(Part, { maxItems: 1_000 })),
    }),
    response: { 202: dataOf(Part) },
  },
  docs: {
    example: {
      params: { name: 'a/b' },
      query: { index: 'main & more' },
      body: { text: "it's <here>" },
      answer: { data: { id: 'p_1' } },
    },
  },
} as const satisfies Endpoint;

const document = openApiDocument({ sendThing }, '9.9.9');
const operation = document.paths['/api/v1/things/{name}']?.['post'] ?? assert.fail('not there');

test('the page shows an endpoint with everything a caller needs', () => {
  const page = runSteps(docsPageSteps(document, 3 * MB));

  for (const piece of [
    '<code>/api/v1/things/{name}</code>',
    'list of object',
    'at most 1,000 entries',
    'at most 63 characters',
    'Its <code>id</code>.',
    '10,000 a minute per organization',
    'API key',
    'RATE_LIMITED',
    'version 9.9.9',
    'at most 3 MB, counted after decompression',
  ]) {
    assert.ok(page.includes(piece), piece);
  }
});

test('texts stay texts', () => {
  const page = runSteps(docsPageSteps(document, 3 * MB));

  assert.ok(page.includes('Send &lt;b&gt;things&lt;/b&gt; &amp; more'));
  assert.doesNotMatch(page, /<b>things|<here>/);
  assert.equal(
    html`<p title="${'"x"'}">${['<', html`<i>${'&'}</i>`]}</p>`.markup,
    '<p title="&quot;x&quot;">&lt;<i>&amp;</i></p>',
  );
});

test('the example call can be pasted into a shell', () => {
  assert.equal(
    curlExample('POST', '/api/v1/things/{name}', operation),
    [
      'curl "$XPLAIN_URL/api/v1/things/a%2Fb?index=main+%26+more" \\',
      '  -H "Authorization: Bearer $XPLAIN_KEY" \\',
      '  -H "Content-Type: application/json" \\',
      `  -d '{"text":"it'\\''s <here>"}'`,
    ].join('\n'),
  );
});

test('JSON is coloured without being changed', () => {
  const value = { name: 'a "quoted" <text>', list: [1, -2.5e3, true, null], empty: {} };

  const { markup } = showJson(value);

  const text = markup
    .replaceAll(/<\/?span[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
  assert.deepEqual(JSON.parse(text), value);
  assert.ok(markup.includes('<span class="j-name">&quot;name&quot;</span>:'));
});

test('kinds are told in words', () => {
  assert.equal(kindOf(Type.Union([Type.String(), Type.Null()]), {}), 'text or null');
  assert.equal(kindOf(Type.Enum(['a', 'b']), {}), '"a" | "b"');
  assert.equal(kindOf(Type.Array(Type.Integer()), {}), 'list of integer');
  assert.equal(kindOf(Type.String({ format: 'date-time' }), {}), 'date-time');
  assert.equal(kindOf({}, {}), 'anything');
});

test('the page wears the logo and the palette of the web app, in both themes', () => {
  const root = join(import.meta.dirname, '../../..');
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const [light = '', dark = ''] = read('src/http/docs/docs.css').split('@media');
  const colorOf = (css: string, name: string): string =>
    new RegExp(`--${name}: (#\\w+);`).exec(css)?.[1] ?? assert.fail(name);

  assert.equal(LOGO, read('web/public/icon.svg').trim());
  const shades = read('src/charts/colors.ts');
  for (const [name, own] of [
    ['page', 'paper'],
    ['raised', 'panel'],
    ['text', 'ink'],
    ['dimmed', 'soft'],
  ] as const) {
    const pair = `${name}: { light: '${colorOf(light, own)}', dark: '${colorOf(dark, own)}' }`;
    assert.ok(shades.includes(pair), pair);
  }
  const theme = read('web/src/theme/theme.ts');
  for (const css of [light, dark]) {
    assert.ok(theme.includes(`'${colorOf(css, 'accent')}'`), colorOf(css, 'accent'));
    assert.ok(theme.includes(`'${colorOf(css, 'line')}'`), colorOf(css, 'line'));
  }
});

test('the guide stands in front, with commands that can be copied', () => {
  const page = runSteps(docsPageSteps(document, 3 * MB));
  const text = page
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');

  const chapters = [...text.matchAll(/<section class="chapter" id="(\w+)">\s*<h2>([^<]+)/g)];
  const named = [
    ['start', 'First steps'],
    ['authentication', 'Authentication'],
    ['conventions', 'Conventions'],
    ['errors', 'Errors'],
    ['limits', 'Limits'],
  ] as const;
  assert.deepEqual(
    chapters.map(([, id, title]) => [id, title?.trim()]),
    named,
  );
  for (const [id, title] of named) {
    assert.match(text, new RegExp(`href="#${id}"[^>]*>\\s*${title}`));
  }
  const commands = [...text.matchAll(/<code data-curl>([^]*?)<\/code>/g)].map(([, each]) => each);
  assert.deepEqual(commands.slice(0, 3), [
    `curl -c session "$XPLAIN_URL/api/auth/sign-in/email" \\
  -H "Content-Type: application/json" \\
  -d '{"email": "you@example.com", "password": "…"}'

curl -b session "$XPLAIN_URL/api/v1/api-keys" \\
  -H "Content-Type: application/json" \\
  -d '{"name": "first key", "scope": "full-access"}'

export XPLAIN_KEY=xp_live_…`,
    `curl "$XPLAIN_URL/api/v1/logs" \\
  -H "Authorization: Bearer $XPLAIN_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"event": "checkout failed", "level": "error",
       "source": "shop", "attributes": {"order": "4711"}}'`,
    `curl -G "$XPLAIN_URL/api/v1/search" \\
  -H "Authorization: Bearer $XPLAIN_KEY" \\
  --data-urlencode 'query=index=main level=error | stats count by source' \\
  -d earliest=-1h`,
  ]);
});

test('the guide tells its numbers, credentials and refusals', () => {
  const page = runSteps(docsPageSteps(document, 3 * MB)).replaceAll(/\s+/g, ' ');

  for (const piece of [
    'Events are usually searchable within 5 seconds.',
    '<th scope="row">API key, custom header</th> <td>The same API key in a custom header.</td>',
    '<th scope="row">Operator’s token</th>',
    '<td><span class="status s4">429</span></td> <th scope="row"><code>RATE_LIMITED</code></th>',
    '<td><span class="status s5">500</span></td> <th scope="row"><code>INTERNAL</code></th>',
    '<section class="group" id="group-ingest">',
    '<h2><a href="#group-ingest">Ingest</a></h2>',
  ]) {
    assert.ok(page.includes(piece), piece);
  }
});
