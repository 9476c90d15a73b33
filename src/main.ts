/** The server: reads the environment, opens the platform, prints its address, and closes it on a signal. */
import { StartError } from './base/errors.ts';
import { type Platform, startPlatform } from './compose/start-platform.ts';
import { ConfigError, currentPlace, loadConfig } from './config/index.ts';

const stopped = new Promise<NodeJS.Signals>((resolve) => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, resolve);
});

try {
  const config = loadConfig(process.env, currentPlace());
  const platform = await startPlatform(config);
  announce(platform);
  const signal = await stopped;
  const stoppingAt = performance.now();
  platform.log.info({ signal }, 'stopping');
  await platform[Symbol.asyncDispose]();
  const tookMs = Math.round(performance.now() - stoppingAt);
  platform.log.info({ signal, tookMs }, 'stopped');
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof StartError)) throw error;
  process.stderr.write(`xplain: ${error.message}\n`);
  process.exitCode = 1;
}
// Anything that still keeps the process alive can be dropped.
process.exit();

function announce({ publicUrl, otlpPort, warnings }: Platform): void {
  const lines = [
    `Xplain is ready at ${publicUrl} (API reference: ${publicUrl}/docs)`,
    ...(otlpPort === undefined ? [] : [`OTLP is accepted on port ${otlpPort}`]),
    ...warnings.map((warning) => `Note: ${warning}`),
  ];
  process.stderr.write(`${lines.join('\n')}\n`);
}
