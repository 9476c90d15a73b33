import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { EXIT, UsageError, type Command, type Given, type Terminal } from '../command.ts';
import { ApiRefusal } from '../server/call-api.ts';
import { setUpProbe, type ProbeSetup } from '../probe/set-up-probe.ts';
import { readPassword } from '../server/read-password.ts';
import { serverAddress } from '../server/server-address.ts';

export const probeSetupCommand: Command = {
  help:
    'Creates an organization for the status probe with an ingest key, a read key, an access token for evaluation\n' +
    'previews and, if the platform has alerts, a test rule. Prints the variables for `npm run probe`, or writes them to\n' +
    'a file that only you can read. Reads the password from standard input or XPLAIN_ADMIN_PASSWORD.\n' +
    '\n' +
    'Exit codes: 0 success; 1 the platform refused a step. Everything that was created is printed.',
  options: {
    url: {
      type: 'string',
      value: '<address>',
      help: 'Platform to monitor (default: the server configured here).',
    },
    email: {
      type: 'string',
      value: '<address>',
      help: 'Account to sign in with (default: XPLAIN_ADMIN_EMAIL).',
    },
    file: {
      type: 'string',
      value: '<file>',
      help: 'Write the variables to this file, which must not exist.',
    },
  },
  examples: [
    'xplain probe setup --url https://logs.example.com --email ops@example.com --file probe.env < password',
  ],

  async run(terminal, given) {
    const url = serverAddress(terminal, given['url']);
    if (url === undefined) return EXIT.failed;
    const email = given['email'] ?? terminal.environment['XPLAIN_ADMIN_EMAIL'];
    if (typeof email !== 'string') {
      throw new UsageError('--email is required: the account to sign in with');
    }
    const password = await readPassword(terminal);
    try {
      const made = await setUpProbe({ url, email, password });
      await hand(terminal, given, variables(url, made));
      if (!made.hasAlerts) {
        terminal.complain(
          'This platform has no alert rules. The status page will show alerts as not set up.',
        );
      }
      for (const refusal of made.refusals) terminal.complain(`xplain: not created: ${refusal}`);
      return made.refusals.length === 0 ? EXIT.ok : EXIT.failed;
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      terminal.complain(`xplain: ${error.message}`);
      return EXIT.failed;
    }
  },
};

function variables(url: string, made: ProbeSetup): string[] {
  const values = {
    TARGET: url,
    INGEST_KEY: made.ingestKey,
    READ_KEY: made.readKey,
    TOKEN: made.token,
    ALERT_RULE: made.alertRule,
    ADMIN_TOKEN: randomBytes(24).toString('base64url'),
  };
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`XPLAIN_PROBE_${name}=${value}`],
  );
}

async function hand(terminal: Terminal, { file }: Given, lines: readonly string[]): Promise<void> {
  if (typeof file !== 'string') {
    for (const line of lines) terminal.print(line);
    return;
  }
  try {
    await writeFile(file, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' });
    terminal.complain(`Wrote ${file}. Copy it to the machine that runs the probe.`);
  } catch {
    // The keys exist by now and are shown only once, so they must not be lost.
    terminal.complain(`can't write ${file}, or it already exists. Variables:`);
    for (const line of lines) terminal.print(line);
  }
}
