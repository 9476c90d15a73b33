/** What an answer says about itself, over HTTP: every advice of the language, and what asking for it costs. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { LIMITS } from '../../../../test/support/limits.ts';
import { openTestStore } from '../../../../test/support/open-test-store.ts';
import { startSearch } from '../../../../test/support/start-search.ts';
import { AppError } from '../../../base/errors.ts';
import { bind } from '../../../engines/store/sql.ts';
import type { LogStore } from '../../../engines/store/store.ts';
import type { LINTS } from '../../../language/index.ts';
import type { Limits } from '../../../spec/limits.ts';
import { openCardinality } from '../cardinality/open-cardinality.ts';
import { searchRoutes } from '../routes.ts';
import type { SearchResult } from '../run-search.ts';
import type { SearchNeeds } from '../search-needs.ts';
import type { Warning } from './advise.ts';
import { createFieldMemory } from './field-memory.ts';

const store = await openTestStore();

const EVENTS = [
  ...Array.from({ length: 6 }, (_, i) => ({
    agoMs: 1_000 + i,
    body: `payment failed ${i}`,
    level: 'error',
    fields: { host: `web-${i % 2}`, status: '500', path: '/pay' },
  })),
  ...Array.from({ length: 4 }, (_, i) => ({
    agoMs: 2_000 + i,
    body: 'checkout done',
    level: 'info',
    fields: { service: 'shop' },
  })),
];

async function start(
  t: TestContext,
  limits: Limits = LIMITS,
  around: Partial<LogStore> = {},
  further: (needs: SearchNeeds) => Partial<SearchNeeds> = () => ({}),
) {
  let statements = 0;
  const counted = {
    ...store,
    query: (...given: Parameters<LogStore['query']>) => {
      statements += 1;
      return store.query(...given);
    },
    ...around,
  };
  const search = await startSearch(
    t,
    counted,
    (app, needs) =>
      searchRoutes(app, {
        ...needs,
        fieldMemory: createFieldMemory({ clock: needs.clock }),
        ...further(needs),
      }),
    { limits },
  );
  const { id, owner } = await search.access.newOrganization();
  await search.write(id, EVENTS);
  const ask = (query: string, more: Readonly<Record<string, string>> = {}) =>
    search.call(`GET /api/v1/search?${new URLSearchParams({ query, ...more }).toString()}`, {
      as: owner,
    });
  const read = async (query: string, more = {}): Promise<SearchResult> => {
    const answer = await ask(query, more);
    assert.equal(answer.status, 200, answer.text);
    return answer.body.data as SearchResult;
  };
  const advice = async (query: string): Promise<Warning[]> => (await read(query)).warnings;
  const cost = async (query: string): Promise<number> => {
    statements = 0;
    await read(query);
    return statements;
  };
  return { ...search, id, owner, ask, read, advice, cost };
}

function repaired(query: string, { fix }: Warning): string {
  return fix === undefined ? query : query.slice(0, fix.start) + fix.text + query.slice(fix.end);
}

/** A query for every advice there is, with words of its sentence. */
const MET: Readonly<Record<keyof typeof LINTS, readonly [query: string, says: RegExp]>> = {
  'or-precedence': ['payment failed OR done', /OR has higher precedence/],
  'not-equal': ['status!=200', /excludes events without `status`/],
  'lowercase-operator': ['failed or done', /upper case/],
  'leading-wildcard': ['*ailed', /starts with a wildcard/],
  'escaped-star': ['C:\\temp\\*', /is a literal asterisk/],
  'curly-quotes': ['“payment failed”', /straight quotes/],
  'colon-term': ['host:web-1', /To compare a field, use =/],
  'minus-term': ['payment -done', /To exclude events, use NOT/],
  'missing-pipe': ['stats count by host', /add a pipe before it/],
  'quoted-field': ['* | where "status"="500"', /For the field, use status/],
  'unknown-field': ['* | where level=error', /Put strings in double quotes/],
  'dotted-name': ['* | eval x=host.path', /put spaces around the dot/],
  'hyphen-name': ['* | eval x=host-path', /is a subtraction/],
  'bare-literal': ['* | eval x=null', /is parsed as a field/],
  'count-star': ['* | table host, path | stats count(*)', /counts each field/],
  'sort-limit': ['* | sort host', /sort 0/],
  'row-order': ['* | streamstats count', /newest to oldest/],
  'dedup-text': ['* | dedup event', /rarely identical/],
  'future-latest': ['* latest=+1d', /into the future/],
  'empty-range': ['_index_earliest=+1h', /ends before it starts/],
  'multivalue-not-equal': [
    '* | stats values(host) AS hosts BY path | search hosts!=web-1',
    /several values/,
  ],
  'rows-dropped': ['* | stats count BY host', /4 rows without `host` are excluded/],
  'many-values': [
    '* | stats count BY request_id',
    /`request_id` has about 11 distinct values \(estimated\)\. At most 10 are recommended/,
  ],
  'subsearch-cut': ['[search host=* | fields host]', /Only the first 3 rows of the subsearch/],
  'read-otherwise': ['* | makemv setsv=true host', /has no effect here/],
  'no-word-hit': ['ailed', /also matches parts of words/],
};

