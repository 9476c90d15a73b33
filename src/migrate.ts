/** Moves the data of a folder to the engines that the environment names; see `xplain migrate`. */
import { StartError } from './base/errors.ts';
import { isMigrateStep, migrateData } from './compose/migrate-data.ts';
import { ConfigError, currentPlace, loadConfig, readArguments } from './config/index.ts';

try {
  const { values, positionals } = readArguments('xplain migrate', {
    options: { from: { type: 'string' } },
    allowPositionals: true,
  });
  const [step = ''] = positionals;
  const { from } = values;
  if (!isMigrateStep(step) || from === undefined) {
    throw new StartError('Usage: xplain migrate check|copy|switch|verify --from <folder>');
  }
  const to = loadConfig(process.env, currentPlace());
  const tell = (line: string): void => void process.stderr.write(`${line}\n`);
  const report = await migrateData({ from, to, step, tell });
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof StartError)) throw error;
  process.stderr.write(`xplain: ${error.message}\n`);
  process.exitCode = 1;
}
// Anything that still keeps the process alive can be dropped.
process.exit();
