import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../../../test/support/limits.ts';
import { EXAMPLE_PLACES } from '../../../../../test/support/example-places.ts';
import { fakeSearch } from '../../../../../test/support/search/fake-search.ts';
import { runSearch } from '../../run-search.ts';

const QUERY = '* | iplocation client_ip | table City';

test('without a database the command is refused at its place', async () => {
  const { needs, actor, signal } = fakeSearch([[{ address: '10.0.0.5' }]]);

  const message =
    '`iplocation` requires a location database, and this server has none. Set XPLAIN_GEOIP_FILE.';
  await assert.rejects(runSearch(needs, actor, { query: QUERY }, signal), {
    code: 'QUERY_SYNTAX_ERROR',
    facts: { details: [{ path: 'query', message, position: 4 }] },
  });
});

test('one address more than are located is left out, and the answer says so', async () => {
  const max = LIMITS.query.locatedAddressesMax;
  const located: (readonly string[])[] = [];
  const geoip = {
    locate: async (addresses: readonly string[], language: string) => {
      located.push(addresses);
      return EXAMPLE_PLACES.locate(addresses, language);
    },
  };
  const reported = Array.from({ length: max + 1 }, (_, i) => ({
    address: `10.0.${i >> 8}.${i & 255}`,
  }));
  const full = fakeSearch([reported.slice(1), []], { geoip });
  const over = fakeSearch([reported, []], { geoip });

  const whole = await runSearch(full.needs, full.actor, { query: QUERY }, full.signal);
  const cut = await runSearch(over.needs, over.actor, { query: QUERY }, over.signal);

  assert.deepEqual(whole.data.limits_applied, []);
  assert.deepEqual(
    cut.data.limits_applied.map(({ limit, max: most }) => [limit, most]),
    [['locatedAddressesMax', max]],
  );
  assert.deepEqual(
    located.map(({ length }) => length),
    [max, max],
  );
});
