/**
 * The status probe: reads the environment, opens the page, checks every minute, and closes on a signal. With `check`,
 * it checks once, reports the result, and exits.
 */
import { StartError } from './base/errors.ts';
import { checkProbe, startProbe } from './compose/start-probe.ts';
import { ConfigError, currentPlace, loadProbeConfig, type ProbeConfig } from './config/index.ts';

const stopped = new Promise<NodeJS.Signals>((resolve) => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, resolve);
});

try {
  const config = loadProbeConfig(process.env, currentPlace());
  if (process.argv[2] === 'check') await check(config);
  else await run(config);
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof StartError)) throw error;
  process.stderr.write(`xplain: ${error.message}\n`);
  process.exitCode = 1;
}
// Anything that still keeps the process alive can be dropped.
process.exit();

async function run(config: ProbeConfig): Promise<void> {
  const probe = await startProbe(config);
  const lines = [
    `The status page is ready at ${probe.url}`,
    ...probe.warnings.map((warning) => `Note: ${warning}`),
  ];
  process.stderr.write(`${lines.join('\n')}\n`);
  const signal = await stopped;
  probe.log.info({ signal }, 'stopping');
  await probe[Symbol.asyncDispose]();
}

async function check(config: ProbeConfig): Promise<void> {
  const { isGood, lines } = await checkProbe(config);
  for (const { name, result, words } of lines) {
    process.stdout.write(`${name.padEnd(20)} ${result.padEnd(8)} ${words}\n`.trimEnd() + '\n');
  }
  if (!isGood) process.exitCode = 1;
}
