/** Follows pages literally: every command of their shell blocks is run, in order, as it stands there. */
import assert from 'node:assert/strict';
import { chmod, writeFile } from 'node:fs/promises';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test, type TestContext } from 'node:test';
import { DAY_MS } from '../../src/spec/units.ts';
import { buildWeb } from '../../tools/build-web.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { showInReport } from '../support/show-in-report.ts';
import { blocksOf, newFolder, ROOT, runAll } from '../support/programs/follow-page.ts';
import { type RunningApp, startApp } from '../support/programs/start-app.ts';
import { signIn } from '../support/programs/visitor.ts';
import { totpCode } from '../support/identity/totp-code.ts';

// What the README starts with.
const PERSON = { email: 'you@example.com', password: 'Correct-Horse-42-Battery' };

before(() => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  assert.ok(readme.includes(`XPLAIN_ADMIN_EMAIL=${PERSON.email}`), 'the person of the README');
  assert.ok(readme.includes(`XPLAIN_ADMIN_PASSWORD='${PERSON.password}'`));
});

async function start(
  t: TestContext,
  environment: Readonly<Record<string, string>> = {},
): Promise<{ app: RunningApp; key: string; ms: number }> {
  const startedAt = performance.now();
  const app = await startApp(t, {
    ...environment,
    XPLAIN_ADMIN_EMAIL: PERSON.email,
    XPLAIN_ADMIN_PASSWORD: PERSON.password,
  });
  const ms = performance.now() - startedAt;
  const person = await signIn(app.url, PERSON);
  const facts = { name: 'pages', scope: 'full-access' };
  const { value } = await person.create<{ value: string }>('/api/v1/api-keys', facts);
  return { app, key: value, ms };
}

const PLACEHOLDER = 'https://logs.example.com';

test('the first two minutes of the README, the first evaluation and the first check of CI', async (t) => {
  // Where it has been built before, this takes no time; an installation comes with it.
  await buildWeb();
  const { app, ms, key } = await start(t);
  const [, commands = ''] = blocksOf('README.md', '## Quick start');
  assert.match(commands, /URL=http/);
  const here = commands.replace(/^URL=.*$/m, `URL=${app.url}`);
  // An event can be found a moment after it was accepted.
  const patient = here.replace(/\n\n(curl -G)/, '\nsleep 5\n$1');
  const startedAt = performance.now();

  const out = await runAll(t, [patient], {});

  const seconds = (each: number): string => (each / 1_000).toFixed(1);
  const took = performance.now() - startedAt - 5_000;
  assert.match(out, /"accepted":1/);
  assert.match(out, /"rows":\[\{"source":"checkout","count":1\}\]/);
  const evaluation = await timed(() => firstEvaluation(t, app));
  const check = await timed(() => firstCheck(t, app, key));
  showInReport(
    t,
    `time to first: start ${seconds(ms)} s; sign-in, key, event and search ${seconds(took)} s; ` +
      `evaluation ${seconds(evaluation)} s; check of CI with the installed command line ${seconds(check)} s`,
  );
});

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function newToken(app: RunningApp, scopes: readonly string[]): Promise<string> {
  const person = await signIn(app.url, PERSON);
  const facts = { name: `for ${scopes.join(' and ')}`, scopes };
  return (await person.create<{ value: string }>('/api/v1/access-tokens', facts)).value;
}

async function firstEvaluation(t: TestContext, app: RunningApp): Promise<void> {
  const token = await newToken(app, ['evaluations:run']);
  const [call = ''] = blocksOf('docs/evaluation/README.md', '## First call');

  const out = await runAll(t, [call], { URL: app.url, XPLAIN_TOKEN: token });

  assert.match(out, /3 findings: 1 passed, 1 failed, 0 skipped, 1 without evidence/);
}

/** A deployment that went as the example of the page expects. */
const DEPLOYMENT = [
  'build finished',
  'tests passed',
  'A backup of the database was made before the migration',
  'migrated to v7',
  ...[1, 2, 3, 4].map((worker) => `worker ${worker} ready`),
  'The cache was warmed up',
  'deployed',
];

