/** The way of one log line through the whole program, whatever engines it stands on. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { signIn, type Visitor } from '../support/programs/visitor.ts';

export const ADMIN = { email: 'ada@example.com', password: 'Correct-Horse-42-Battery' } as const;
export const ADMIN_ENVIRONMENT = {
  XPLAIN_ADMIN_EMAIL: ADMIN.email,
  XPLAIN_ADMIN_PASSWORD: ADMIN.password,
} as const;

/** Starts the nodes of an installation; answers with the address of its API, or undefined to skip. */
type StartInstallation = (t: TestContext) => Promise<string | undefined>;

export function logLineSuite(place: string, start: StartInstallation): void {
  test(`${place}: an event is sent, stored and found, and what happened is in the audit log`, async (t) => {
    const url = await start(t);
    if (url === undefined) return;
    const ada = await signIn(url, ADMIN);
    const key = await ada.create<{ id: string; value: string }>('/api/v1/api-keys', {
      name: 'shipper',
      scope: 'full-access',
    });

    const sent = await fetch(`${url}/api/v1/logs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key.value}`, 'content-type': 'application/json' },
      body: JSON.stringify([
        { event: 'payment authorized', level: 'INFO', attributes: { order: 4711 } },
        { event: 'payment refused', level: 'Error', source: 'checkout' },
      ]),
    });
    assert.equal(sent.status, 202);

    const found = await untilFound(url, key.value, 'payment refused');
    assert.equal(found['level'], 'error');
    assert.equal(found['source'], 'checkout');
    assert.equal(found['event'], 'payment refused');
    const entry = await untilFound(url, key.value, 'index=_audit action=api_key.created');
    assert.equal(entry['actor'], ADMIN.email);
    assert.equal(entry['resource'], key.id);
    await revokedAtOnce(url, ada, key);
  });
}

async function revokedAtOnce(url: string, ada: Visitor, key: { id: string; value: string }) {
  await ada.remove(`/api/v1/api-keys/${key.id}`);
  const refused = await fetch(`${url}/api/v1/members`, { headers: { 'x-api-key': key.value } });
  assert.equal(refused.status, 401);
  assert.equal(((await refused.json()) as { code: string }).code, 'API_KEY_REVOKED');
}

async function untilFound(
  url: string,
  key: string,
  query: string,
): Promise<Record<string, unknown>> {
  for (let i = 0; i < 200; i++) {
    const answer = await fetch(`${url}/api/v1/search?query=${encodeURIComponent(query)}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    const { data } = JSON.parse(text) as { data: { rows: Record<string, unknown>[] } };
    const [row] = data.rows;
    if (row !== undefined) return row;
    await sleep(100);
  }
  return assert.fail(`nothing was found: ${query}`);
}
