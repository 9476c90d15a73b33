/** A status probe next to the demo, with a generated history that is labeled as such. */
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { setUpProbe, type ProbeKeys } from '../../cli/probe/set-up-probe.ts';
import { historyFile, type Probe, startProbe } from '../../src/compose/start-probe.ts';
import { currentPlace, loadProbeConfig } from '../../src/config/index.ts';
import { openHistory } from '../../src/engines/history/open-history.ts';
import { makeUpHistory } from './status-history.ts';

const PORT_DEFAULT = '4100';

/** Where the page of the demo will be: known before the platform starts, which links to it. */
export async function demoStatusAddress(
  host: string,
  wanted = PORT_DEFAULT,
): Promise<{ readonly port: string; readonly url: string }> {
  const port = wanted === '0' ? await freePort() : wanted;
  return { port, url: `http://${host}:${port}` };
}

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? String(address.port) : PORT_DEFAULT;
}

export interface DemoProbeNeeds {
  /** The platform. */
  readonly url: string;
  readonly data: string;
  readonly host: string;
  readonly port: string;
  readonly statusUrl: string;
  readonly keys: ProbeKeys;
}

/** The keys of the probe, in a separate organization. */
export async function demoProbeKeys(
  url: string,
  account: { readonly email: string; readonly password: string },
): Promise<ProbeKeys> {
  const made = await setUpProbe({ url, ...account });
  if (made.refusals.length > 0) throw new Error(made.refusals.join('\n'));
  return made;
}

export async function startDemoProbe(needs: DemoProbeNeeds): Promise<Probe> {
  const { url, host, port, statusUrl, keys } = needs;
  const data = join(needs.data, 'probe');
  {
    using history = await openHistory(historyFile(data));
    makeUpHistory(history, Date.now(), keys.alertRule !== undefined);
  }
  const config = loadProbeConfig(
    {
      XPLAIN_LOG_LEVEL: 'error',
      XPLAIN_PROBE_TARGET: url,
      XPLAIN_PROBE_INGEST_KEY: keys.ingestKey,
      XPLAIN_PROBE_READ_KEY: keys.readKey,
      XPLAIN_PROBE_TOKEN: keys.token,
      ...(keys.alertRule === undefined ? {} : { XPLAIN_PROBE_ALERT_RULE: keys.alertRule }),
      XPLAIN_PROBE_PLACE: 'This machine (demo)',
      XPLAIN_PROBE_DATA: data,
      XPLAIN_PROBE_HOST: host,
      XPLAIN_PROBE_PORT: port,
      XPLAIN_STATUS_URL: statusUrl,
      // Visitors of a demo reload often.
      XPLAIN_RATE_PUBLIC: '60',
    },
    currentPlace(),
  );
  return startProbe(config);
}
