import { field, listField, textField } from '../evaluate/call-server.ts';
import { ApiRefusal, type ApiCall, callApi, dataText } from './call-api.ts';

export interface ProbeAccount {
  readonly url: string;
  readonly email: string;
  readonly password: string;
}

export interface ProbeKeys {
  readonly organization: string;
  readonly ingestKey: string;
  readonly readKey: string;
  readonly token: string;
  /** Undefined where the platform has no alert rules. */
  readonly alertRule: string | undefined;
}

const ORGANIZATION = 'Status probe';

/** Trials fire by themselves, each as a group of its own. */
const TRIAL_RULE = {
  name: 'Trial of the status probe',
  query: 'index=main probe_trial=*',
  window: 300,
  condition: { kind: 'threshold', op: '>', value: 0, by: ['probe_trial'] },
};

/** An organization of the probe's own, with the keys it needs and no others. Running it again makes new keys. */
export async function setUpProbe({ url, email, password }: ProbeAccount): Promise<ProbeKeys> {
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
  const create = async (path: string, body: object): Promise<unknown> => {
    const call: ApiCall = { url: `${url}/api/v1/${path}`, method: 'POST', headers, body };
    return (await callApi(call)).body;
  };
  const key = async (scope: string): Promise<string> =>
    dataText(await create('api-keys', { name: `status probe, ${scope}`, scope }), 'value');
  const ingestKey = await key('ingest-only');
  const readKey = await key('read-only');
  const draft = { name: 'status probe', scopes: ['evaluations:run'] };
  const token = dataText(await create('access-tokens', draft), 'value');
  return { organization, ingestKey, readKey, token, alertRule: await makeRule(create) };
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

async function makeRule(
  create: (path: string, body: object) => Promise<unknown>,
): Promise<string | undefined> {
  try {
    return textField(field(await create('alert-rules', TRIAL_RULE), 'data'), 'id');
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 404) return undefined;
    throw error;
  }
}