test('every documented advice can be met', async (t) => {
  const cut = {
    ...LIMITS,
    query: { ...LIMITS.query, subsearchRowsMax: 3 },
    cardinality: { ...LIMITS.cardinality, attributeValuesMax: 10 },
  } as unknown as Limits;
  let cardinality: SearchNeeds['cardinality'];
  const { advice, write, id, owner } = await start(t, cut, {}, (needs) => ({
    cardinality: (cardinality = openCardinality(needs)),
  }));
  const ids = Array.from({ length: 11 }, (_, i) => ({
    fields: { request_id: `r-${i}`, host: 'web-0' },
  }));
  await write(
    id,
    ids.map((event) => ({ agoMs: 3_000, body: 'request', ...event })),
  );
  await cardinality?.read(owner.actor);

  for (const [code, [query, says]] of Object.entries(MET)) {
    const found = (await advice(query)).filter((each) => each.code === code);
    assert.ok(found.length > 0, `${code}: ${query}`);
    assert.match(found[0]?.message ?? '', says, query);
  }
});

test('what finds nothing because of a name is told which name was meant', async (t) => {
  const { advice, read } = await start(t);

  for (const [query, says, better] of [
    ['* | stats count by hsot', /No event in the time range has a field `hsot`.*`host`/, undefined],
    [
      'sourcetype=nginx',
      /No event in the time range has a field `sourcetype`.*`source`/,
      'source=nginx',
    ],
    ['hsot=web-1', /`hsot`.*`host`/, 'host=web-1'],
    ['host:web-1', /To compare a field, use =/, 'host=web-1'],
    ['* | where level=error', /Put strings in double quotes/, '* | where level="error"'],
    ['hsot=web-1 | stats count', /`hsot`.*`host`/, 'host=web-1 | stats count'],
    ['* | top hsot', /`hsot`.*`host`/, '* | top host'],
    ['* | timechart span=1h avg(stauts)', /`stauts`.*`status`/, undefined],
    ['severity=error', /`severity`.*`level`/, 'level=error'],
    ['NOT hsot=web-1', /`hsot`.*`host`/, 'NOT host=web-1'],
    ['* | stats count by host | table hosts', /Unknown field `hosts`.*`host`/, undefined],
  ] as const) {
    const [first] = (await advice(query)).filter(({ code }) =>
      ['unknown-field', 'colon-term'].includes(code),
    );
    assert.match(first?.message ?? '', says, query);
    assert.ok(first, query);
    if (better !== undefined) assert.equal(repaired(query, first), better);
    const after = await read(repaired(query, first));
    const still = after.warnings.filter(({ code }) => code === 'unknown-field');
    assert.deepEqual(still, [], query);
  }
});

