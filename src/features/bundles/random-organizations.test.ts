import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Member, openAccess } from '../../../test/support/open-access.ts';
import { startBundles } from '../../../test/support/start-bundles.ts';
import {
  allChoices,
  randomDefinition,
  shownChoices,
} from '../../../test/support/random-definitions.ts';
import { type SeededRandom, seededRandom } from '../../../test/support/seeded-random.ts';
import { BUNDLE_KIND_FACTS, BUNDLE_KINDS, type BundleKind } from '../../contract/bundle-kinds.ts';
import { COMPARISONS, SEVERITIES, WEEKDAYS } from '../../spec/alerts.ts';
import { EVALUATION_MODES } from '../../spec/evaluation.ts';
import { SEARCH_MODES, SEARCH_SORTS, SEARCH_VIEWS } from '../../spec/search-display.ts';
import { BETTER, EMPTY_MEANINGS, KPI_EVERY_SECONDS } from '../../spec/services.ts';

const ORGANIZATIONS = 50;
/** Further ones are tried until every choice was seen: each new field of a definition shifts what chance does. */
const ORGANIZATIONS_MAX = 90;
/** Definitions of each kind that are tried in each organization. */
const TRIED_EACH = 2;
/** What no thing shows: the product refuses it beside what its schema requires, or there is one value alone. */
const NEVER_SHOWN: readonly string[] = [
  // Positions have no gaps.
  'pipelines.position=1000000',
  // No shorter than the interval, which is at least 30 seconds.
  'alertRules.window=1',
  // A panel is at least two columns wide.
  'dashboards.panels.*.x=23',
  // No organization has so many entries.
  `auditStreams.from=${Number.MAX_SAFE_INTEGER}`,
];

test('what is pulled from any organization differs from none, and makes another like it', async (t) => {
  const access = await openAccess(t);
  const { call, planOf, apply, pull } = startBundles(t, access);
  const seen = new Set<string>();
  const turns = new Map<string, number>();
  const missed = (): string[] =>
    BUNDLE_KINDS.flatMap(allChoices).filter((choice) => !seen.has(choice));
  const isOver = (seed: number): boolean =>
    seed > ORGANIZATIONS_MAX ||
    (seed > ORGANIZATIONS && missed().every((choice) => NEVER_SHOWN.includes(choice)));
  for (let seed = 1; !isOver(seed); seed += 1) {
    const from = await access.newOrganization('enterprise');
    const to = await access.newOrganization('enterprise');
    const guest = await access.join(from.id, 'member');
    await access.join(to.id, 'member', guest);
    const make = async (path: string, body: object, method = 'POST'): Promise<string> => {
      const answer = await call(`${method} /api/v1/${path}`, { as: from.owner, body });
      assert.equal(
        answer.status,
        201,
        `seed ${seed}, ${path} ${JSON.stringify(body)}: ${answer.text}`,
      );
      return String((answer.body.data as { id?: string }).id);
    };
    const random = seededRandom(seed);
    await fill(make, random, guest);
    const keys = new Map<BundleKind, string[]>();
    for (const kind of BUNDLE_KINDS) {
      for (let i = 0; i < TRIED_EACH; i += 1) {
        const number = seed * 10 + i;
        const emails = [guest.email];
        const definition = randomDefinition(kind, { random, keys, emails, number, turns });
        const key = kind === 'lookups' ? `l_${i}` : `k-${i}`;
        const path = `${BUNDLE_KIND_FACTS[kind].path}/by-key/${key}`;
        const body = { ...definition, secrets: VALUES };
        const answer = await call(`PUT /api/v1/${path}`, { as: from.owner, body });
        assert.ok(answer.status < 500, `seed ${seed}, ${path}: ${answer.text}`);
        if (answer.status !== 201) continue;
        keys.set(kind, [...(keys.get(kind) ?? []), key]);
        for (const choice of shownChoices(kind, definition)) seen.add(choice);
      }
    }

    const pulled = await pull(from.owner, 'all', true);
    const plan = await planOf(from.owner, pulled);
    const secrets = Object.fromEntries(
      [...JSON.stringify(pulled).matchAll(/"env":"(\w+)"/g)].map(([, name = '']) => [
        `env:${name}`,
        name.endsWith('_SECRET') ? VALUES['env:A_SECRET'] : `https://hooks.example.com/${name}`,
      ]),
    );
    await apply(to.owner, pulled, { secrets: { ...secrets, ...VALUES } });
    const moved = await pull(to.owner, 'all', true);

    const { creates, updates, deletes } = plan;
    assert.deepEqual(
      { creates, updates, deletes },
      { creates: [], updates: [], deletes: [] },
      `${seed}`,
    );
    assert.deepEqual(moved, pulled, `seed ${seed}`);
    assert.equal(JSON.stringify(moved), JSON.stringify(pulled), `seed ${seed}`);
    await apply(from.owner, pulled);
    const owned = await planOf(from.owner, await pull(from.owner, 'all'));
    assert.deepEqual([owned.creates, owned.updates, owned.deletes, owned.adopts], [[], [], [], []]);
  }
  assert.deepEqual(missed(), NEVER_SHOWN);
});