/** From "Get it" to the last command of "Use it", with the file of expectations that the page shows. */
async function firstCheck(t: TestContext, app: RunningApp, key: string): Promise<void> {
  const page = 'docs/evaluation/ci.md';
  const [getIt = '', useIt = ''] = blocksOf(page);
  const [, checks = ''] =
    /^```yaml\n(.*?)^```$/ms.exec(readFileSync(join(ROOT, page), 'utf8')) ?? [];
  const folder = await newFolder(t);
  const log = `${DEPLOYMENT.join('\n')}\n`;
  for (const name of ['deploy.log', 'app.log']) await writeFile(join(folder, name), log);
  for (const name of ['checks.yaml', 'migrate.yaml']) await writeFile(join(folder, name), checks);
  // The log of a job in a cluster that there is not.
  await writeFile(join(folder, 'kubectl'), '#!/bin/sh\ncat deploy.log\n');
  await chmod(join(folder, 'kubectl'), 0o755);
  await sendFound(app.url, key);
  const token = await newToken(app, ['evaluations:run', 'search:read']);
  const here = [getIt, useIt].map((block) =>
    block.replaceAll(PLACEHOLDER, app.url).replace('xpat_…', token),
  );
  const npm = { npm_config_prefix: folder, npm_config_cache: join(folder, '.npm') };

  const out = await runAll(t, here, { ...npm, NO_COLOR: '1' }, folder);

  assert.match(out, /"?\d+\.\d+\.\d+/);
  assert.equal(out.match(/^Passed/gm)?.length, 3, out);
}

/** Returns when a search finds all of them. */
async function sendFound(url: string, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const events = DEPLOYMENT.map((event, i) => ({
    event,
    timestamp: new Date(Date.now() - 1_000 + i).toISOString(),
    attributes: { service: 'checkout' },
  }));
  const body = JSON.stringify(events);
  const sent = await fetch(`${url}/api/v1/logs/batch`, { method: 'POST', headers, body });
  assert.equal(sent.status, 202, await sent.text());
  for (let tries = 0; tries < 300; tries++) {
    const query = encodeURIComponent('service=checkout earliest=-1h | stats count');
    const answer = await fetch(`${url}/api/v1/search?query=${query}`, { headers });
    if ((await answer.text()).includes(`"count":${DEPLOYMENT.length}`)) return;
    await sleep(100);
  }
  assert.fail('the events were not found');
}

test('working with logs, indexes, alerts, dashboards, troubleshooting and the status page', async (t) => {
  const { app, key } = await start(t);
  const isFiring = fireAlert(app);
  // The probe waits for an alert of its own; the other pages need not wait for it.
  await Promise.all([followLogs(t, app, key), followOperating(t, app)]);
  await followWatching(t, app, key, await isFiring);
});

async function followLogs(t: TestContext, app: RunningApp, key: string): Promise<void> {
  const environment = { URL: app.url, KEY: key, NO_COLOR: '1' };
  const blocks = blocksOf('docs/logs.md');
  assert.ok(blocks.length >= 8);
  // What was sent is found a moment later.
  const patient = blocks.map((block) => `${block}\nsleep 2`);

  const out = await runAll(t, patient, environment);

  assert.match(out, /error checkout order refused/);
  assert.match(out, /^service +count\nbackup +2\ncheckout +1$/m);
  assert.match(out, /team +count\npayments +1\nplatform +2$/m);
  assert.match(out, /order refused again/);
  assert.match(out, /"_time","service","event"/);
  assert.match(out, /"dryRun":true/);
  assert.match(out, /"replayed":0/);

  const indexes = await runAll(t, blocksOf('docs/operating/indexes.md'), environment);
  assert.match(indexes, /"name":"web"/);
  assert.match(indexes, /"isRetentionOwn":false/);

  const compared = await runAll(t, blocksOf('docs/compare-time-ranges.md'), environment);
  assert.match(compared, /"count_previous"/);

  const models = blocksOf('docs/language/data-models.md');
  const made = await runAll(t, models, { XPLAIN_URL: app.url, KEY: key });
  assert.match(made, /"name":"Authentication".*"version":1/);
}

/** Answers with the id of an incident, once there is one: nothing is fewer than one. */
async function fireAlert(app: RunningApp): Promise<string> {
  const person = await signIn(app.url, PERSON);
  await person.create('/api/v1/alert-rules', {
    name: 'Silence',
    query: 'level=fatal',
    interval: 30,
    window: 60,
    condition: { kind: 'threshold', op: '<', value: 1 },
    severity: 'info',
    channels: [],
  });
  for (let tries = 0; tries < 600; tries++) {
    const [incident] = await person.read<{ id: string }[]>('/api/v1/alerts');
    if (incident !== undefined) return incident.id;
    await sleep(500);
  }
  return assert.fail('the rule did not fire');
}

/** Alerts and dashboards. */
async function followWatching(
  t: TestContext,
  app: RunningApp,
  key: string,
  incident: string,
): Promise<void> {
  const environment = { XPLAIN_URL: app.url, XPLAIN_API_KEY: key, NO_COLOR: '1' };
  const [alerts = ''] = blocksOf('docs/alerts.md');
  // It ends with 1, as the page says, since something fires.
  const here = alerts
    .replace(/^.* --exit-code .*$/m, (line) => `code=0\n${line.replace('#', '|| code=$? #')}`)
    .replace(/\binc_\w+/, incident)
    .concat('echo "ended with $code"');
  const reported = await runAll(t, [here], environment);
  assert.match(reported, /ended with 1/);
  assert.match(reported, new RegExp(`Acknowledged ${incident}: Silence`));

  const person = await signIn(app.url, PERSON);
  const definition = {
    schema: 1,
    key: 'errors',
    name: 'Errors',
    time: { earliest: '-1h' },
    panels: [],
  };
  await person.create('/api/v1/dashboards', { definition });
  const dashboards = blocksOf('docs/dashboards.md').map((block) =>
    block.replaceAll(PLACEHOLDER, app.url).replace('xp_live_…', key),
  );
  assert.match(await runAll(t, dashboards, environment), /errors/i);
}

async function followOperating(t: TestContext, app: RunningApp): Promise<void> {
  // Said in the middle of sentences.
  const text = readFileSync(join(ROOT, 'docs/operating/troubleshooting.md'), 'utf8');
  const named = [...text.matchAll(/`npm run xplain ([^`]+)`/g)].map(([, words = '']) => words);
  assert.deepEqual(named, ['health', 'config', 'version']);
  const here = named.map((each) => `xplain ${each}${each === 'health' ? ` --url ${app.url}` : ''}`);
  assert.match(await runAll(t, here, {}), /XPLAIN_PORT/);

  const blocks = blocksOf('docs/operating/status-page.md');
  const [setup = '', look = '', maintenance = '', incident = '', secret = ''] = blocks.map(
    (block) =>
      block
        .replaceAll(PLACEHOLDER, app.url)
        .replaceAll('ops@example.com', PERSON.email)
        .replaceAll('npm run xplain --', 'xplain'),
  );
  const tell = [tellOfMaintenance(maintenance), asMade(incident, 'inc')];
  const password = `printf '%s' '${PERSON.password}' > password`;
  const [variables = '', check = '', probe = ''] = look.split('\n');
  // A machine that is busy with other things may answer too late.
  const once = check.replace(/ *#.*/, '');
  const looks = `${once} || ${once} || ${once}`;
  const shown = untilShown(probe, tell);
  const out = await runAll(t, [password, setup, variables, looks, shown, secret], {});
  for (const part of ['Search', 'Alerts']) assert.match(out, new RegExp(`^${part} +up\\b`, 'm'));
  assert.match(out, /^<html/m);
  assert.match(out, /^Announced mnt_\w+\. It doesn't count as downtime\.$/m);
  assert.match(out, /^Canceled mnt_\w+\.$/m);
  assert.match(out, /^Opened inc_\w+\.\nUpdated inc_\w+\.$/m);
  assert.match(out, /^whsec_[\w+/]{43}=$/m);
}

/** What the page shows is announced for a day that comes, at the probe of the page, with the token of its file. */
function tellOfMaintenance(block: string): string {
  const day = new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10);
  assert.match(block, /^export XPLAIN_STATUS_URL=\S+ XPLAIN_PROBE_ADMIN_TOKEN=…\n/);
  const here = block.replace(/^export .*\n/, '').replaceAll(/\d{4}-\d\d-\d\d(?=T)/g, day);
  return asMade(here, 'mnt');
}

/** The second command names what the first one made. */
function asMade(block: string, kind: 'inc' | 'mnt'): string {
  const [first = '', second = ''] = block.split(/\n(?=xplain )/);
  const placeholder = new RegExp(`${kind}_\\w+…`);
  assert.match(second, placeholder);
  const id = `"$(grep -o '${kind}_[A-Za-z0-9]*' made)"`;
  return `${first} | tee made\n${second.replace(placeholder, id)}`;
}

/** The command of the page in the background, on a free port and with files of its own, until all was done there. */
function untilShown(command: string, then: readonly string[]): string {
  assert.match(command, /^npm run probe /);
  return [
    'export XPLAIN_PROBE_PORT=0 XPLAIN_PROBE_DATA="$PWD/probe"',
    `(cd ${ROOT}; exec ${command.replace(/ *#.*/, '')}) > probe.log 2>&1 &`,
    'until grep -q "ready at" probe.log; do kill -0 $! || { cat probe.log; exit 1; }; sleep 0.2; done',
    'export XPLAIN_STATUS_URL="$(sed -n "s/.*ready at //p" probe.log)"',
    'curl -fsS --max-time 60 "$XPLAIN_STATUS_URL" | grep -o "<html"',
    ...then,
    'kill $!; wait $! || true',
  ].join('\n');
}

test('coming from Splunk: what the page migrates is applied, and its search finds what is sent', async (t) => {
  const { app, key } = await start(t);
  const blocks = blocksOf('docs/coming-from-splunk.md').map((block) =>
    block.replaceAll(PLACEHOLDER, app.url).replace('xp_live_…', key),
  );
  assert.equal(blocks.length, 4);
  const [search = ''] = blocks.slice(-1);
  // What was sent is found a moment later.
  const patient = until('checkout', search);

  const out = await runAll(t, [...blocks.slice(0, -1), patient], { NO_COLOR: '1' });

  assert.match(out, /^saved search: 1 migrated, 0 migrated with changes, 1 not migrated$/m);
  assert.match(out, /savedsearches\.conf:15:\d+`: `sendalert` isn’t supported/);
  assert.match(out, /migration\/bundle is valid/);
  assert.match(out, /^\+ alertRules\.too-many-errors$/m);
  assert.match(out, /^Applied\.$/m);
  assert.match(out, /"rows":\[\{"path":"\/checkout","count":1\}\]/);
});

/** Asks again until a search finds what was sent a moment before. */
function until(found: string, search: string): string {
  return `for try in 1 2 3 4 5 6 7 8 9 10; do ${search.trim()} > found; grep -q '${found}' found && break; sleep 1; done; cat found`;
}

test('coming from Loki and from Elasticsearch: what the pages send is found by what they ask', async (t) => {
  const { app, key } = await start(t);
  const blocks = (page: string) =>
    blocksOf(page).map((block) => block.replaceAll(PLACEHOLDER, app.url).replace('xp_live_…', key));
  const [push = '', logql = '', translated = '', ...moreOfLoki] = blocks(
    'docs/coming-from-loki.md',
  );
  const [bulk = '', search = '', select = '', ...moreOfElastic] = blocks(
    'docs/coming-from-elasticsearch.md',
  );
  const page = readFileSync(join(ROOT, 'docs/coming-from-loki.md'), 'utf8');
  const [, said = ''] = /^```text\n(.*?)\n```$/ms.exec(page) ?? [];

  const ofLoki = await runAll(t, [push, logql, until('web-1', translated)], {});
  const ofElastic = await runAll(t, [bulk, until('web-1', search), select], {});

  assert.deepEqual([moreOfLoki, moreOfElastic], [[], []]);
  assert.ok(said.startsWith('This is LogQL') && ofLoki.includes(`"error":"${said}"`), ofLoki);
  assert.match(
    ofLoki,
    /"rows":\[\{"event":"GET \/checkout took 812 ms","host":"web-1","status":"?503"?\}\]/,
  );
  assert.match(ofElastic, /"errors":false/);
  assert.match(ofElastic, /"rows":\[\{"host\.name":"web-1","count":1\}\]/);
  assert.match(ofElastic, /This is SQL, which is written here as `index=main "?\*?checkout/);
});

test('single sign-on: a domain to verify and a connection, as the page creates them', async (t) => {
  const { app } = await start(t);
  const [, commands = ''] = blocksOf('README.md', '## Quick start');
  const [signingIn = ''] = /^curl -c session .*\n.*$/m.exec(commands) ?? [];

  const out = await runAll(t, [signingIn, ...blocksOf('docs/operating/sign-in.md')], {
    URL: app.url,
  });

  assert.match(out, /"name":"_xplain\.acme\.com","value":"xplain-domain-verification=\w+"/);
  assert.match(out, /"id":"con_\w+".*"redirectUrl":"[^"]+\/callback"/);
  assert.doesNotMatch(out, /the-secret-of-the-client/);
});

test('a second factor: the password alone starts no session, the code does', async (t) => {
  const { app } = await start(t, { XPLAIN_RATE_AUTH: '0' });
  const person = await signIn(app.url, PERSON);
  const call = async (path: string, body: object) => {
    const headers = { ...person.headers, 'content-type': 'application/json' };
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${app.url}/api/auth/second-factor${path}`, request);
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    return JSON.parse(text) as { token: string; totp?: { secret: string } };
  };
  const { token, totp } = await call('/set-up', { kind: 'totp', password: PERSON.password });
  const secret = totp?.secret ?? '';
  await call('/add', { token, name: 'Phone', code: totpCode(secret, Date.now()) });
  const [commands = ''] = blocksOf('docs/operating/second-factor.md');
  const [first = '', second = ''] = commands.split(/^# .*\n/m);
  // The code of the set-up works once, so this is the next one.
  const code = totpCode(secret, Date.now() + 30_000);
  const take = `token="$(sed 's/.*"token":"\\([^"]*\\)".*/\\1/' answer)"`;
  const proof = second.replace(
    '\'{"token": "…", "code": "492039"}\'',
    `"{\\"token\\": \\"$token\\", \\"code\\": \\"${code}\\"}"`,
  );
  const here = [`${first.trim()} > answer`, take, proof, 'grep -c session_token session'];

  const out = await runAll(t, here, { URL: app.url });

  assert.match(out, /"user":\{/);
  assert.match(out, /\}1\n$/);
});

/** Pages with shell blocks, and who runs them; or why nobody does. */
const RUN_BY: Readonly<Record<string, string>> = {
  'README.md': 'here; npm start, the demo and the stop: first-start.test.ts, stop-chain.test.ts',
  'docs/alerts.md': 'here',
  'docs/audit.md': 'documentation.test.ts of src/guard/audit and src/features/audit-streams',
  'docs/coming-from-elasticsearch.md': 'here',
  'docs/coming-from-loki.md': 'here',
  'docs/coming-from-splunk.md': 'here',
  'docs/compare-time-ranges.md': 'here',
  'docs/configuration-as-code.md': 'cli/commands/config-bundle.test.ts',
  'docs/dashboards.md': 'here',
  'docs/exports.md': 'exports.test.ts',
  'docs/language/data-models.md': 'here',
  'docs/language/macros.md': 'src/language/macros/macros-page.test.ts',
  'docs/logs.md': 'here',
  'docs/evaluation/README.md': 'here',
  'docs/evaluation/checks.md': 'release-gates.test.ts',
  'docs/evaluation/ci.md': 'here',
  'docs/evaluation/gates.md':
    'release-gates.test.ts; the rows of a job: cli/commands/evaluate-gate.test.ts',
  'docs/evaluation/model-check.md': 'ai-check.test.ts',
  'docs/evaluation/providers.md':
    'settings of providers that are not there: src/config/ai-config.test.ts',
  'docs/operating/backup.md': 'backup.test.ts',
  'docs/operating/indexes.md': 'here',
  'docs/operating/install.md': 'first-start.test.ts, stop-chain.test.ts',
  'docs/operating/migrate.md': 'test/crash/migrate.test.ts; the restore before: backup.test.ts',
  'docs/operating/second-factor.md': 'here',
  'docs/operating/send-logs.md': 'send-logs.test.ts',
  'docs/operating/sign-in.md': 'here',
  'docs/operating/status-page.md': 'here',
  'docs/operating/upgrade.md': 'backup.test.ts; going back: upgrade.test.ts',
};

test('every page with commands is followed by a test', () => {
  const pages = ['README.md', ...globSync('docs/**/*.md', { cwd: ROOT })].filter(
    (page) => blocksOf(page).length > 0 && !page.startsWith('docs/decisions/'),
  );

  assert.deepEqual(pages.toSorted(), Object.keys(RUN_BY).toSorted());
});