test('what is known is told nothing about', async (t) => {
  const { advice } = await start(t);

  for (const query of [
    'host=web-1',
    'level=error host=web-*',
    '* | stats count by level',
    'host=* | stats count by host',
    '* | rex "payment (?<what>\\w+)" | stats count by what | where what="failed"',
    '* | eval long=len(event) | where long>100',
    'status=404 earliest=-30d@d latest=-20d@d',
    'nothing=here OR level=error | head 1 | fields - nothing | where 1=2 OR path="/pay"',
  ]) {
    const codes = (await advice(query)).map(({ code }) => code);
    assert.deepEqual(
      codes.filter((code) => code !== 'rows-dropped' && code !== 'unknown-field'),
      [],
      query,
    );
  }
  const unknown = (await advice('status=404 host=web-1')).map(({ code }) => code);
  assert.deepEqual(unknown, []);
});

test('rows that BY leaves out are counted, for each field, and can be shown', async (t) => {
  const { advice, read } = await start(t);
  const messages = async (query: string): Promise<string[]> =>
    (await advice(query)).filter(({ code }) => code === 'rows-dropped').map((each) => each.message);

  assert.deepEqual(await messages('* | stats count BY service'), [
    '6 rows without `service` are excluded.',
  ]);
  assert.deepEqual(await messages('* | stats count BY host, service'), [
    '4 rows without `host` are excluded.',
    '6 rows without `service` are excluded.',
  ]);
  assert.deepEqual(await messages('* | chart count OVER host BY level'), [
    '4 rows without `host` are excluded.',
  ]);
  assert.deepEqual(await messages('| tstats count BY host'), [
    '4 rows without `host` are excluded.',
  ]);
  assert.deepEqual(await messages('* | head 8 | stats dc(path) BY host | sort host'), [
    '2 rows without `host` are excluded.',
  ]);
  assert.deepEqual(await messages('* | stats count BY level, source, index'), []);
  assert.deepEqual(await messages('host=* | stats count BY host'), []);

  const query = '* | stats count BY service';
  const [drop] = await advice(query);
  assert.ok(drop);
  assert.equal(
    repaired(query, drop),
    '* | fillnull value="(none)" service | stats count BY service',
  );
  const { rows } = await read(repaired(query, drop));
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [
      { service: '(none)', count: 6 },
      { service: 'shop', count: 4 },
    ],
  );
});

test('a look says how far it reached', async (t) => {
  const limited = (adviceEventsMax: number): Limits => ({
    ...LIMITS,
    query: { ...LIMITS.query, adviceEventsMax },
  });
  const slow = {
    query: (...given: Parameters<LogStore['query']>) =>
      /AS .?f0\b/.test(bind(given[0]).text)
        ? Promise.reject(new AppError('QUERY_TIMEOUT', 'too long'))
        : store.query(...given),
  };
  const messages = async (limits: Limits, around: Partial<LogStore> = {}): Promise<string[]> => {
    const { advice } = await start(t, limits, around);
    return (await advice('service=nope nope=1')).map(({ message }) => message);
  };

  // The newest six events have no service, the others do.
  assert.deepEqual(await messages(limited(6), slow), [
    'None of the newest 6 events in the time range has a field `service`.',
    'None of the newest 6 events in the time range has a field `nope`.',
  ]);
  const exact = ['No event in the time range has a field `nope`.'];
  assert.deepEqual(await messages(limited(6)), exact);
  assert.deepEqual(await messages(limited(11), slow), exact);
});

test('an answer that leaves nothing open costs one statement', async (t) => {
  const { cost } = await start(t);

  for (const query of [
    '*',
    'level=error',
    'host=web-1 status>=500',
    'payment failed',
    'level=error | stats count by level',
    'host=web-1 | stats count',
    '* | timechart span=1h count',
    '* | top host',
    'status=500 | table host, status',
    'level=error | stats avg(status), max(status)',
    'host=web-1 | stats count by host',
  ]) {
    assert.equal(await cost(query), 1, query);
  }
  // One look at the fields; what it has seen is not looked for again.
  assert.equal(await cost('level=error | where status>=400'), 1, 'the rows show it');
  assert.equal(await cost('level=error | where status>=400 | stats count'), 2);
  assert.equal(await cost('level=error | where status>=400 | stats count'), 1);
  assert.equal(await cost('* | stats count by host'), 2);
  assert.equal(await cost('hsot=web-1'), 2);
  assert.equal(await cost('hsot=web-1'), 2);
});

