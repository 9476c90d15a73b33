import { isAbsolute, join, resolve } from 'node:path';
import type { Limits } from '../spec/limits.ts';
import { LIMITS } from '../spec/limits.ts';
import { ConfigError } from './config-error.ts';
import type { Config } from './config.ts';
import { deepFreeze } from './deep-freeze.ts';
import type { FolderOrBucket } from './place-kinds.ts';
import type { Place } from './load-config.ts';
import { readEnvFile, readValues } from './read-values.ts';
import type { Values } from './variables.ts';

/** What the status probe is told. It reads the same environment as the server, and its own variables. */
export interface ProbeConfig {
  readonly logLevel: Config['logLevel'];
  readonly data: string;
  readonly mail: Config['mail'];
  readonly counterLimits: Limits['counters'];
  readonly objectLimits: Limits['objects'];
  readonly status: {
    readonly target: {
      readonly url: string;
      readonly ingestKey: string | undefined;
      readonly readKey: string | undefined;
      readonly token: string | undefined;
      readonly alertRule: string | undefined;
      readonly controls: readonly string[];
    };
    readonly placeName: string;
    readonly host: string;
    readonly port: number;
    readonly publicUrl: string | undefined;
    readonly peers: readonly string[];
    readonly adminToken: string | undefined;
    readonly webhooks: { readonly urls: readonly string[]; readonly key: string } | undefined;
    readonly publish: FolderOrBucket | undefined;
    readonly trustedProxies: readonly string[];
    readonly ratePerMinute: number;
  };
  readonly warnings: readonly string[];
}

/** Called once, in probe.ts. A bad environment stops the start with every problem listed. */
export function loadProbeConfig(
  environment: Readonly<Record<string, string | undefined>>,
  place: Place,
): ProbeConfig {
  const { values, problems } = readValues(environment, readEnvFile(place.directory));
  const all = [...problems, ...probeProblems(values)];
  const { XPLAIN_PROBE_TARGET: target } = values;
  if (all.length > 0 || target === undefined) throw new ConfigError(all);

  const absolute = (path: string): string =>
    isAbsolute(path) ? path : resolve(place.directory, path);
  const data = absolute(values.XPLAIN_PROBE_DATA);
  const { XPLAIN_PROBE_SMTP_URL: smtp, XPLAIN_PROBE_MAIL_FROM: from } = values;
  const { XPLAIN_PROBE_PUBLISH: publish } = values;
  const { XPLAIN_PROBE_WEBHOOKS: urls, XPLAIN_PROBE_WEBHOOK_SECRET: key } = values;
  return deepFreeze({
    logLevel: values.XPLAIN_LOG_LEVEL,
    data,
    mail:
      smtp === undefined
        ? { kind: 'outbox', directory: join(data, 'outbox'), from }
        : { kind: 'smtp', url: smtp, from },
    counterLimits: values.XPLAIN_LIMITS.counters,
    objectLimits: values.XPLAIN_LIMITS.objects,
    status: {
      target: {
        url: target,
        ingestKey: values.XPLAIN_PROBE_INGEST_KEY,
        readKey: values.XPLAIN_PROBE_READ_KEY,
        token: values.XPLAIN_PROBE_TOKEN,
        alertRule: values.XPLAIN_PROBE_ALERT_RULE,
        controls: values.XPLAIN_PROBE_CONTROL_URLS ?? [],
      },
      placeName: values.XPLAIN_PROBE_PLACE,
      host: values.XPLAIN_PROBE_HOST,
      port: values.XPLAIN_PROBE_PORT,
      publicUrl: values.XPLAIN_STATUS_URL,
      peers: values.XPLAIN_PROBE_PEERS ?? [],
      adminToken: values.XPLAIN_PROBE_ADMIN_TOKEN,
      webhooks: urls === undefined || key === undefined ? undefined : { urls, key },
      publish:
        publish?.kind === 'folder' ? { kind: 'folder', folder: absolute(publish.folder) } : publish,
      trustedProxies: values.XPLAIN_TRUSTED_PROXIES ?? [],
      ratePerMinute: values.XPLAIN_RATE_PUBLIC,
    },
    warnings: probeWarnings(values),
  });
}

function probeProblems(values: Values): string[] {
  const problems: string[] = [];
  if (values.XPLAIN_PROBE_TARGET === undefined) {
    problems.push('XPLAIN_PROBE_TARGET: required; the address of the platform to monitor');
  }
  const counts = [
    ['XPLAIN_PROBE_PEERS', LIMITS.status.peersMax],
    ['XPLAIN_PROBE_CONTROL_URLS', LIMITS.status.controlsMax],
    ['XPLAIN_PROBE_WEBHOOKS', LIMITS.status.webhooksMax],
  ] as const;
  for (const [name, max] of counts) {
    if ((values[name]?.length ?? 0) > max) problems.push(`${name}: at most ${max} addresses`);
  }
  if (values.XPLAIN_PROBE_WEBHOOKS !== undefined && !values.XPLAIN_PROBE_WEBHOOK_SECRET) {
    const how = 'echo "whsec_$(head -c 32 /dev/urandom | base64)"';
    problems.push(
      `XPLAIN_PROBE_WEBHOOK_SECRET: required to sign webhook calls. Create one: ${how}`,
    );
  }
  return problems;
}

/** What makes a page that says less than people will think it does. */
function probeWarnings(values: Values): string[] {
  const warnings: string[] = [];
  const missing = [
    'XPLAIN_PROBE_INGEST_KEY',
    'XPLAIN_PROBE_READ_KEY',
    'XPLAIN_PROBE_TOKEN',
  ] as const;
  for (const name of missing) {
    if (values[name] === undefined) {
      warnings.push(`${name} is not set: run xplain probe setup; until then the page has no data`);
    }
  }
  if (values.XPLAIN_STATUS_URL === undefined) {
    warnings.push(
      'XPLAIN_STATUS_URL is not set: links in mails and in the feed will point to this machine',
    );
  }
  return warnings;
}
