/** Checks the files of a log store that is not running, and sets damaged ones aside; see `xplain store repair`. */
import { StartError } from './base/errors.ts';
import { repairStore } from './compose/repair-store.ts';
import { ConfigError, currentPlace, loadConfig, readArguments } from './config/index.ts';

try {
  const { values } = readArguments('xplain store repair', {
    options: {
      data: { type: 'string' },
      check: { type: 'boolean', default: false },
    },
  });
  const { data, check: isCheck } = values;
  const environment = data === undefined ? process.env : { ...process.env, XPLAIN_DATA: data };
  const config = loadConfig(environment, currentPlace());
  const report = await repairStore(config, { isMoved: !isCheck });
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  if (isCheck && report.damaged.length > 0) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof StartError)) throw error;
  process.stderr.write(`xplain: ${error.message}\n`);
  process.exitCode = 1;
}
