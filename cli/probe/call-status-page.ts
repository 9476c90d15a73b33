import {
  EXIT,
  UsageError,
  type ExitCode,
  type Given,
  type Option,
  type Terminal,
} from '../command.ts';
import { ApiRefusal, callApi } from '../server/call-api.ts';

const ADDRESS_DEFAULT = 'http://127.0.0.1:4100';

/** Options of all commands that call the status page. */
export const PAGE_OPTIONS: Readonly<Record<string, Option>> = {
  url: {
    type: 'string',
    value: '<address>',
    help: `Address of the status page (default: XPLAIN_STATUS_URL, or ${ADDRESS_DEFAULT}).`,
  },
  name: { type: 'string', value: '<name>', help: 'Your name, shown on the page.' },
};

/** Sends it with the operator's token, and prints what came of it. */
export async function callStatusPage(
  terminal: Terminal,
  given: Given,
  path: string,
  body: object,
  describe: (answer: unknown) => string,
): Promise<ExitCode> {
  const token = terminal.environment['XPLAIN_PROBE_ADMIN_TOKEN'];
  if (token === undefined || token === '') {
    throw new UsageError(
      'XPLAIN_PROBE_ADMIN_TOKEN is not set. Set it to the operator token of the probe.',
    );
  }
  const address = given['url'] ?? (terminal.environment['XPLAIN_STATUS_URL'] || ADDRESS_DEFAULT);
  const parsed = URL.parse(String(address));
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) {
    throw new UsageError('--url must start with http:// or https://');
  }
  try {
    const { body: answer } = await callApi({
      url: `${parsed.href.replace(/\/$/, '')}${path}`,
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body,
    });
    terminal.print(describe(answer));
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof ApiRefusal)) throw error;
    terminal.complain(`xplain: ${error.message}`);
    return EXIT.failed;
  }
}

/** A value that must be there. */
export function needed(given: Given, name: string): string {
  const value = given[name];
  if (typeof value !== 'string') throw new UsageError(`--${name} is required`);
  return value;
}

/** An id that goes into an address. */
export function idOf(given: Given): string | undefined {
  const id = given['id'];
  if (id === undefined) return undefined;
  if (typeof id !== 'string' || !/^(inc|mnt)_\w{1,40}$/.test(id)) {
    throw new UsageError('--id must be the ID of a maintenance (mnt_…) or an incident (inc_…)');
  }
  return id;
}

/** Components by their ids, separated by commas. */
export function listOf(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
