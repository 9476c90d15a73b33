/** From an event to a message, and back to normal, through whatever engines a place has. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AlertChannelWithSecret } from '../../src/contract/alert-channels.ts';
import type { AlertIncident, AlertIncidentWhole } from '../../src/contract/alerts.ts';
import { SECOND_MS } from '../../src/spec/units.ts';
import { problemsOf, WEBHOOK } from '../support/receiver-schemas.ts';
import { startReceiver } from '../support/start-receiver.ts';
import { signIn } from '../support/programs/visitor.ts';
import { ADMIN, ADMIN_ENVIRONMENT } from './a-log-line.suite.ts';

/** Where it runs answers with its address; undefined where something is missing. */
type StartPlace = (
  t: TestContext,
  environment: Readonly<Record<string, string>>,
) => Promise<string | undefined>;

/** As long as an alert may take, which is as long as its end takes with this window. */
const PATIENCE_MS = 120 * SECOND_MS;

export function alertSuite(place: string, start: StartPlace): void {
  test(`an event fires rules of every way to count, once each, and ends: ${place}`, async (t) => {
    const receiver = await startReceiver(t);
    const url = await start(t, { ...ADMIN_ENVIRONMENT, XPLAIN_OUTBOUND_ALLOW: '127.0.0.1' });
    if (url === undefined) return;
    const ada = await signIn(url, ADMIN);
    const { id: channel } = await ada.create<AlertChannelWithSecret>('/api/v1/alert-channels', {
      kind: 'webhook',
      name: 'ops',
      url: receiver.url,
    });
    // The first two share a statement, the others have their own.
    const rules = {
      'all errors': { query: 'level=error', condition: { op: '>', value: 0 } },
      declined: { query: 'declined service=cards', condition: { op: '>=', value: 1 } },
      'by service': { query: '*', condition: { op: '>', value: 0, by: ['service'] } },
      table: { query: 'level=error | stats count', condition: { of: 'count', op: '>', value: 0 } },
    };
    for (const [name, { query, condition }] of Object.entries(rules)) {
      await ada.create('/api/v1/alert-rules', {
        name,
        query,
        interval: 30,
        window: 60,
        resolveAfter: 1,
        severity: 'critical',
        condition: { kind: 'threshold', ...condition },
        channels: [channel],
        throttle: 0,
      });
    }
    const { value: key } = await ada.create<{ value: string }>('/api/v1/api-keys', {
      name: 'sender',
      scope: 'ingest-only',
    });
    const sent = await fetch(`${url}/api/v1/logs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ event: 'card 7 declined', service: 'cards', level: 'error' }),
    });
    assert.equal(sent.status, 202, await sent.text());
    const names = Object.keys(rules).toSorted();
    const list = () => ada.read<AlertIncident[]>('/api/v1/alerts');

    const fired = await until(list, (found) => found.length >= names.length);
    const ended = await until(list, (found) => found.every(({ status }) => status === 'resolved'));
    await until(
      async () => receiver.calls,
      (calls) => calls.length >= 2 * names.length,
    );

    assert.deepEqual(fired.map(({ ruleName }) => ruleName).toSorted(), names);
    assert.deepEqual(ended.map(({ ruleName }) => ruleName).toSorted(), names, 'once each');
    const ids = receiver.calls.map(({ headers }) => headers['webhook-id']);
    assert.equal(new Set(ids).size, 2 * names.length);
    for (const { body } of receiver.calls) assert.deepEqual(problemsOf(WEBHOOK, body), []);
    const [one] = ended;
    const whole = await ada.read<AlertIncidentWhole>(`/api/v1/alerts/${one?.id}`);
    const kinds = whole.timeline.map(({ kind }) => kind);
    assert.ok(kinds.includes('fired') && kinds.includes('resolved'), kinds.join());
    const { series } = await ada.read<{ series: [string, number | null][] }>(
      `/api/v1/alerts/${one?.id}/series`,
    );
    assert.ok(
      series.some(([, value]) => value === 1),
      JSON.stringify(series.slice(-5)),
    );
  });
}

async function until<T>(read: () => Promise<T>, isDone: (found: T) => boolean): Promise<T> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await read();
    if (isDone(found) || performance.now() > giveUpAt) return found;
    await sleep(500);
  }
}
