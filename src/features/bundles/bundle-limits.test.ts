import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAccess } from '../../../test/support/open-access.ts';
import { startBundles } from '../../../test/support/start-bundles.ts';
import { checkBundle } from '../../contract/check-bundle.ts';
import { bodyKindOf } from '../../http/body-parser.ts';
import { LIMITS } from '../../../test/support/limits.ts';

const limits = LIMITS.bundles;
const SEARCH = { query: 'level=error' };

function problemsOf(more: object, bundle = 'shop'): readonly string[] {
  const checked = checkBundle({ xplain: 1, bundle, ...more });
  return checked.kind === 'bundle' ? [] : checked.problems.map(({ path }) => path);
}

function searches(count: number): object {
  const each = Array.from({ length: count }, (_, i) => [`s${i}`, SEARCH] as const);
  return { savedSearches: Object.fromEntries(each) };
}

test('a bundle has as many things, and names as long, as it may', () => {
  const key = 'k'.repeat(limits.keyCharactersMax);
  const env = (length: number) => ({
    channels: { ops: { kind: 'slack', url: { env: 'E'.repeat(length) } } },
  });

  assert.deepEqual(problemsOf(searches(limits.thingsMax)), []);
  assert.deepEqual(problemsOf(searches(limits.thingsMax + 1)), ['']);
  assert.deepEqual(problemsOf({ savedSearches: { [key]: SEARCH } }, key), []);
  assert.deepEqual(problemsOf({ savedSearches: { [`${key}k`]: SEARCH } }, `${key}k`), [
    'bundle',
    `savedSearches.${key}k`,
  ]);
  assert.deepEqual(problemsOf(env(limits.referenceCharactersMax)), []);
  assert.deepEqual(problemsOf(env(limits.referenceCharactersMax + 1)).length, 1);
});

test('a body may have more fields when it is a bundle', () => {
  assert.equal(bodyKindOf('bundle', LIMITS.http).bounds.jsonPartsMax, limits.fieldsMax);
});

test('secrets are as long, and deletions as many, as they may be', async (t) => {
  const access = await openAccess(t);
  const { apply, call, tryApply } = startBundles(t, access);
  const { owner } = await access.newOrganization('enterprise');
  const plan = (length: number) => {
    const body = {
      bundle: { xplain: 1, bundle: 'shop' },
      secrets: { 'env:A': 'x'.repeat(length) },
    };
    return call('POST /api/v1/config/plan', { as: owner, body });
  };
  const owned = 5 * limits.deletesMax;
  const of = (count: number) => ({ xplain: 1, bundle: 'shop', ...searches(count) });
  await apply(owner, of(owned));

  assert.equal((await plan(limits.secretCharactersMax)).status, 200);
  assert.equal((await plan(limits.secretCharactersMax + 1)).status, 400);
  assert.equal((await tryApply(owner, of(owned - limits.deletesMax - 1))).status, 409);
  assert.equal((await tryApply(owner, of(owned - limits.deletesMax))).status, 200);
});
