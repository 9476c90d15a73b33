import { field, listField, textField } from '../server/call-server.ts';
import { ApiRefusal, type ApiCall, callApi, dataText } from '../server/call-api.ts';

export interface ProbeAccount {
  readonly url: string;
  readonly email: string;
  readonly password: string;
}

/** What a probe is given; undefined where it was refused. */
export interface ProbeKeys {
  readonly ingestKey: string | undefined;
  readonly readKey: string | undefined;
  readonly token: string | undefined;
  readonly alertRule: string | undefined;
}

/** The created resources. Keys are shown only once, so a failure of one must not hide the others. */
export interface ProbeSetup extends ProbeKeys {
  /** False if the platform has no alert rules. */
  readonly hasAlerts: boolean;
  /** What was not made, and why, for the person at the terminal. */
  readonly refusals: readonly string[];
}

const ORGANIZATION = 'Status probe';

/**
 * Trial alerts fire by themselves, each as its own group, and end soon after. The rule has no channels, and its name
 * and tag explain that nothing is wrong.
 */
const TRIAL_RULE = {
  name: 'Trial of the status probe (fires on purpose)',
  description:
    'Every ten minutes the status probe writes a line that must make this rule fire. Nothing is wrong when it does.',
  tags: ['status-probe'],
  severity: 'info',
  query: 'index=main probe_trial=*',
  interval: 30,
  window: 60,
  resolveAfter: 1,
  condition: { kind: 'threshold', op: '>', value: 0, by: ['probe_trial'] },
  channels: [],
  samples: 0,
};

type Ask = (method: ApiCall['method'], path: string, body?: object) => Promise<unknown>;

/** An organization of the probe's own, with the keys it needs and no others. Running it again makes new keys. */
export async function setUpProbe({ url, email, password }: ProbeAccount): Promise<ProbeSetup> {
  const origin = { origin: url };
  const { cookies } = await callApi({
    url: `${url}/api/auth/sign-in/email`,
    method: 'POST',
    headers: origin,
    body: { email, password },
  });
  const session = { ...origin, cookie: cookies };
  const organization = await findOrganization(url, session);
  const headers = { ...session, 'x-organization-id': organization };
  const ask: Ask = async (method, path, body) =>
    (await callApi({ url: `${url}/api/v1/${path}`, method, headers, body })).body;
  const refusals: string[] = [];
  const attempt = async <T>(what: string, make: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await make();
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      refusals.push(`${what}: ${error.message}`);
      return undefined;
    }
  };
  const key = async (scope: string): Promise<string> =>
    dataText(await ask('POST', 'api-keys', { name: `status probe, ${scope}`, scope }), 'value');
  const ingestKey = await attempt('The ingest-only key', () => key('ingest-only'));
  const readKey = await attempt('The read-only key', () => key('read-only'));
  const draft = { name: 'status probe', scopes: ['evaluations:run'] };
  const token = await attempt('The access token', async () =>
    dataText(await ask('POST', 'access-tokens', draft), 'value'),
  );
  const rule = await attempt('The test alert rule', () => makeRule(ask));
  const hasAlerts = rule !== 'absent';
  const alertRule = hasAlerts ? rule?.id : undefined;
  return { ingestKey, readKey, token, alertRule, hasAlerts, refusals };
}

async function findOrganization(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<string> {
  const address = `${url}/api/v1/organizations`;
  const { body } = await callApi({ url: address, method: 'GET', headers });
  const known = listField(body, 'data').find((each) => textField(each, 'name') === ORGANIZATION);
  const id = known === undefined ? undefined : textField(known, 'id');
  if (id !== undefined) return id;
  const made = await callApi({
    url: address,
    method: 'POST',
    headers,
    body: { name: ORGANIZATION },
  });
  return dataText(made.body, 'id');
}

/** Updates the rule of an earlier setup, because names are unique. */
async function makeRule(ask: Ask): Promise<{ readonly id: string } | 'absent'> {
  let listed: unknown;
  try {
    listed = await ask('GET', 'alert-rules?limit=100');
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 404) return 'absent';
    throw error;
  }
  const isTrial = (rule: unknown): boolean =>
    listField(rule, 'tags').includes('status-probe') || textField(rule, 'name') === TRIAL_RULE.name;
  const known = listField(listed, 'data').find(isTrial);
  const knownId = known === undefined ? undefined : textField(known, 'id');
  if (knownId === undefined) {
    return { id: dataText(await ask('POST', 'alert-rules', TRIAL_RULE), 'id') };
  }
  await ask('PATCH', `alert-rules/${knownId}`, {
    ...TRIAL_RULE,
    version: field(known, 'version'),
  });
  if (field(known, 'enabled') === false) await ask('POST', `alert-rules/${knownId}/enable`);
  return { id: knownId };
}
