/** lookup, inputlookup and outputlookup on a real store. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSearch, type SearchUnderTest } from '../../../../../test/support/search-under-test.ts';
import { LIMITS } from '../../../../spec/limits.ts';

const NOW = Date.UTC(2026, 0, 31, 12);
const { lookupMatchesMax } = LIMITS.query;
let tested: SearchUnderTest;

before(async () => {
  tested = await openSearch({
    now: NOW,
    permissions: ['lookups:write'],
    lookups: {
      teams: [
        'service,team,contact,cost',
        'checkout,payments,pay@example.com,12',
        'auth,identity,,7',
        ',nobody,none@example.com,0',
      ],
      hosts: ['host,zone,owner', 'web-1,a,ada', 'web-1,b,bob', 'web-1,b,', 'web-2,a,eve'],
      routes: ['host,zone,rack', 'web-1,a,r1', 'web-1,b,r2'],
      empty: ['service,team'],
      wide: ['k,c1,c2,c3,c4,c5,c6,c7,c8,c9,c10', 'checkout,1,2,3,4,5,6,7,8,9,10'],
      many: ['k,v', ...Array.from({ length: lookupMatchesMax }, (_, i) => `checkout,v${i}`)],
      more: ['k,v', ...Array.from({ length: lookupMatchesMax + 1 }, (_, i) => `checkout,v${i}`)],
      keys: ['service'],
    },
  });
  const event = (agoMs: number, body: string, ...attributes: (readonly [string, string])[]) => ({
    timestamp: NOW - agoMs,
    body,
    attributes,
  });
  await tested.insert([
    event(1_000, 'one', ['service', 'checkout'], ['host', 'web-1'], ['zone', 'b']),
    event(2_000, 'two', ['service', 'auth'], ['host', 'web-2'], ['team', 'kept']),
    event(3_000, 'three', ['service', 'Checkout'], ['host', 'web-9'], ['zone', 'a']),
    event(4_000, 'four', ['contact', 'old@example.com']),
  ]);
});
after(() => tested[Symbol.asyncDispose]());

test('OUTPUT overwrites, and clears where the table has nothing', async () => {
  assert.deepEqual(
    await tested.rows(
      '* | lookup teams service OUTPUT team, contact AS mail | table event, team, mail',
    ),
    [
      { event: 'one', team: 'payments', mail: 'pay@example.com' },
      { event: 'two', team: 'identity', mail: null },
      { event: 'three', team: null, mail: null },
      { event: 'four', team: null, mail: null },
    ],
  );
});

test('OUTPUTNEW fills only what is missing', async () => {
  assert.deepEqual(
    await tested.rows(
      '* | lookup teams service OUTPUTNEW team, contact | table event, team, contact',
    ),
    [
      { event: 'one', team: 'payments', contact: 'pay@example.com' },
      { event: 'two', team: 'kept', contact: null },
      { event: 'three', team: null, contact: null },
      { event: 'four', team: null, contact: 'old@example.com' },
    ],
  );
});

test('without a clause every column that is no key is added, and numbers show as numbers', async () => {
  assert.deepEqual(
    await tested.rows('event=one | lookup teams service | table service, team, contact, cost'),
    [{ service: 'checkout', team: 'payments', contact: 'pay@example.com', cost: 12 }],
  );
  assert.deepEqual(await tested.rows('event=one | lookup keys service | table service'), [
    { service: 'checkout' },
  ]);
});

test('a key can have another name in the events', async () => {
  assert.deepEqual(
    await tested.rows(
      'event=one | eval app=service | lookup teams service AS app OUTPUT team AS owner | table owner',
    ),
    [{ owner: 'payments' }],
  );
});

test('several rows of a key make a field of several values', async () => {
  assert.deepEqual(
    await tested.rows(
      '* | lookup hosts host OUTPUT zone AS zones, owner | table event, zones, owner',
    ),
    [
      { event: 'one', zones: ['a', 'b', 'b'], owner: ['ada', 'bob'] },
      { event: 'two', zones: 'a', owner: 'eve' },
      { event: 'three', zones: null, owner: null },
      { event: 'four', zones: null, owner: null },
    ],
  );
});

test('all of several keys have to fit', async () => {
  assert.deepEqual(
    await tested.rows('* | lookup routes host, zone OUTPUT rack | table event, rack'),
    [
      { event: 'one', rack: 'r2' },
      { event: 'two', rack: null },
      { event: 'three', rack: null },
      { event: 'four', rack: null },
    ],
  );
});

test('every value of a field that has several is looked up', async () => {
  assert.deepEqual(
    await tested.rows(
      'event=one | eval names=split("auth,none,checkout", ",") | lookup teams service AS names OUTPUT team, cost | table team, cost',
    ),
    [{ team: ['identity', 'payments'], cost: ['7', '12'] }],
  );
});

test('a table without rows finds nothing, and one with many columns is found in one go', async () => {
  assert.deepEqual(await tested.rows('event=one | lookup empty service | table event, team'), [
    { event: 'one', team: null },
  ]);
  const [row] = await tested.rows('event=one | lookup wide k AS service | table c1, c9, c10');
  assert.deepEqual(row, { c1: 1, c9: 9, c10: 10 });
});

test('a key whose row has no value counts as not found, wherever the field is used', async () => {
  const found = '* | lookup teams service OUTPUT contact AS mail';

  assert.deepEqual(await tested.rows(`${found} | stats count BY mail`), [
    { mail: 'pay@example.com', count: 1 },
  ]);
  assert.deepEqual(await tested.rows(`${found} | stats count(mail) AS n, dc(mail) AS d`), [
    { n: 1, d: 1 },
  ]);
  assert.deepEqual(await tested.rows(`${found} | search mail=* | table event`), [{ event: 'one' }]);
  assert.deepEqual(await tested.rows(`${found} | search NOT mail=* | stats count`), [{ count: 3 }]);
  assert.deepEqual(await tested.rows(`${found} | search mail!=x | table event`), [
    { event: 'one' },
  ]);
  assert.deepEqual(await tested.rows(`${found} | dedup mail | table event`), [{ event: 'one' }]);
  assert.deepEqual(await tested.rows(`${found} | top mail | table mail, count`), [
    { mail: 'pay@example.com', count: 1 },
  ]);
});

test('what a lookup gives can be counted, filtered, sorted and looked up again', async () => {
  assert.deepEqual(
    await tested.rows(
      '* | lookup teams service OUTPUT team | where isnotnull(team) | stats count BY team | sort -team',
    ),
    [
      { team: 'payments', count: 1 },
      { team: 'identity', count: 1 },
    ],
  );
  assert.deepEqual(
    await tested.rows(
      'event=one | lookup hosts host OUTPUT owner | lookup teams team AS owner OUTPUT cost | search owner=bob | table owner, cost',
    ),
    [{ owner: ['ada', 'bob'], cost: null }],
  );
});

test('as many rows of a key are taken as are promised, and one more is told', async () => {
  const all = await tested.search('event=one | lookup many k AS service | table v');
  const cut = await tested.search('event=one | lookup more k AS service | table v');

  const values = (each: typeof all): unknown => each.data.rows[0]?.['v'];
  assert.equal((values(all) as string[]).length, lookupMatchesMax);
  assert.equal(all.data.truncated, false);
  assert.equal((values(cut) as string[]).length, lookupMatchesMax);
  assert.deepEqual(
    cut.data.limits_applied.map(({ limit, max }) => ({ limit, max })),
    [{ limit: 'lookupMatches', max: lookupMatchesMax }],
  );
});

test('pages of events go on behind a lookup', async () => {
  const query = '* | lookup teams service OUTPUT team';
  const first = await tested.search(query, { limit: 1 });
  const second = await tested.search(query, { limit: 1, cursor: String(first.nextCursor) });

  assert.equal(first.data.rows[0]?.['team'], 'payments');
  assert.equal(second.data.rows[0]?.['team'], 'identity');
});

test('inputlookup gives the rows in their order, filtered, skipped and cut', async () => {
  assert.deepEqual(await tested.rows('| inputlookup teams | table service, cost'), [
    { service: 'checkout', cost: 12 },
    { service: 'auth', cost: 7 },
    { service: null, cost: 0 },
  ]);
  assert.deepEqual(await tested.rows('| inputlookup teams WHERE team=*ent* | table team'), [
    { team: 'payments' },
    { team: 'identity' },
  ]);
  assert.deepEqual(await tested.rows('| inputlookup start=1 max=1 teams | table team'), [
    { team: 'identity' },
  ]);
  assert.deepEqual(await tested.rows('| inputlookup empty'), []);
  assert.equal((await tested.search('| inputlookup more', { limit: 5 })).data.truncated, true);
});

test('inputlookup adds its rows behind others, and to a subsearch', async () => {
  assert.deepEqual(
    await tested.rows(
      '* | stats count BY service | inputlookup append=true max=1 teams | table service, count, team',
    ),
    [
      { service: 'Checkout', count: 1, team: null },
      { service: 'auth', count: 1, team: null },
      { service: 'checkout', count: 1, team: null },
      { service: 'checkout', count: null, team: 'payments' },
    ],
  );
  assert.deepEqual(await tested.rows('| inputlookup append=true max=1 teams | table team'), [
    { team: 'payments' },
  ]);
  assert.deepEqual(
    await tested.rows('[| inputlookup teams WHERE cost>10 | fields service] | table event'),
    [{ event: 'one' }, { event: 'three' }],
  );
});

test('an unknown table or column is refused at its place, with the nearest one', async () => {
  await assert.rejects(tested.search('* | lookup tems service'), {
    code: 'QUERY_SYNTAX_ERROR',
    message: 'No such lookup table: “tems”. Did you mean “teams”?',
    facts: {
      details: [
        {
          path: 'query',
          message: 'No such lookup table: “tems”. Did you mean “teams”?',
          position: 4,
        },
      ],
    },
  });
  await assert.rejects(tested.search('| inputlookup zzzzzzzz'), {
    message: 'No such lookup table: “zzzzzzzz”.',
  });
  await assert.rejects(tested.search('* | lookup teams service OUTPUT taem'), {
    message: 'The lookup table “teams” has no column “taem”. Did you mean “team”?',
  });
  await assert.rejects(tested.search('* | lookup teams nothing_like_it'), {
    message:
      'The lookup table “teams” has no column “nothing_like_it”. It has “service”, “team”, “contact”, “cost”.',
  });
});

test('the statement says how it reads, without a value of the table in it', async () => {
  const { data } = await tested.search('* | lookup teams service OUTPUT team', { explain: true });

  assert.equal(data.explain?.query, 'search *\n| lookup teams service OUTPUT team');
});