/** Of the references that random definitions make. */
const VALUES = {
  'env:A_URL': 'https://hooks.example.com/b',
  [`file:${'f'.repeat(200)}`]: 'https://hooks.example.com/c',
  'env:A_KEY': 'k'.repeat(32),
  'env:A_SECRET': `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
};

type Make = (path: string, body: object, method?: string) => Promise<string>;

/** Some of every kind, each field there or not. */
async function fill(make: Make, random: SeededRandom, guest: Member): Promise<void> {
  const choices = choose(random);
  await makeKnowledge(make, choices);
  await makeSearches(make, choices);
  const channels = await makeChannels(make, choices, guest);
  await makeServices(make, choices);
  const rules = await makeRules(make, choices, channels);
  await makeOthers(make, choices, rules, guest);
}

type Choices = ReturnType<typeof choose>;

function choose(random: SeededRandom) {
  const below = (max: number): number => random.integer(0, max - 1);
  const one = <T>(of: readonly T[]): T => of[below(of.length)] as T;
  const some = <T>(of: readonly T[]): T[] => of.filter(() => random.chance(0.4));
  const perhaps = (fields: object): object =>
    Object.fromEntries(Object.entries(fields).filter(() => random.chance(0.5)));
  const name = (stem: string, i: number): string =>
    one([`${stem}-${i}`, `${stem} ${i} Ünïx!`, `${i}`]);
  return { below, one, some, perhaps, name, random };
}

async function makeKnowledge(make: Make, { below, perhaps, some }: Choices): Promise<void> {
  for (const name of some(['teams', '0wners', 'a_b'])) {
    const csv = `service,team\n"a, ""b""",x\nc,${below(9)}\n`;
    await make(`lookups/by-key/${name}`, { csv }, 'PUT');
  }
  for (const [i, name] of some(['failures', 'Last.day', '_x:y-z']).entries()) {
    const more = { description: 'd', validation: 'isnum(level)', errorMessage: 'a number' };
    await make('macros', { name, definition: 'level=error' });
    const macro = { name, definition: 'level=$level$', arguments: ['level'] };
    await make('macros', { ...macro, ...perhaps(more) });
    const expression = i % 2 === 0 ? null : 'coalesce(status, 1)';
    const fields = [{ name: 'status', expression }];
    const datasets = [{ name: 'Web', parent: null, search: 'index=main', fields }];
    await make('data-models', { name: `Web_${i}`, datasets, ...perhaps({ description: 'd' }) });
    const link = { name: `Trace ${i} ü`, field: 'trace.id', url: 'https://a.b/{trace.id}' };
    await make('data-links', { ...link, ...perhaps({ description: 'd' }) });
  }
}

async function makeSearches(make: Make, choices: Choices): Promise<void> {
  const { below, one, some, perhaps, name, random } = choices;
  for (const each of some(['web', 'app_1', '0day'])) {
    await make('indexes', {
      name: each,
      ...perhaps({ description: 'd', retentionDays: below(90) + 1 }),
    });
  }
  for (let i = 0; i < below(4); i += 1) {
    const display = perhaps({
      mode: one(SEARCH_MODES),
      view: one(SEARCH_VIEWS),
      sort: one(SEARCH_SORTS),
      columns: ['a', 'b'],
      isLive: true,
    });
    const more = perhaps({ description: ' d ', earliest: '-1d@d', latest: 'now', display });
    await make('saved-searches', {
      name: name('search', i),
      query: one(['', 'level=error', '* | stats count BY a']),
      ...more,
    });
    const asking = {
      name: name('check', i),
      criteria: 'It went well',
      ...perhaps({
        description: 'd',
        query: 'level=error',
        expectedItems: [{ id: 'a b', description: 'It ended' }],
        mode: one(EVALUATION_MODES),
        logCompression: one([true, false, 'auto']),
        compressionOptions: perhaps({ maxSamples: below(5), simThreshold: 0.5 }),
        maxCredits: one([0.5, 3, null]),
      }),
    };
    const isMerged = 'mode' in asking && asking.mode === 'test_classification';
    await make('checks', { ...asking, ...(isMerged ? { strategy: 'split', samples: 3 } : {}) });
    await make('pipelines', {
      name: one(['same', `p${i}`]),
      steps: [{ kind: 'set', field: 'team', value: 'x' }],
      ...perhaps({
        description: 'd',
        isEnabled: random.chance(0.5),
        match: 'a=b',
        position: below(5) + 1,
      }),
    });
  }
}

async function makeChannels(make: Make, choices: Choices, guest: Member): Promise<string[]> {
  const { some, perhaps, name } = choices;
  const channels: string[] = [];
  const called = { url: 'https://hooks.example.com/a' };
  for (const [i, kind] of some([
    'email',
    'webhook',
    'slack',
    'discord',
    'teams',
    'pagerduty',
    'jsm',
  ] as const).entries()) {
    const own =
      kind === 'email'
        ? { roles: ['owner'], ...perhaps({ members: [guest.memberId] }) }
        : kind === 'pagerduty' || kind === 'jsm'
          ? { key: 'k'.repeat(32), ...perhaps(called) }
          : called;
    const template = kind === 'webhook' ? perhaps({ template: '{"text":"{{rule.name}}"}' }) : {};
    const samples = kind === 'email' ? {} : perhaps({ allowsSamples: true });
    channels.push(
      await make('alert-channels', {
        kind,
        name: name('channel', i),
        ...own,
        ...template,
        ...samples,
      }),
    );
  }
  return channels;
}

async function makeServices(make: Make, choices: Choices): Promise<void> {
  const { below, one, some, perhaps, name, random } = choices;
  const services: string[] = [];
  for (let i = 0; i < below(4); i += 1) {
    const more = perhaps({
      owner: 'Team',
      tier: below(4) + 1,
      tags: ['a'],
      dependsOn: some(services),
    });
    services.push(
      await make('services', { name: name('service', i), selector: 'service=a', ...more }),
    );
    await make('kpis', {
      serviceId: one(services),
      name: `k${i}`,
      measure: one([
        { kind: 'ratio', bad: 'level=error' },
        { kind: 'aggregate', function: 'count' },
        { kind: 'query', query: '* | stats count AS value' },
      ]),
      better: one(BETTER.filter((each) => each !== 'range')),
      ...perhaps({
        unit: 'x',
        everySeconds: one(KPI_EVERY_SECONDS),
        emptyMeans: one(EMPTY_MEANINGS),
      }),
      ...perhaps({
        importance: below(9) + 1,
        decisive: true,
        isEnabled: random.chance(0.5),
        warning: 5,
      }),
    });
  }
}

async function makeRules(
  make: Make,
  choices: Choices,
  channels: readonly string[],
): Promise<string[]> {
  const { below, one, some, perhaps, name } = choices;
  const rules: string[] = [];
  for (let i = 0; i < below(5); i += 1) {
    const interval = one([60, 300, 3600]);
    rules.push(
      await make('alert-rules', {
        name: name('rule', i),
        query: 'level=error',
        condition: one([
          { kind: 'threshold', op: one(COMPARISONS), value: below(9) },
          { kind: 'absence', scope: 'all' },
          { kind: 'change', direction: 'up' },
          { kind: 'absence', scope: 'member', by: ['host'] },
        ]),
        interval,
        window: interval * 2,
        ...perhaps({ severity: one(SEVERITIES), tags: ['a', 'b'], description: 'd', runbook: 'r' }),
        ...perhaps({ enabled: false, for: 600, keepFiring: 900, renotify: 7200, samples: 0 }),
        ...perhaps({
          channels: [...some(channels), 'chn_owners'],
          mutedBy: some(rules),
          title: 't',
        }),
        ...perhaps({ noData: one(['keep', 'resolve', 'fire']), onError: 'fire', maxGroups: 3 }),
      }),
    );
  }
  return rules;
}

async function makeOthers(
  make: Make,
  choices: Choices,
  rules: readonly string[],
  guest: Member,
): Promise<void> {
  const { below, one, some, perhaps } = choices;
  const dashboards: string[] = [];
  for (let i = 0; i < below(3); i += 1) {
    await make('alert-silences', {
      name: one(['same', `s${i}`]),
      match: {
        tags: ['x'],
        ...perhaps({ rules: some(rules), severities: some(SEVERITIES), group: { host: 'a*' } }),
      },
      times: one([
        { kind: 'weekly', days: [one(WEEKDAYS)], start: '22:00', end: '06:00' },
        { kind: 'range', to: '2026-01-16T12:00:00Z' },
      ]),
    });
    const link = perhaps({ link: { dashboard: one([...dashboards, 'elsewhere']) } });
    const panel = {
      id: 'a',
      kind: 'value',
      title: 'T',
      x: 0,
      y: 0,
      w: 6,
      h: 4,
      query: '* | stats count',
    };
    const definition = {
      schema: 1,
      name: one(['Same', `Board ${i}`]),
      ...perhaps({ key: `board-${i}`, tags: ['x'], refreshSeconds: 60, description: 'd' }),
      panels: [{ ...panel, ...link }],
    };
    dashboards.push(await make('dashboards', { definition }));
    await make(`dashboards/${one(dashboards)}/reports`, {
      schedule: one([
        { every: 'daily', at: '08:00' },
        { every: 'monthly', at: '23:59' },
      ]),
      recipients: [guest.email.toUpperCase()],
      ...perhaps({ name: `report ${i}`, earliest: '-1d', latest: 'now', isEnabled: false }),
    });
    await make('exports', {
      name: `export ${i}`,
      query: 'index=main',
      schedule: one([{ every: '1h' }, { cron: '0 6 * * *', timeZone: 'Europe/Berlin' }]),
      format: one(['jsonl', 'csv', 'parquet']),
      ...one([{ mode: 'archive' }, { mode: 'report', earliest: '-7d' }, { mode: 'report' }]),
      destination: one([
        { kind: 'keep' },
        { kind: 'folder', folder: 'archive', prefix: 'a/b' },
        { kind: 'webhook', url: 'https://hooks.example.com/x' },
      ]),
      ...perhaps({ enabled: false, description: 'd', compression: 'gzip' }),
    });
  }
}
