import {
  ConfigError,
  currentPlace,
  loadConfig,
  publicUrlFor,
  type Config,
} from '../../src/config/index.ts';
import { UsageError, type Terminal } from '../command.ts';

/**
 * The origin of the server: as given, or as configured here. Undefined if the configuration is invalid; the error has
 * already been printed.
 */
export function serverAddress(
  terminal: Terminal,
  given: unknown,
  givenBy = '--url',
): string | undefined {
  if (typeof given === 'string') {
    const parsed = URL.parse(given);
    if (parsed !== null && /^https?:$/.test(parsed.protocol)) return parsed.origin;
    throw new UsageError(`${givenBy} must start with http:// or https://`);
  }
  try {
    const { http }: Config = loadConfig(terminal.environment, currentPlace());
    return publicUrlFor({ ...http, publicUrl: undefined }, http.port);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    terminal.complain(error.message);
    return undefined;
  }
}
