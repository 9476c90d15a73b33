import assert from 'node:assert/strict';
import { test } from 'node:test';
import { organizationId } from '../../base/ids.ts';
import { silentLog } from '../../base/log.ts';
import { openSecrets } from './open-secrets.ts';
import { type KeptSecret, renewSecrets, type SecretKeeper } from './renew-secrets.ts';

const OLD = 'the secret of last year, thirty-two characters';
const NEW = 'the secret of this year, thirty-two characters';
const FORGOTTEN = 'a secret that nobody remembers, so many letters';

function placeOf(row: string) {
  return { organization: organizationId('org_A'), purpose: 'test', row };
}

/** Rows in memory, ordered by name. */
function keeperOf(rows: Map<string, string>): SecretKeeper {
  return {
    readStale: async (prefix, after, max) =>
      [...rows]
        .filter(([row, kept]) => !kept.startsWith(prefix) && row > (after?.row ?? ''))
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .slice(0, max)
        .map(([row, kept]): KeptSecret => ({ place: placeOf(row), kept })),
    replace: async ({ place, kept }, renewed) => {
      if (rows.get(place.row) !== kept) return;
      rows.set(place.row, renewed);
    },
  };
}

test('everything is renewed, page by page, and what no key opens neither stops it nor is lost', async () => {
  const old = openSecrets({ secret: OLD, previous: undefined });
  const forgotten = openSecrets({ secret: FORGOTTEN, previous: undefined });
  const rows = new Map<string, string>();
  for (let at = 0; at < 250; at++) {
    const row = `row ${String(at).padStart(3, '0')}`;
    rows.set(row, (at === 99 ? forgotten : old).encryptSecret(placeOf(row), row));
  }
  const lost = rows.get('row 099');
  const secrets = openSecrets({ secret: NEW, previous: OLD });

  const first = await renewSecrets({ secrets, log: silentLog }, keeperOf(rows));
  const second = await renewSecrets({ secrets, log: silentLog }, keeperOf(rows));

  assert.deepEqual(first, { renewed: 249, unreadable: 1 });
  assert.deepEqual(second, { renewed: 0, unreadable: 1 });
  assert.equal(rows.get('row 099'), lost);
  const alone = openSecrets({ secret: NEW, previous: undefined });
  for (const [row, kept] of rows) {
    if (row !== 'row 099') assert.equal(alone.decryptSecret(placeOf(row), kept), row);
  }
});

test('a stop is heeded', async () => {
  const old = openSecrets({ secret: OLD, previous: undefined });
  const rows = new Map([['a', old.encryptSecret(placeOf('a'), 'text')]]);
  const secrets = openSecrets({ secret: NEW, previous: OLD });

  const count = await renewSecrets(
    { secrets, log: silentLog },
    keeperOf(rows),
    AbortSignal.abort(),
  );

  assert.deepEqual(count, { renewed: 0, unreadable: 0 });
});
