/** The status page in front of a real platform: it is killed, and the page says so, stays, and sees it come back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { AlertRule } from '../../src/contract/alert-rules.ts';
import type { AlertIncident } from '../../src/contract/alerts.ts';
import { LIMITS } from '../../src/spec/limits.ts';
import { COMPONENT_IDS, STATUS_COMPONENTS } from '../../src/spec/status.ts';
import { buildWeb } from '../../tools/build-web.ts';
import { findFreePort } from '../support/programs/find-free-port.ts';
import { runCommand } from '../support/programs/run-command.ts';
import { newDataFolder, type RunningApp, startApp } from '../support/programs/start-app.ts';
import {
  fakeProbeTime,
  startStatusPage,
  type StatusUnderTest,
} from '../support/status/status-under-test.ts';
import { signIn } from '../support/programs/visitor.ts';
import { ADMIN, ADMIN_ENVIRONMENT } from './a-log-line.suite.ts';

const PROBE = fileURLToPath(new URL('../../src/probe.ts', import.meta.url));
const STEP_MS = 5_000;

interface Told {
  readonly state: string;
  readonly components: readonly { readonly id: string; readonly state: string }[];
}

async function keysOf({ url }: RunningApp) {
  const ada = await signIn(url, ADMIN);
  const key = async (scope: string): Promise<string> => {
    const made = await ada.create<{ value: string }>('/api/v1/api-keys', { name: scope, scope });
    return made.value;
  };
  const token = await ada.create<{ value: string }>('/api/v1/access-tokens', {
    name: 'probe',
    scopes: ['evaluations:run'],
  });
  return {
    ingestKey: await key('ingest-only'),
    readKey: await key('read-only'),
    token: token.value,
  };
}

async function reported(page: StatusUnderTest): Promise<Told> {
  const answer = await page.get('/status.json');
  assert.equal(answer.status, 200, 'the page stays');
  assert.equal((await page.get('/')).status, 200, 'the page stays');
  return (await answer.json()) as Told;
}

/** Moves the probe's clock until the page says so; answers with the minutes that took. */
async function until(page: StatusUnderTest, isSo: (reported: Told) => boolean): Promise<number> {
  const startedAt = page.clock.now();
  for (let tries = 0; tries < 600; tries += 1) {
    if (isSo(await reported(page))) {
      return (page.clock.now() - startedAt) / LIMITS.targets.probeEveryMs;
    }
    page.clock.advance(STEP_MS);
    // A line takes a part of a second to be found, and that is measured on the real clock.
    await sleep(150);
  }
  return assert.fail(`the page says: ${JSON.stringify((await reported(page)).components)}`);
}

function stateOf({ components }: Told, id: string): string | undefined {
  return components.find((each) => each.id === id)?.state;
}

const MINUTE_BY_MINUTE = ['api', 'ingest-http', 'ingest-otlp', 'search', 'evaluation', 'web'];

test('a platform that is killed is out within three minutes, and back after three good ones', async (t) => {
  assert.equal(await buildWeb(), undefined);
  const data = await newDataFolder(t);
  const environment = { ...ADMIN_ENVIRONMENT, XPLAIN_PORT: String(await findFreePort()) };
  const app = await startApp(t, environment, data);
  const target = { url: app.url, ...(await keysOf(app)), alertRule: undefined, controls: [] };
  const clock = fakeProbeTime(Date.now());
  const page = await startStatusPage(t, { clock, settings: { target } });
  const isAll =
    (state: string) =>
    (each: Told): boolean =>
      MINUTE_BY_MINUTE.every((id) => stateOf(each, id) === state);
  await until(page, isAll('operational'));
  assert.equal(stateOf(await reported(page), 'alerts'), 'no_data');

  await app.stop('SIGKILL');
  const downAfter = await until(page, isAll('outage'));

  assert.ok(downAfter <= 3, `${downAfter} minutes`);
  assert.equal((await reported(page)).state, 'outage');
  const [incident] = page.history.openIncidents();
  assert.deepEqual(incident?.components.toSorted(), MINUTE_BY_MINUTE.toSorted());

  await startApp(t, environment, data);
  const backAfter = await until(page, isAll('operational'));

  assert.ok(backAfter >= 2, `${backAfter} minutes`);
  assert.equal(page.history.openIncidents().length, 0);
  assert.equal(page.history.countIncidents(), 1);
});

