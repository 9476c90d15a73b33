import { textOption, type Given, type Terminal } from '../command.ts';
import type { Server } from './call-server.ts';
import { serverAddress } from './server-address.ts';

export interface Credential {
  /** The environment variable that contains it. */
  readonly variable: string;
  /** The error message if it is not set. */
  readonly complaint: string;
}

/**
 * The server address, from --url or XPLAIN_URL, and the credential. Undefined if an option is invalid; the error has
 * already been printed.
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
