import { textOption, type Given, type Terminal } from '../command.ts';
import type { Server } from './call-server.ts';
import { serverAddress } from './server-address.ts';

export interface Credential {
  /** The variable of the environment that holds it. */
  readonly variable: string;
  /** What to tell whoever has not set it. */
  readonly complaint: string;
}

/**
 * Where a command calls, by --url or XPLAIN_URL, and as whom. Undefined when something cannot be used, which has been
 * told then.
 */
export function readAccess(
  terminal: Terminal,
  given: Given,
  { variable, complaint }: Credential,
): Omit<Server, 'timeoutMs'> | undefined {
  const { XPLAIN_URL: address, [variable]: token } = terminal.environment;
  const option = textOption(given, 'url');
  const url =
    option === undefined && address
      ? serverAddress(terminal, address, 'XPLAIN_URL')
      : serverAddress(terminal, option);
  if (url === undefined) return undefined;
  if (!token) {
    terminal.complain(`xplain: ${complaint}`);
    return undefined;
  }
  return { url, token, tell: (line) => terminal.complain(line) };
}