/** People who meet the rule see what it is, and nobody was told that it fired. */
async function assertQuietTrial({ url }: RunningApp, ruleId: string): Promise<void> {
  const ada = await signIn(url, ADMIN);
  const organizations = await ada.read<{ id: string; name: string }[]>('/api/v1/organizations');
  const { id } = organizations.find(({ name }) => name === 'Status probe') ?? assert.fail('none');
  const headers = { ...ada.headers, 'x-organization-id': id };
  const read = async (path: string): Promise<unknown> => {
    const answer = await fetch(`${url}/api/v1/${path}`, { headers });
    return ((await answer.json()) as { data: unknown }).data;
  };
  const rule = (await read(`alert-rules/${ruleId}`)) as AlertRule;
  assert.match(rule.name, /status probe \(fires on purpose\)/);
  assert.deepEqual([rule.tags, rule.channels, rule.severity], [['status-probe'], [], 'info']);
  assert.equal(rule.interval, 30);
  const fired = (await read(`alerts?ruleId=${ruleId}`)) as AlertIncident[];
  assert.equal(fired.length, 1);
  assert.equal(typeof fired[0]?.group?.['probe_trial'], 'string');
  assert.deepEqual(fired[0]?.deliveries, []);
}

test('set up from the command line, the probe looks once, serves its page, and goes on a signal', async (t) => {
  assert.equal(await buildWeb(), undefined);
  const app = await startApp(t, ADMIN_ENVIRONMENT);
  const setUp = async (): Promise<Record<string, string>> => {
    const call = ['probe', 'setup', '--url', app.url, '--email', ADMIN.email];
    const done = await runCommand(call, { XPLAIN_ADMIN_PASSWORD: ADMIN.password });
    assert.deepEqual([done.code, done.complained], [0, '']);
    const lines = done.printed.split('\n');
    return Object.fromEntries(lines.map((line) => line.split('=', 2) as [string, string]));
  };
  const first = await setUp();
  const environment = await setUp();
  const ruleId = environment['XPLAIN_PROBE_ALERT_RULE'] ?? assert.fail('no rule');
  assert.equal(ruleId, first['XPLAIN_PROBE_ALERT_RULE'], 'a second setup keeps the rule');
  assert.notEqual(environment['XPLAIN_PROBE_READ_KEY'], first['XPLAIN_PROBE_READ_KEY']);
  assert.equal(environment['XPLAIN_PROBE_TARGET'], app.url);

  const looked = await runCommand(['probe', 'check'], { ...environment, PATH: '' });
  assert.equal(looked.code, 0, looked.printed + looked.complained);
  // The trial really fired: without that its line says that nothing is known.
  for (const id of COMPONENT_IDS) {
    const { name } = STATUS_COMPONENTS[id];
    assert.match(looked.printed, new RegExp(`^${name} +(up|slow)\\b`, 'm'), looked.printed);
  }
  await assertQuietTrial(app, ruleId);
  const refused = await runCommand(['probe', 'check'], {
    ...environment,
    XPLAIN_PROBE_READ_KEY: 'xp_live_wrong',
  });
  assert.equal(refused.code, 1);
  assert.match(refused.printed, /^Search .*no data {2}The probe’s credentials were rejected\.$/m);

  const more = { XPLAIN_PROBE_PORT: '0', XPLAIN_RATE_PUBLIC: '0' };
  const probe = await startApp(t, { ...environment, ...more }, undefined, PROBE);
  let components: Told['components'] = [];
  for (let tries = 0; tries < 300; tries += 1) {
    ({ components } = (await (await fetch(`${probe.url}/status.json`)).json()) as Told);
    if (components.some(({ state }) => state !== 'no_data')) break;
    await sleep(100);
  }

  for (const id of MINUTE_BY_MINUTE) {
    assert.equal(components.find((each) => each.id === id)?.state, 'operational', id);
  }
  assert.equal(await probe.stop('SIGTERM'), 0);
  for (const name of ['INGEST_KEY', 'READ_KEY', 'TOKEN', 'ADMIN_TOKEN']) {
    assert.ok(!probe.output().includes(environment[`XPLAIN_PROBE_${name}`] ?? assert.fail(name)));
  }
});
