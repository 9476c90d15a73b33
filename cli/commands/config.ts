import {
  ConfigError,
  currentPlace,
  describeConfig,
  loadConfig,
  TOPICS,
  type Config,
  type Setting,
} from '../../src/config/index.ts';
import { columns } from '../columns.ts';
import { EXIT, type Command } from '../command.ts';

export const configCommand: Command = {
  help:
    'Shows every variable with its current value and its source: the environment, the file .env in this\n' +
    'folder, or the default. Secrets are masked. If a value is invalid, lists all problems and fails.',
  options: { json: { type: 'boolean', help: 'Output JSON.' } },
  examples: [
    'xplain config',
    'xplain config --json | jq .settings',
    'XPLAIN_PORT=80 xplain config',
  ],

  async run(terminal, given) {
    let config: Config;
    try {
      config = loadConfig(terminal.environment, currentPlace());
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      if (given['json'] === true) terminal.print(JSON.stringify({ problems: error.problems }));
      terminal.complain(error.message);
      return EXIT.failed;
    }
    const settings = describeConfig(config);
    if (given['json'] === true) {
      terminal.print(JSON.stringify({ settings, warnings: config.warnings }, null, 2));
      return EXIT.ok;
    }
    for (const line of tables(settings)) terminal.print(line);
    for (const warning of config.warnings) terminal.complain(`\nWarning: ${warning}`);
    return EXIT.ok;
  },
};

function tables(settings: readonly Setting[]): string[] {
  const width = Math.max(...settings.map(({ name }) => name.length));
  return Object.entries(TOPICS).flatMap(([topic, variables], at) => {
    const rows = settings
      .filter(({ name }) => Object.hasOwn(variables, name))
      .map((setting) => [setting.name.padEnd(width), shown(setting)] as const);
    return [...(at === 0 ? [] : ['']), topic, ...columns(rows)];
  });
}

function shown({ value, origin, whenUnset }: Setting): string {
  if (value === null) return whenUnset === undefined ? '(not set)' : `(not set: ${whenUnset})`;
  return origin === 'default' ? value : `${value}  [${origin}]`;
}
