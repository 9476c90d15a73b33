/** The tables of the specification, written out a second time: whoever changes one changes a promise, and says so here. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  EU_AWS_REGIONS,
  EU_COUNTRIES,
  isEuAwsRegion,
  isEuCountry,
  REGIONS_OUTSIDE_EU,
} from './eu.ts';
import { isUpgrade, PLAN_NAMES, PLAN_RESOURCES, PLANS } from './plans.ts';
import { RATES } from './rates.ts';
import { RESERVED_INDEXES } from './reserved-indexes.ts';
import { isAbove, KEY_ENVIRONMENTS, KEY_PREFIXES, ROLES, TOKEN_PREFIX } from './roles.ts';

/** Free, Pro, Business, Enterprise; null is no limit. */
const RESOURCES = {
  indexes: [1, 25, 100, null],
  members: [2, 10, null, null],
  apiKeys: [5, 20, 50, null],
  alertRules: [5, 50, 200, null],
  pipelines: [3, 10, 100, null],
  dashboards: [1, 20, 100, null],
  savedSearches: [5, 100, 500, null],
  scheduledExports: [0, 5, 20, null],
  services: [3, 25, 200, null],
  kpis: [15, 150, 1_500, null],
  organizationsPerUser: [5, 5, 5, 5],
};

test('each plan includes what is promised', () => {
  assert.deepEqual(PLAN_NAMES, ['free', 'pro', 'business', 'enterprise']);
  assert.deepEqual(Object.keys(PLANS), [...PLAN_NAMES]);
  assert.deepEqual(PLAN_RESOURCES.toSorted(), Object.keys(RESOURCES).toSorted());
  for (const [at, name] of PLAN_NAMES.entries()) {
    const included = Object.entries(RESOURCES).map(([resource, row]) => [resource, row[at]]);
    assert.deepEqual(PLANS[name].resources, Object.fromEntries(included), name);
  }
  const rest = PLAN_NAMES.map((name) => {
    const { dailyBytes, overage, monthlyCredits } = PLANS[name];
    return [dailyBytes, overage, monthlyCredits];
  });
  assert.deepEqual(rest, [
    [1_073_741_824, 'pause_until_next_day', 100],
    [10_737_418_240, 'hold', 2_500],
    [53_687_091_200, 'hold', 10_000],
    [null, 'hold', null],
  ]);
});

test('a larger plan is an upgrade, the same and a smaller one are none', () => {
  const upgrades = PLAN_NAMES.flatMap((from) =>
    PLAN_NAMES.filter((to) => isUpgrade(from, to)).map((to) => `${from} ${to}`),
  );
  assert.deepEqual(upgrades, [
    'free pro',
    'free business',
    'free enterprise',
    'pro business',
    'pro enterprise',
    'business enterprise',
  ]);
});

test('a role is above those behind it, not above itself', () => {
  const above = ROLES.flatMap((role) =>
    ROLES.filter((other) => isAbove(role, other)).map((other) => `${role} ${other}`),
  );
  assert.deepEqual(above, [
    'owner admin',
    'owner member',
    'owner viewer',
    'admin member',
    'admin viewer',
    'member viewer',
  ]);
});

test('each rate is what is promised, for whom it is counted', () => {
  const rates = Object.entries(RATES).map(([name, { perMinute, scope }]) => [
    name,
    perMinute,
    scope,
  ]);
  assert.deepEqual(rates, [
    ['ingest', 10_000, 'organization'],
    ['otlp', 10_000, 'organization'],
    ['logs', 100, 'organization'],
    ['search', 10, 'organization'],
    ['unreadable', 60, 'caller'],
    ['auth', 5, 'address'],
    ['public', 5, 'address'],
    ['management', 600, 'organization'],
    ['session', 60, 'address'],
    ['failures', 100, 'address'],
    ['evaluation', 10, 'caller'],
    ['scim', 1_500, 'organization'],
    ['agents', 300, 'organization'],
    ['agentCalls', 60, 'caller'],
  ]);
});

test('the EU is its 27 member states, and its regions lie in them', () => {
  const members =
    'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK';
  assert.equal(Object.keys(EU_COUNTRIES).join(' '), members);
  assert.deepEqual(EU_AWS_REGIONS, {
    'eu-central-1': 'DE',
    'eu-west-1': 'IE',
    'eu-west-3': 'FR',
    'eu-north-1': 'SE',
    'eu-south-1': 'IT',
    'eu-south-2': 'ES',
  });
  assert.deepEqual(REGIONS_OUTSIDE_EU, ['eu-west-2', 'eu-central-2']);
  for (const outside of ['GB', 'UK', 'CH', 'NO', 'IS', 'LI', 'US', 'UA', 'TR', 'de', 'toString']) {
    assert.equal(isEuCountry(outside), false, outside);
  }
  for (const outside of [...REGIONS_OUTSIDE_EU, 'us-east-1', 'eu-west-4', '', 'toString']) {
    assert.equal(isEuAwsRegion(outside), false, outside);
  }
  assert.ok(isEuCountry('DE') && isEuAwsRegion('eu-central-1'));
});

test('each index of the platform has one writer, its readers and its days', () => {
  const indexes = Object.entries(RESERVED_INDEXES).map(
    ([name, { writer, readBy, keptDays, isAlwaysListed }]) => [
      name,
      writer,
      readBy,
      keptDays,
      isAlwaysListed,
    ],
  );
  assert.deepEqual(indexes, [
    ['_audit', 'guard/audit', 'audit:read', 365, true],
    ['_alerts', 'features/alerts', 'alerts:read', 90, false],
    ['_kpi', 'features/services', 'services:read', 400, false],
    ['_agents', 'features/agents', 'audit:read', 90, false],
  ]);
});

test('keys and tokens are told apart by how they begin', () => {
  assert.deepEqual(KEY_ENVIRONMENTS, ['live', 'test']);
  assert.deepEqual(KEY_PREFIXES, { live: 'xp_live_', test: 'xp_test_' });
  assert.equal(TOKEN_PREFIX, 'xpat_');
});
