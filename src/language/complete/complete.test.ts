import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../spec/limits.ts';
import { complete } from './complete.ts';
import type { CompletionSource } from './completion.ts';

const source: CompletionSource = {
  fields: ['status', 'http.status', 'user agent', 'host'],
  values: (field) => ({ status: ['200', '404'], host: ['web-1', 'web 2'] })[field] ?? [],
  indexes: ['main', 'web'],
  savedSearches: ['Failed payments'],
  lookups: ['hosts', 'teams'],
  macros: [
    { name: 'failed', arguments: ['service'], description: 'Errors of a service' },
    { name: 'web', arguments: [], description: '' },
  ],
};

/** The cursor is where the ‸ stands. */
function at(text: string): ReturnType<typeof complete> {
  return complete(text.replace('‸', ''), text.indexOf('‸'), source);
}

function labels(text: string): string[] {
  return at(text).items.map((item) => item.label);
}

/** The text after the suggestion with this label was taken. */
function taken(text: string, label: string): string {
  const { from, to, items } = at(text);
  const item = items.find((each) => each.label === label);
  assert.ok(
    item,
    `${label} is not offered at ${text}: ${items.map((each) => each.label).join(' ')}`,
  );
  const plain = text.replace('‸', '');
  return plain.slice(0, from) + item.apply + plain.slice(to);
}

test('behind a pipe stand commands', () => {
  assert.ok(labels('error | ‸').includes('stats'));
  assert.deepEqual(labels('error | tim‸'), ['timechart', 'timewrap']);
  assert.equal(taken('error | ti‸me count', 'timechart'), 'error | timechart  count');
  assert.ok(labels('error | nope x | st‸').includes('stats'));
  assert.ok(labels('a [search b | sta‸').includes('stats'));
  assert.ok(!labels('error | ‸').includes('status'));
});

test('in a search stand fields, bounds and operators', () => {
  assert.ok(labels('‸').includes('status'));
  assert.deepEqual(labels('error st‸').slice(0, 2), ['status', 'http.status']);
  assert.equal(taken('sta‸', 'status'), 'status=');
  assert.equal(taken('user‸', 'user agent'), '"user agent"=');
  assert.equal(taken('error ear‸', 'earliest'), 'error earliest=');
  assert.equal(taken('a O‸ b', 'OR'), 'a OR  b');
});

test('behind a field stand its values', () => {
  assert.deepEqual(labels('status=‸'), ['200', '404']);
  assert.deepEqual(labels('status=4‸'), ['404']);
  assert.equal(at('status=‸').valuesOf, 'status');
  assert.deepEqual(labels('status IN (200, ‸'), ['200', '404']);
  assert.equal(taken('host=w‸', 'web 2'), 'host="web 2"');
  assert.equal(taken('host="w‸', 'web 2'), 'host="web 2"');
  assert.equal(taken('host="we‸b"', 'web-1'), 'host="web-1"');
  assert.deepEqual(labels('index=‸'), ['main', 'web']);
  assert.deepEqual(labels('index IN (m‸'), ['main']);
  assert.equal(taken('* | where host="‸', 'web 2'), '* | where host="web 2"');
  assert.equal(taken('* | where status=‸', '404'), '* | where status="404"');
});

test('behind earliest and span stand times', () => {
  assert.ok(labels('earliest=‸').includes('-1h'));
  assert.deepEqual(labels('earliest=-1‸').slice(0, 2), ['-15m', '-1h']);
  assert.equal(taken('earliest=-1‸', '-1d@d'), 'earliest=-1d@d');
  assert.ok(labels('* | timechart span=‸').includes('5m'));
});

test('in expressions stand fields and functions', () => {
  assert.equal(taken('* | eval x=up‸', 'upper'), '* | eval x=upper(');
  assert.equal(taken('* | eval x=1+stat‸', 'status'), '* | eval x=1+status');
  assert.equal(taken('* | eval x=user‸', 'user agent'), "* | eval x='user agent'");
  assert.equal(taken('* | where isn‸', 'isnotnull'), '* | where isnotnull(');
  assert.equal(taken('* | eval x=no‸', 'now'), '* | eval x=now()');
  assert.ok(labels('* | eval x=if(‸').includes('status'));
});

