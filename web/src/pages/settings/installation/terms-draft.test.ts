import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunOrganization } from '../../../../../src/contract/operator.ts';
import { GB } from '../../../../../src/spec/units.ts';
import { changedTerms, draftOf } from './terms-draft.ts';

/** Only the plan and the limits matter to the draft. */
const organization = {
  plan: 'pro',
  limits: { dailyBytes: 20 * GB, monthlyCredits: null },
} as RunOrganization;

test('only what differs is sent, and nothing when nothing does', () => {
  const draft = draftOf(organization);

  assert.deepEqual(draft, { plan: 'pro', dailyGigabytes: 20, monthlyCredits: '' });
  assert.equal(changedTerms(organization, draft), undefined);
  assert.deepEqual(changedTerms(organization, { ...draft, plan: 'enterprise' }), {
    plan: 'enterprise',
  });
  assert.deepEqual(changedTerms(organization, { ...draft, monthlyCredits: 50 }), {
    limits: { monthlyCredits: 50 },
  });
});

test('an empty field leaves it to the plan again, and 0 means nothing at all', () => {
  const draft = draftOf(organization);

  assert.deepEqual(changedTerms(organization, { ...draft, dailyGigabytes: '' }), {
    limits: { dailyBytes: null },
  });
  assert.deepEqual(changedTerms(organization, { ...draft, dailyGigabytes: 0 }), {
    limits: { dailyBytes: 0 },
  });
  assert.deepEqual(changedTerms(organization, { ...draft, dailyGigabytes: 0.5 }), {
    limits: { dailyBytes: GB / 2 },
  });
});