test('an answer is not lost when nobody can say more about it', async (t) => {
  const failing = {
    query: (...given: Parameters<LogStore['query']>) =>
      bind(given[0]).text.includes('countIf(NOT')
        ? Promise.reject(new AppError('QUERY_TIMEOUT', 'too long'))
        : store.query(...given),
  };
  const { read } = await start(t, LIMITS, failing);

  const { rows, warnings } = await read('* | stats count BY host');
  assert.equal(rows.length, 2);
  assert.deepEqual(warnings, []);
});

test('a look that took too long is not tried again at once', async (t) => {
  let looks = 0;
  const slow = {
    query: (...given: Parameters<LogStore['query']>) => {
      if (!bind(given[0]).text.includes('AS pair')) return store.query(...given);
      looks += 1;
      return Promise.reject(new AppError('QUERY_TIMEOUT', 'too long'));
    },
  };
  const { read, access } = await start(t, LIMITS, slow);

  for (let i = 0; i < 3; i++) await read('level=error | where status>=400 | stats count');
  assert.equal(looks, 1);
  access.clock.advance(61_000);
  await read('level=error | where status>=400 | stats count', { latest: '+1h' });
  assert.equal(looks, 2);
  for (let i = 0; i < 2; i++) await read('nothing=here');
  assert.equal(looks, 4, 'who sees nothing is told why, if possible');
});

test('a query is explained while the store is away', async (t) => {
  const away = () => Promise.reject(new AppError('STORAGE_UNAVAILABLE', 'away'));
  const { read } = await start(t, LIMITS, { query: away });

  for (const query of [
    'level=error or timeout | stats count by host',
    'host=web-1 [search level=error | fields path]',
    '* | timechart count by host',
    '* | join host [search level=error]',
  ]) {
    const { explain, warnings } = await read(query, { explain: 'true' });
    assert.match(explain?.query ?? '', /search/);
    assert.equal(explain?.estimatedRows, undefined);
    if (query.includes(' or ')) assert.equal(warnings[0]?.code, 'lowercase-operator');
  }
});

test('advice and estimates are waited for no longer than their limits', async (t) => {
  const times = new Map<string, number>();
  const watching = {
    query: (...given: Parameters<LogStore['query']>) => {
      const [statement, options] = given;
      const { text } = bind(statement);
      const kind = text.includes('countIf(NOT') ? 'advice' : 'search';
      times.set(text.startsWith('EXPLAIN') ? 'explain' : kind, options?.timeoutMs ?? Infinity);
      return store.query(...given);
    },
  };
  const { adviceTimeoutMs, explainTimeoutMs } = LIMITS.query;
  const ask = async (limits: Partial<typeof LIMITS.query>) => {
    const { read } = await start(t, { ...LIMITS, query: { ...LIMITS.query, ...limits } }, watching);
    await read('* | stats count BY host');
    await read('*', { explain: 'true' });
    return [times.get('advice') ?? 0, times.get('explain') ?? 0, times.get('search') ?? 0] as const;
  };

  const [advice, explained, searched] = await ask({});
  assert.ok(advice > 100 && advice <= adviceTimeoutMs);
  assert.ok(explained > 1_000 && explained <= explainTimeoutMs);
  assert.ok(searched > explainTimeoutMs);
  const [less, lesser] = await ask({ adviceTimeoutMs: 100, explainTimeoutMs: 1_000 });
  assert.ok(less > 0 && less <= 100);
  assert.ok(lesser > 0 && lesser <= 1_000);
});
