/** The demo is itself a bundle: it is applied through the product, and comes back as it was. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAccess } from '../test/support/open-access.ts';
import { startBundles } from '../test/support/start-bundles.ts';
import { demoSections } from './demo/bundle.ts';

test('the demo is applied as a bundle; pulled, it differs in nothing', async (t) => {
  const access = await openAccess(t);
  const { apply, planOf, pull } = startBundles(t, access);
  const { owner } = await access.newOrganization('business');
  const { services, kpis, exports, ...first } = await demoSections();
  const head = { xplain: 1, bundle: 'demo', adopt: true };
  const all = { ...head, ...first, services, kpis, exports };

  const begun = await apply(owner, { ...head, ...first });
  const rest = await apply(owner, all);
  const pulled = await pull(owner, 'demo');
  const again = await planOf(owner, pulled);

  assert.equal(begun.creates.length, 5 + 5 + 5 + 3);
  assert.equal(rest.creates.length, 5 + 20 + 2);
  assert.deepEqual([rest.updates, rest.deletes, rest.drift], [[], [], []]);
  const { creates, updates, deletes, drift } = again;
  assert.deepEqual([creates, updates, deletes, drift], [[], [], [], []]);
});
