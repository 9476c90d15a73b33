/** What a search reports to have read tells nothing of other organizations: neither their rows nor their values. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { onBothEngines } from '../../../test/support/search/on-both-engines.ts';
import { openSearch } from '../../../test/support/search-under-test.ts';
import { organizationId } from '../../base/ids.ts';
import { MINUTE_MS } from '../../spec/units.ts';
import { noWork } from './ask-store.ts';
import { runSearch, type SearchInput } from './index.ts';

const OWN = 28;
const OTHERS = 3_000;

onBothEngines((engine) => {
  const now = Date.UTC(2026, 10, 15);
  const opened = openSearch({ now, engine });
  const { signal } = new AbortController();
  after(async () => {
    await (await opened)[Symbol.asyncDispose]();
  });

  const written = opened.then(async (search) => {
    // Between those of neighbours, so that they lie in the same pieces of the store.
    for (const organization of ['org_a', 'org_test', 'org_z']) {
      const count = organization === 'org_test' ? OWN : OTHERS;
      await search.insert(
        Array.from({ length: count }, (_, i) => ({
          organization: organizationId(organization),
          timestamp: now - 1_000 * (i + 1),
          body: `line ${i}`,
          userId: `${organization === 'org_test' ? 'own' : 'victim'}-${i}`,
        })),
      );
    }
  });

  async function statsOf(query: string, input: SearchInput = {}, organization = 'org_test') {
    await written;
    const { needs, actorOf } = await opened;
    const { data } = await runSearch(needs, actorOf(organization), { ...input, query }, signal);
    const { scannedRows, scannedBytes } = data.stats;
    return { scannedRows, scannedBytes, estimated: data.explain?.estimatedRows };
  }

  test('the rows of the organization in the range are reported, whatever others have', async () => {
    const all = await statsOf('*');
    assert.equal(all.scannedRows, OWN);
    assert.ok(all.scannedBytes > 0);

    for (const query of [
      'user_id=victim-471',
      'user_id=victim-4711111',
      'user_id=own-3',
      '"line 2999"',
      '"line 99999"',
      'line | stats count by user_id',
      '* | stats count',
      '* | timechart count',
      'user_id=victim-1* | head 1',
    ]) {
      assert.deepEqual(await statsOf(query), all, query);
    }
    assert.equal((await statsOf('* | head 3', {}, 'org_a')).scannedRows, OTHERS);
    assert.equal((await statsOf('*', {}, 'org_nobody')).scannedRows, 0);
  });

  test('so is what a query is expected to read', async () => {
    for (const query of ['user_id=victim-471', 'user_id=victim-4711111', '*']) {
      assert.equal((await statsOf(query, { explain: true })).estimated, OWN, query);
    }
  });

  test('whole minutes of the range count', async () => {
    // The newest minute has the events of 1 to 28 seconds ago.
    const input = { earliest: new Date(now - 5 * MINUTE_MS).toISOString() };
    const late = { ...input, latest: new Date(now - MINUTE_MS).toISOString() };

    assert.equal((await statsOf('*', input)).scannedRows, OWN);
    assert.equal((await statsOf('*', late)).scannedRows, 0);
    assert.equal((await statsOf('*', late, 'org_a')).scannedRows, 4 * 60);
  });

  test('and while a search runs, how far it is', async () => {
    await written;
    const { needs, actorOf } = await opened;
    for (const query of ['user_id=victim-471', 'user_id=victim-4711111']) {
      const watched = noWork();
      await runSearch(needs, actorOf('org_test'), { query }, signal, watched);
      assert.deepEqual([watched.rows, watched.rowsExpected], [OWN, OWN], query);
    }
  });
});
