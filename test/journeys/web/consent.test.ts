/** A person allows an agent in the browser, or denies it, and sees who asks. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { judgeBothThemes, judgeWidth } from '../../support/browser/judge-page.ts';
import { startWebApp } from '../../support/browser/web-people.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1_280, height: 800 };
const LONG_NAME = `Journey ${'assistant '.repeat(7)}`.trim();

/** The document that describes the client, and the page that the browser returns to. */
async function startClient(t: TestContext): Promise<{ document: string; callback: string }> {
  const server = createServer((request, response) => {
    if (request.url !== '/client.json') return void response.end('Connected');
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        client_id: document,
        client_name: LONG_NAME,
        redirect_uris: [callback],
        token_endpoint_auth_method: 'none',
      }),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  t.after(() => server.close());
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const [document, callback] = [`${origin}/client.json`, `${origin}/callback`];
  return { document, callback };
}

test('a person sees who asks, allows an agent, and denies it', async (t) => {
  const client = await startClient(t);
  const web = await startWebApp(t, {}, { XPLAIN_OUTBOUND_ALLOW: '127.0.0.1' });
  if (web === undefined) return;
  const asked = new URLSearchParams({
    response_type: 'code',
    client_id: client.document,
    redirect_uri: client.callback,
    code_challenge: createHash('sha256').update('v'.repeat(43)).digest('base64url'),
    code_challenge_method: 'S256',
    resource: `${web.app.url}/mcp`,
    scope: 'agent:read agent:write evaluations:run',
    state: 'kept',
  });
  // Whoever is not signed in comes back to the question afterwards.
  const address = `/oauth/authorize?${asked.toString()}`;
  const page = await web.visitAsOwner(address);
  await page.getByRole('heading', { name: 'Connect an agent' }).waitFor();
  const fact = (name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) });
  assert.match(await fact('Client host').innerText(), /127\.0\.0\.1:\d+/);
  assert.ok((await fact('Client name').innerText()).includes(`${LONG_NAME} (not verified)`));
  assert.ok(await page.getByRole('checkbox', { name: /^Read logs/ }).isDisabled());
  assert.equal(await page.getByRole('checkbox', { name: /^Acknowledge/ }).isChecked(), false);
  const faults = await judgeBothThemes(page);
  await page.setViewportSize(PHONE);
  faults.push(...(await judgeWidth(page)));
  await page.setViewportSize(DESK);

  await page.getByRole('button', { name: 'Deny' }).click();
  await page.getByText('Connected').waitFor();
  const denied = new URL(page.url()).searchParams;
  assert.deepEqual([denied.get('error'), denied.get('code')], ['access_denied', null]);

  await page.goto(web.app.url + address);
  await page.getByRole('checkbox', { name: /^Run evaluations/ }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Allow' }).press('Enter');
  await page.getByText('Connected').waitFor();
  const allowed = new URL(page.url()).searchParams;
  assert.match(allowed.get('code') ?? '', /^xoac_/);
  assert.deepEqual([allowed.get('state'), allowed.get('iss')], ['kept', web.app.url]);

  asked.set('redirect_uri', 'https://evil.example/callback');
  await page.goto(`${web.app.url}/oauth/authorize?${asked.toString()}`);
  await page.getByRole('alert').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Allow' }).count(), 0);
  faults.push(...(await judgeBothThemes(page)));
  assert.deepEqual(faults, []);
});
