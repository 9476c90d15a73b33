/** The exporters that programs use, against the real endpoint. */
import { OTLPLogExporter as JsonExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPLogExporter as ProtobufExporter } from '@opentelemetry/exporter-logs-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { startIngest, type Seen } from '../../../../test/support/ingest/start-ingest.ts';

const EXPORTERS = { JSON: JsonExporter, protobuf: ProtobufExporter } as const;

for (const [name, Exporter] of Object.entries(EXPORTERS)) {
  for (const compression of ['none', 'gzip'] as const) {
    test(`the ${name} exporter of the SDK, compression ${compression}`, async (t) => {
      const { url, key, queued } = await startIngest(t);
      const exporter = new Exporter({
        url: `${url}/v1/logs`,
        headers: { authorization: `Bearer ${key}` },
        // The enumeration is not there at run time under every loader.
        compression: compression as never,
      });

      await emit(t, exporter);

      assertSeen(queued());
    });
  }
}

type Exporter = ConstructorParameters<typeof BatchLogRecordProcessor>[0]['exporter'];

const HAPPENED_AT = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

async function emit(t: TestContext, exporter: Exporter): Promise<void> {
  const provider = new LoggerProvider({
    resource: resourceFromAttributes({ 'service.name': 'checkout', 'deployment.region': 'eu' }),
    processors: [new BatchLogRecordProcessor({ exporter })],
  });
  t.after(() => provider.shutdown());
  const logger = provider.getLogger('payments', '2.0');
  logger.emit({
    timestamp: HAPPENED_AT,
    severityNumber: 17,
    severityText: 'ERROR',
    body: 'card refused',
    attributes: { order: 4711, amount: 12.5, retry: true, tags: ['a', 'b'], http: { status: 402 } },
  });
  logger.emit({ body: { order: 1, lines: [1, 'zwei'] }, eventName: 'order.placed' });
  for (let i = 0; i < 1_000; i++) logger.emit({ severityNumber: 5, body: `line ${i} äöü €` });
  await provider.forceFlush();
}

function assertSeen(seen: readonly Seen[]): void {
  const [error, order, ...lines] = seen;
  assert.deepEqual(
    [error?.timestamp, error?.level, error?.source, error?.body],
    [HAPPENED_AT, 'error', 'checkout', 'card refused'],
  );
  const shared = {
    'service.name': 'checkout',
    'deployment.region': 'eu',
    'otel.scope.name': 'payments',
    'otel.scope.version': '2.0',
  };
  assert.deepEqual(error?.attributes, {
    order: '4711',
    amount: '12.5',
    retry: 'true',
    tags: '["a","b"]',
    'http.status': '402',
    ...shared,
  });
  assert.deepEqual(JSON.parse(order?.body ?? ''), { order: 1, lines: [1, 'zwei'] });
  assert.deepEqual(order?.attributes, { 'event.name': 'order.placed', ...shared });
  assert.deepEqual(
    lines.map(({ body, level }) => [body, level]),
    Array.from({ length: 1_000 }, (_, i) => [`line ${i} äöü €`, 'debug']),
  );
}
