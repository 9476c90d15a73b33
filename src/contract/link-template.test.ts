import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillLink, linkTemplateProblem } from './link-template.ts';

const TRACER = 'https://tracer.example.com:8443/trace/{trace_id}?from={service}#{span}';

function fillAll(template: string, values: Readonly<Record<string, string>>) {
  return fillLink(template, (name) => values[name]);
}

test('values are encoded where the template has them', () => {
  const values = { trace_id: 'a/b?c#d', service: 'x&y=ü "', span: '<1>' };

  assert.deepEqual(fillAll(TRACER, values), {
    href: 'https://tracer.example.com:8443/trace/a%2Fb%3Fc%23d?from=x%26y%3D%C3%BC%20%22#%3C1%3E',
    host: 'tracer.example.com:8443',
  });
  assert.equal(fillAll('https://Wiki.example.com', {})?.href, 'https://wiki.example.com/');
  assert.equal(fillAll('https://a.b/{x y}', { 'x y': '1' })?.href, 'https://a.b/1');
  assert.equal(fillAll('https://a.b/{ü}-{ü}', { ü: '1' })?.href, 'https://a.b/1-1');
});

test('a missing, empty, long or unreadable value gives no link', () => {
  const template = 'https://a.b/{x}';
  for (const value of ['', 'a\nb', 'a\0', '\u0085', '\ud800', 'a\udc00b', 'x'.repeat(2_001)]) {
    assert.equal(fillAll(template, { x: value }), undefined, JSON.stringify(value));
  }
  assert.equal(fillAll(template, {}), undefined);
  assert.equal(fillAll(template, { x: 'x'.repeat(2_000) })?.href.length, 2_012);
});

test('no value leads to another host, scheme or folder', () => {
  const template = 'https://a.example.com/trace/{x}/view';
  const hostile = [
    '.',
    '..',
    '//evil.example',
    '@evil.example',
    String.raw`\\evil.example`,
    'javascript:alert(1)',
    'https://evil.example/',
    '%2e%2e',
    '../../..',
    '%00',
    '?x',
    '#x',
    ':443@evil.example',
    '\u202Eevil',
    '。。',
  ];
  for (const value of hostile) {
    const link = fillAll(template, { x: value });
    if (value === '.' || value === '..') {
      assert.equal(link, undefined);
      continue;
    }
    const { origin, pathname, search, hash } = new URL(link?.href ?? '');
    assert.deepEqual([origin, search, hash], ['https://a.example.com', '', ''], value);
    assert.match(pathname, /^\/trace\/[^/]+\/view$/, value);
    assert.equal(link?.host, 'a.example.com');
  }
  assert.equal(fillAll('https://a.b/{x}{y}', { x: '.', y: '.' }), undefined);
  assert.equal(fillAll('https://a.b/.{x}', { x: '.' }), undefined);
  assert.equal(fillAll('https://a.b/%2e{x}', { x: '.' }), undefined);
});

test('a template names its host and uses https', () => {
  const refused = [
    '',
    'http://a.b/{x}',
    'javascript:alert(1)',
    '//a.b/{x}',
    ' https://a.b/',
    'HTTPS://a.b',
    'https:///{x}',
    'https://{host}/x',
    'https://a.{x}/x',
    'https://a.b{x}/',
    'https://a.b:{port}/',
    'https://user@a.b/{x}',
    'https://user:{x}@a.b/',
    String.raw`https://a.b\@c.d/{x}`,
    String.raw`https://a.b/\{x}`,
    'https://аpple.example/{x}',
    'https://a.b/{x',
    'https://a.b/x}',
    'https://a.b/{}',
    'https://a.b/{{x}}',
    'https://a.b/ü',
    'https://a.b/x y',
    'https://a.b/\nx',
    'https://a.b/../{x}',
    'https://a.b/%2E%2e/{x}',
    'https://a.b:99999/',
    'https://.../',
    'https://[::1/',
    'https://256.1.1.1/',
  ];
  for (const template of refused) {
    assert.notEqual(linkTemplateProblem(template), undefined, template);
    assert.equal(fillAll(template, { x: 'x', host: 'a.b', port: '1' }), undefined, template);
  }
  for (const template of [
    TRACER,
    'https://a.b',
    'https://a.b:8443?x={x}',
    'https://[::1]:8443/{x}',
    'https://xn--pple-43d.example/{x}#{y.z}',
    'https://localhost/a.b/..c/{x}',
  ]) {
    assert.equal(linkTemplateProblem(template), undefined, template);
  }
});

test('the host that is shown is the one that browsers open', () => {
  assert.equal(fillAll('https://2130706433/{x}', { x: '1' })?.host, '127.0.0.1');
  assert.equal(fillAll('https://EXAMPLE.com:443/{x}', { x: '1' })?.host, 'example.com');
});
