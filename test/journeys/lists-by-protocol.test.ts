/** A list is found by each of its values and counted under each, whichever protocol brought it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { onBothEngines } from '../support/search/on-both-engines.ts';
import { startApp } from '../support/programs/start-app.ts';
import { signIn } from '../support/programs/visitor.ts';
import { ADMIN, ADMIN_ENVIRONMENT } from './a-log-line.suite.ts';

const TAGS = ['x', 'Y z', 7] as const;

interface Sending {
  readonly path: string;
  readonly type?: string;
  readonly body: unknown;
}

/** Each with the attributes `tags` and `via`, the latter with its name. */
function sendings(now: number): Readonly<Record<string, Sending>> {
  const inOtlp = (value: unknown) =>
    typeof value === 'number' ? { intValue: value } : { stringValue: value };
  const record = {
    timeUnixNano: `${now}000000`,
    body: { stringValue: 'an event' },
    attributes: [
      { key: 'tags', value: { arrayValue: { values: TAGS.map(inOtlp) } } },
      { key: 'via', value: { stringValue: 'otlp' } },
    ],
  };
  const document = { message: 'an event', tags: TAGS, via: 'elasticsearch' };
  return {
    json: {
      path: '/api/v1/logs',
      body: [{ event: 'an event', attributes: { tags: TAGS, via: 'json' } }],
    },
    otlp: {
      path: '/v1/logs',
      body: { resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] },
    },
    hec: {
      path: '/services/collector/event',
      body: { event: 'an event', fields: { tags: TAGS, via: 'hec' } },
    },
    elasticsearch: {
      path: '/_bulk',
      type: 'application/x-ndjson',
      body: `{"create":{"_index":"main"}}\n${JSON.stringify(document)}\n`,
    },
    // Metadata has texts alone.
    loki: {
      path: '/loki/api/v1/push',
      body: {
        streams: [
          {
            stream: { via: 'loki' },
            values: [[`${now}000000`, 'an event', { tags: JSON.stringify(TAGS) }]],
          },
        ],
      },
    },
  };
}

onBothEngines((engine) => {
  test('a list is found and counted by its values, whatever brought it', async (t) => {
    const environment = { XPLAIN_EMBEDDED_STORE: engine, XPLAIN_RATE_SEARCH: '0' };
    const app = await startApp(t, { ...ADMIN_ENVIRONMENT, ...environment });
    const ada = await signIn(app.url, ADMIN);
    const draft = { name: 'shipper', scope: 'full-access' };
    const key = await ada.create<{ value: string }>('/api/v1/api-keys', draft);
    const sent = sendings(Date.now());
    for (const [name, { path, type = 'application/json', body }] of Object.entries(sent)) {
      const answer = await fetch(app.url + path, {
        method: 'POST',
        headers: { 'x-api-key': key.value, 'content-type': type },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      });
      assert.ok(answer.ok, `${name}: ${answer.status} ${await answer.text()}`);
    }
    const rows = async (query: string) => {
      const address = `/api/v1/search?query=${encodeURIComponent(query)}`;
      return (await ada.read<{ rows: Record<string, unknown>[] }>(address)).rows;
    };
    const names = Object.keys(sent).toSorted();
    for (let i = 0; i < 300 && (await rows('via=*')).length < names.length; i++) await sleep(100);

    for (const search of ['tags=x', 'tags="y z"', 'tags=7', 'tags>6', 'tags IN (q, X)']) {
      const found = await rows(`${search} | stats count by via`);
      assert.deepEqual(
        found,
        names.map((via) => ({ via, count: 1 })),
        search,
      );
    }
    const byValue = await rows('via=* | stats count by tags');
    assert.deepEqual(
      byValue.map(({ tags, count }) => [String(tags), count]),
      [...TAGS]
        .map(String)
        .toSorted()
        .map((value) => [value, names.length]),
    );
    assert.deepEqual(await rows('via=* | where mvcount(tags)=3 | stats count'), [
      { count: names.length },
    ]);
  });
});
