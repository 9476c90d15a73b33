import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../support/programs/find-free-port.ts';
import { startApp } from '../support/programs/start-app.ts';
import { signIn } from '../support/programs/visitor.ts';
import { ADMIN, ADMIN_ENVIRONMENT } from './a-log-line.suite.ts';

test('what an OpenTelemetry SDK sends to the port of its own is stored and found', async (t) => {
  const port = await findFreePort();
  const { url } = await startApp(t, {
    ...ADMIN_ENVIRONMENT,
    XPLAIN_OTLP_PORT: String(port),
    XPLAIN_RATE_LOGS: '0',
  });
  const ada = await signIn(url, ADMIN);
  const key = await ada.create<{ value: string }>('/api/v1/api-keys', {
    name: 'sdk',
    scope: 'full-access',
  });
  const authorization = `Bearer ${key.value}`;
  const address = `http://127.0.0.1:${port}`;
  const exporter = new OTLPLogExporter({ url: `${address}/v1/logs`, headers: { authorization } });
  const provider = new LoggerProvider({
    resource: resourceFromAttributes({ 'service.name': 'checkout' }),
    processors: [new BatchLogRecordProcessor({ exporter })],
  });

  provider.getLogger('payments').emit({ severityNumber: 17, body: 'card refused over OTLP' });
  await provider.shutdown();

  let rows: Record<string, unknown>[] = [];
  for (let i = 0; i < 200 && rows.length === 0; i++) {
    const answer = await fetch(`${url}/api/v1/search?query=${encodeURIComponent('"over OTLP"')}`, {
      headers: { authorization },
    });
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    ({ rows } = (JSON.parse(text) as { data: { rows: Record<string, unknown>[] } }).data);
    await sleep(100);
  }
  const [row] = rows;
  assert.deepEqual(
    [row?.['event'], row?.['level'], row?.['source'], row?.['service.name']],
    ['card refused over OTLP', 'error', 'checkout', 'checkout'],
  );
  const elsewhere = await fetch(`${address}/api/v1/members`, { headers: { authorization } });
  assert.equal(elsewhere.status, 404);
});
