import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ruleDefaults } from '../../../../../src/contract/alert-rule-form.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import {
  bodyOf,
  changeOf,
  EMPTY_RULE,
  isSameRule,
  type RuleDraft,
  withKind,
  withSetting,
} from './rule-draft.ts';

const { alerts } = LIMITS;
const ERRORS: RuleDraft = { ...EMPTY_RULE, name: 'Errors', query: 'level=error' };

test('defaults follow from what a draft says', () => {
  assert.equal(ruleDefaults(ERRORS).window, alerts.windowSecondsDefault);
  assert.equal(ruleDefaults({ ...ERRORS, interval: 3_600 }).window, 3_600);
  assert.equal(ruleDefaults({ ...ERRORS, basis: 'event' }).delay, alerts.delaySecondsOfEventBasis);
  assert.equal(ruleDefaults({ ...ERRORS, severity: 'critical' }).groupWait, 0);
  assert.equal(
    ruleDefaults({ ...ERRORS, severity: 'error' }).groupWait,
    alerts.groupWaitSecondsDefault,
  );
  assert.equal(ruleDefaults({ ...ERRORS, condition: { kind: 'change' } }).basis, 'event');
});

test('another kind keeps what it can use, and drops what it cannot', () => {
  const grouped = withSetting({ ...ERRORS, interval: 60 }, 'condition', {
    kind: 'threshold',
    op: '>',
    value: 5,
    of: 'p95',
    by: ['host'],
  });

  assert.deepEqual(withKind(grouped, 'change').condition, {
    kind: 'change',
    of: 'p95',
    by: ['host'],
  });
  assert.deepEqual(withKind(grouped, 'absence').condition, {
    kind: 'absence',
    scope: 'member',
    by: ['host'],
  });
  assert.equal(withKind(grouped, 'verdict').interval, undefined);
  assert.equal(withKind(grouped, 'threshold'), grouped);
});

test('a new rule names one source and no empty template', () => {
  const draft = { ...ERRORS, name: ' Errors ', title: '', body: '{{value}}' };

  assert.deepEqual(bodyOf(draft), {
    name: 'Errors',
    query: 'level=error',
    condition: ERRORS.condition,
    body: '{{value}}',
  });
  assert.equal('query' in bodyOf({ ...draft, savedSearch: 'ssr_1' }), false);
});

test('a change says only what is different, and takes things back by name', () => {
  const before: RuleDraft = { ...ERRORS, window: 600, title: 'Oh no', savedSearch: null };

  assert.deepEqual(changeOf(before, before, 3), { version: 3 });
  assert.equal(isSameRule(before, { ...before }), true);
  assert.deepEqual(
    changeOf(withSetting({ ...before, title: '' }, 'window', undefined), before, 3),
    {
      window: alerts.windowSecondsDefault,
      title: null,
      version: 3,
    },
  );
  assert.deepEqual(changeOf({ ...before, savedSearch: 'ssr_1' }, before, 3), {
    query: null,
    savedSearch: 'ssr_1',
    version: 3,
  });
});