test('statistics stand with their aggregations, clause words and fields', () => {
  assert.deepEqual(labels('* | stats cou‸'), ['count']);
  assert.equal(taken('* | stats av‸', 'avg'), '* | stats avg(');
  assert.ok(labels('* | stats perc‸').includes('perc95'));
  assert.ok(labels('* | stats count ‸').includes('BY'));
  assert.equal(taken('* | stats count B‸', 'BY'), '* | stats count BY ');
  assert.ok(labels('* | stats avg(‸').includes('status'));
  assert.ok(labels('* | stats count BY ‸').includes('host'));
  assert.ok(labels('* | chart count ‸').includes('OVER'));
  // A clause needs something in front of it.
  assert.ok(!labels('* | stats ‸').includes('BY'));
  assert.ok(labels('* | stats ‸').includes('count'));
  assert.ok(labels('* | replace a WITH b ‸').includes('IN'));
  assert.ok(!labels('* | replace ‸').includes('IN'));
});

test('options stand with their values', () => {
  assert.equal(taken('* | timechart li‸', 'limit'), '* | timechart limit=');
  assert.ok(!labels('* | timechart limit=5 ‸').includes('limit'));
  assert.deepEqual(labels('* | timechart useother=‸'), ['true', 'false']);
  assert.deepEqual(labels('* | join type=‸'), ['inner', 'left', 'outer']);
  assert.equal(taken('* | join ‸', '[search'), '* | join [search ');
  assert.ok(labels('* | convert ct‸').includes('ctime'));
});

test('fields are those that reach the command', () => {
  assert.deepEqual(labels('* | stats count AS n BY host | sort -‸'), ['host', 'n']);
  assert.deepEqual(labels('* | stats count BY host | where c‸').slice(0, 1), ['count']);
  assert.ok(labels('* | eval made=1 | table ma‸').includes('made'));
  assert.ok(labels('* | rex "(?<port>.)" | table po‸').includes('port'));
  assert.ok(!labels('* | table host | sort ‸').includes('status'));
  assert.ok(labels('* | table host, ‸').includes('status'));
  assert.ok(labels('* | table ‸').includes('status'));
  assert.ok(labels('* | fields - ‸').includes('status'));
  assert.equal(taken('* | sort -sta‸', 'status'), '* | sort -status');
  assert.equal(taken('* | table user‸', 'user agent'), '* | table "user agent"');
});

test('names of lookups and saved searches are offered', () => {
  assert.deepEqual(
    labels('| inputlookup ‸').filter((label) => source.lookups.includes(label)),
    ['hosts', 'teams'],
  );
  assert.ok(labels('* | lookup te‸').includes('teams'));
  assert.equal(taken('| savedsearch ‸', 'Failed payments'), '| savedsearch "Failed payments"');
  assert.equal(taken('| savedsearch "Fa‸', 'Failed payments'), '| savedsearch "Failed payments"');
});

test('nothing is offered in comments and in free text', () => {
  assert.deepEqual(labels('```sta‸'), []);
  assert.deepEqual(labels('```sta‸ x``` y'), []);
  assert.deepEqual(labels('"some sta‸'), []);
  assert.ok(labels('```done``` sta‸').includes('status'));
});

test('no more is offered than the limit, and any cursor is answered', () => {
  const many = Array.from({ length: LIMITS.query.completionsMax + 50 }, (_, index) => `f${index}`);
  const { items } = complete('f', 1, { ...source, fields: many });

  assert.equal(items.length, LIMITS.query.completionsMax);
  assert.equal(complete('abc', -5, source).from, 0);
  assert.ok(complete('abc', 99, source).to <= 3);
});

test('names and values tell how often they occur where somebody has counted', () => {
  const counted: CompletionSource = {
    ...source,
    fields: [{ text: 'status', count: 12_345 }, 'host'],
    values: () => [
      { text: '200', count: 12_000 },
      { text: '404', count: 1 },
    ],
  };
  const details = (text: string) =>
    complete(text, text.length, counted).items.map(({ label, detail }) => [label, detail]);

  assert.deepEqual(details('status='), [
    ['200', '12,000 events'],
    ['404', '1 event'],
  ]);
  assert.deepEqual(details('stat'), [['status', '12,345 events']]);
  assert.deepEqual(details('* | stats count by stat'), [['status', '12,345 events']]);
});

test('in backticks stand macros, until their arguments begin', () => {
  assert.deepEqual(labels('`fai‸'), ['failed(service)']);
  assert.ok(labels('error `‸').includes('ctime(field)'));
  assert.equal(taken('`fa‸', 'failed(service)'), '`failed(');
  assert.equal(taken('`w‸ level=error', 'web'), '`web` level=error');
  assert.equal(taken('`w‸eb` level=error', 'web'), '`web` level=error');
  assert.equal(taken('* | `fa‸iled(shop)`', 'failed(service)'), '* | `failed(shop)`');
  assert.deepEqual(labels('`failed(sh‸'), []);
  assert.deepEqual(labels('"`fai‸'), []);
  assert.ok(!labels('`web` st‸').includes('web'));
  assert.deepEqual(labels('```fai‸'), []);
});
