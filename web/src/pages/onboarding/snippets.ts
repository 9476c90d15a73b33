/** How to send logs with what people use. The texts are those of docs/operating/send-logs.md; a test compares. */
export interface Snippet {
  readonly id: string;
  readonly label: string;
  /** The heading under which the documents have it. */
  readonly about: string;
  readonly text: (place: SnippetPlace) => string;
}

export interface SnippetPlace {
  /** `https://logs.example.com`, without a slash at the end. */
  readonly origin: string;
  readonly key: string;
}

export const SNIPPETS: readonly Snippet[] = [
  {
    id: 'curl',
    label: 'curl',
    about: 'Sends one event from the command line. It appears below within a few seconds.',
    text: ({ origin, key }) => `curl --fail --request POST ${origin}/api/v1/logs \\
  --header 'Authorization: Bearer ${key}' \\
  --header 'Content-Type: application/json' \\
  --data '{"event": "payment authorized", "level": "info", "source": "checkout", "attributes": {"order": 4711}}'`,
  },
  {
    id: 'otel-env',
    label: 'OpenTelemetry (environment)',
    about: 'For programs whose OpenTelemetry SDK reads its configuration from the environment.',
    text: ({ origin, key }) => `export OTEL_EXPORTER_OTLP_LOGS_ENDPOINT=${origin}/v1/logs
export OTEL_EXPORTER_OTLP_LOGS_PROTOCOL=http/protobuf
export OTEL_EXPORTER_OTLP_HEADERS='authorization=Bearer ${key}'`,
  },
  {
    id: 'otel-node',
    label: 'OpenTelemetry SDK (Node)',
    about: 'Manual setup with the SDK for Node.',
    text: ({ origin, key }) => `// opentelemetry.mjs
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';

const exporter = new OTLPLogExporter({
  url: '${origin}/v1/logs',
  headers: { authorization: 'Bearer ${key}' },
});
const provider = new LoggerProvider({
  resource: resourceFromAttributes({ 'service.name': 'checkout' }),
  processors: [new BatchLogRecordProcessor({ exporter })],
});
provider.getLogger('payments').emit({ severityNumber: 9, body: 'payment authorized' });
await provider.shutdown();`,
  },
  {
    id: 'otel-collector',
    label: 'OpenTelemetry Collector',
    about: 'An exporter for your existing collector.',
    text: ({ origin, key }) => `exporters:
  otlphttp:
    logs_endpoint: ${origin}/v1/logs
    headers:
      authorization: Bearer ${key}
service:
  pipelines:
    logs:
      receivers: [otlp]
      exporters: [otlphttp]`,
  },
  {
    id: 'vector',
    label: 'Vector',
    about: 'A sink. Set your source under inputs.',
    text: ({ origin, key }) => `sinks:
  xplain:
    type: http
    inputs: [my_source]
    uri: ${origin}/api/v1/logs/batch
    auth: { strategy: bearer, token: ${key} }
    encoding: { codec: json }
    compression: gzip
    batch: { max_events: 1000 }`,
  },
  {
    id: 'fluent-bit',
    label: 'Fluent Bit',
    about: 'Uses the splunk output with the Splunk HEC endpoint.',
    text: ({ origin, key }) => {
      const { hostname, port, isSecure } = partsOf(origin);
      return `[OUTPUT]
    Name                splunk
    Match               *
    Host                ${hostname}
    Port                ${port}
    Splunk_Token        ${key}
    compress            gzip${isSecure ? '\n    TLS                 On' : ''}`;
    },
  },
  {
    id: 'filebeat',
    label: 'Filebeat',
    about: 'Xplain manages the indexes, so Filebeat’s own setup is disabled.',
    text: ({ origin, key }) => `output.elasticsearch:
  hosts: ['${withPort(origin)}/elasticsearch']
  username: filebeat
  password: ${key}
  parameters: { index: main }
setup.template.enabled: false
setup.ilm.enabled: false`,
  },
  {
    id: 'syslog-ng',
    label: 'syslog-ng',
    about: 'Requires the package syslog-ng-mod-http.',
    text: ({ origin, key }) => `# syslog-ng.conf
destination d_xplain {
  http(
    url("${origin}/api/v1/logs")
    method("POST")
    headers("Authorization: Bearer ${key}", "Content-Type: application/x-ndjson")
    body("$(format-json event=$MESSAGE level=$LEVEL source=$PROGRAM timestamp=$ISODATE host=$HOST facility=$FACILITY)")
    delimiter("\\n")
    batch-lines(1000)
    batch-timeout(1000)
    response-action(429 => retry, 503 => retry)
  );
};
log { source(s_local); destination(d_xplain); };`,
  },
  {
    id: 'docker',
    label: 'Docker',
    about: 'Log driver for one container. For all containers, set the same options in daemon.json.',
    text: ({ origin, key }) => `docker run --log-driver splunk \\
  --log-opt splunk-url=${origin} \\
  --log-opt splunk-token=${key} \\
  --log-opt splunk-format=raw \\
  --log-opt splunk-verify-connection=false \\
  my-image`,
  },
  {
    id: 'pino',
    label: 'pino',
    about: 'A stream that batches lines, sends them, and retries when rate limited.',
    text: ({ origin, key }) => `// pino.mjs
import pino from 'pino';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

const address = '${origin}/api/v1/logs';
const headers = { authorization: 'Bearer ${key}', 'content-type': 'application/x-ndjson' };

async function post(body) {
  for (let delayMs = 500; ; delayMs = Math.min(delayMs * 2, 30_000)) {
    const response = await fetch(address, { method: 'POST', headers, body }).catch(() => undefined);
    if (response?.ok) return;
    const isRetryable = response === undefined || response.status === 429 || response.status >= 500;
    if (!isRetryable) throw new Error(\`Xplain returned \${response.status}\`);
    await sleep(Number(response?.headers.get('retry-after') ?? 0) * 1000 || delayMs);
  }
}

const stream = new Writable({
  decodeStrings: false,
  write: (line, _encoding, done) => void post(line).then(() => done(), done),
  writev: (lines, done) =>
    void post(lines.map(({ chunk }) => chunk).join('')).then(() => done(), done),
});
const log = pino(
  {
    messageKey: 'message',
    base: { source: 'checkout' },
    timestamp: () => \`,"timestamp":\${Date.now()}\`,
    formatters: { level: (level) => ({ level }) },
  },
  stream,
);

log.info({ order: 4711 }, 'payment authorized');
log.error('payment refused');
stream.end();`,
  },
  {
    id: 'winston',
    label: 'winston',
    about: 'Uses the HTTP transport included in winston.',
    text: ({ origin, key }) => {
      const { hostname, port, isSecure } = partsOf(origin);
      return `// winston.mjs
import winston from 'winston';

const log = winston.createLogger({
  defaultMeta: { source: 'checkout' },
  transports: [
    new winston.transports.Http({
      host: '${hostname}',
      port: ${port},${isSecure ? '\n      ssl: true,' : ''}
      path: '/api/v1/logs/batch',
      auth: { bearer: '${key}' },
      batch: true,
      batchInterval: 200,
    }),
  ],
});

log.info('payment authorized', { order: 4711 });
log.error('payment refused');`;
    },
  },
];

function partsOf(origin: string): { hostname: string; port: string; isSecure: boolean } {
  const { hostname, port, protocol } = new URL(origin);
  const isSecure = protocol === 'https:';
  return { hostname, port: port === '' ? (isSecure ? '443' : '80') : port, isSecure };
}

/** Filebeat would go to port 9200 of an address that names none. */
function withPort(origin: string): string {
  const { hostname, port, isSecure } = partsOf(origin);
  return `${isSecure ? 'https' : 'http'}://${hostname}:${port}`;
}
