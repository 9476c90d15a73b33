import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../test/support/limits.ts';
import { compileGrok } from './compile-grok.ts';
import { GROK_PATTERNS } from './grok-table.ts';
import { RegexFault } from './read-regex.ts';

const limits = LIMITS.pipelines;

/** The fields that a pattern finds in a line. */
function find(pattern: string, line: string, definitions: Record<string, string> = {}) {
  const grok = compileGrok(pattern, definitions, limits);
  const groups = grok.pattern.regex.exec(line)?.groups;
  if (groups === undefined) return undefined;
  const found = [...grok.fields].map(([group, field]) => [field, groups[group]] as const);
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

test('every built-in pattern can be used', () => {
  for (const name of Object.keys(GROK_PATTERNS)) {
    assert.ok(compileGrok(`%{${name}:x}`, {}, limits).pattern.freeCharacters > 500, name);
  }
});

const WHOLE: readonly [name: string, good: readonly string[], bad: readonly string[]][] = [
  ['IP', ['10.0.0.1', '2001:db8::1', '::1', 'fe80::1:2'], ['10.0.0', 'a.b.c.d', 'x']],
  ['NUMBER', ['1', '-2.5', '+.5', '100.0'], ['', 'a', '1.', '.']],
  ['INT', ['0', '-17', '+4'], ['1.5', 'x']],
  ['WORD', ['abc_1'], ['a b', '']],
  ['UUID', ['123e4567-e89b-12d3-a456-426614174000'], ['123e4567']],
  ['QUOTEDSTRING', ['"a \\" b"', "'x'"], ['"a', 'a']],
  ['HOSTNAME', ['web-1.example.com'], ['-x', '']],
  ['MAC', ['00:1A:2b:3c:4d:5e'], ['00:1A']],
  ['PATH', ['/var/log/x.log', 'C:\\x\\y'], ['x']],
  ['URI', ['https://a.example:80/b/c?d=e', 'http://a'], ['a.example']],
  ['EMAILADDRESS', ['a.b+c@example.com'], ['a.example.com']],
  [
    'TIMESTAMP_ISO8601',
    ['2026-11-15T08:30:00.123Z', '2026-11-15 08:30:00,5+01:00', '2026-11-15T08:30'],
    ['2026-11-15', '15.11.2026'],
  ],
  ['HTTPDATE', ['10/Oct/2000:13:55:36 -0700'], ['10/10/2000']],
  ['SYSLOGTIMESTAMP', ['Nov 15 08:30:00', 'Nov  5 08:30:00'], ['Nov 5']],
  ['LOGLEVEL', ['INFO', 'warn', 'Warning', 'ERROR', 'err', 'CRITICAL'], ['hello', 'eRRor']],
];

for (const [name, good, bad] of WHOLE) {
  test(`${name} fits what it should, whole`, () => {
    const { regex } = compileGrok(`^%{${name}:x}$`, {}, limits).pattern;

    for (const text of good) assert.ok(regex.test(text), text);
    for (const text of bad) assert.ok(!regex.test(text), text);
  });
}

test('a line of a web server', () => {
  const line =
    '127.0.0.1 - frank [10/Oct/2000:13:55:36 -0700] "GET /a.gif HTTP/1.0" 200 2326 "http://x.example/" "Mozilla/4.08 [en]"';

  assert.deepEqual(find('%{COMBINEDAPACHELOG}', line), {
    clientip: '127.0.0.1',
    ident: '-',
    auth: 'frank',
    timestamp: '10/Oct/2000:13:55:36 -0700',
    verb: 'GET',
    request: '/a.gif',
    httpversion: '1.0',
    response: '200',
    bytes: '2326',
    referrer: 'http://x.example/',
    agent: 'Mozilla/4.08 [en]',
  });
  assert.equal(find('%{COMMONAPACHELOG}', line)?.['response'], '200');
  const odd = '::1 - - [10/Oct/2000:13:55:36 -0700] "\\x16\\x03" 400 -';
  assert.equal(find('%{COMMONAPACHELOG}', odd)?.['rawrequest'], '\\x16\\x03');
  assert.equal(find('%{COMBINEDAPACHELOG}', 'hello'), undefined);
});

test('a line of syslog', () => {
  const line = '<34>Oct 11 22:14:15 mymachine su[230]: failed for lonvick';

  assert.deepEqual(find('%{SYSLOGLINE}', line), {
    priority: '34',
    timestamp: 'Oct 11 22:14:15',
    logsource: 'mymachine',
    program: 'su',
    pid: '230',
    message: 'failed for lonvick',
  });
});

test('fields have dots, brackets and types as people write them, and plain groups count too', () => {
  const found = find(
    '%{IP:client.ip} %{WORD:[http][verb]} %{INT:ms:int} (?<rest>.*)',
    '1.2.3.4 GET 5 x',
  );

  assert.deepEqual(found, { 'client.ip': '1.2.3.4', 'http.verb': 'GET', ms: '5', rest: 'x' });
});

test('definitions of one’s own come before those that are built in', () => {
  const definitions = { ORDER: 'o-%{DIGITS}', DIGITS: '\\d+', WORD: '[a-c]+' };

  assert.deepEqual(find('%{ORDER:order} %{WORD:w}', 'o-17 abcd', definitions), {
    order: 'o-17',
    w: 'abc',
  });
});

const WRONG: readonly [pattern: string, message: RegExp, definitions?: Record<string, string>][] = [
  ['%{IPP:x}', /Unknown pattern IPP\. Did you mean IP/],
  ['%{constructor:x}', /sets no field/],
  ['%{TOSTRING:x}', /Unknown pattern TOSTRING/],
  ['%{IP}', /sets no field/],
  ['%{A:x}', /circular/, { A: '%{B}', B: '%{A}' }],
  ['%{A:x}', /more than one way/, { A: '(a+)+' }],
  ['%{A:x}', /too long/, { A: '%{B}%{B}%{B}%{B}', B: '%{C}%{C}%{C}%{C}', C: 'x'.repeat(500) }],
];

for (const [pattern, message, definitions = {}] of WRONG) {
  test(`${pattern} ${JSON.stringify(definitions).slice(0, 40)} is refused`, () => {
    assert.throws(
      () => compileGrok(pattern, definitions, limits),
      (error: unknown) => error instanceof RegexFault && message.test(error.message),
    );
  });
}

test('what is wrong with the pattern as a whole is told at its beginning', () => {
  const placeOf = (pattern: string, definitions: Record<string, string> = {}): number => {
    try {
      compileGrok(pattern, definitions, limits);
    } catch (error) {
      assert.ok(error instanceof RegexFault);
      return error.position;
    }
    return assert.fail('was taken');
  };

  assert.equal(placeOf('ab %{IP}'), 0);
  assert.equal(placeOf('ab %{A:x}', { A: 'x'.repeat(limits.patternCharactersMax) }), 0);
});
