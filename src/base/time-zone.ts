import { invalid } from './errors.ts';

/** Asking the runtime costs more than planning a whole search, and people live in a few zones. */
const known = new Map<string, string>();
/** Names may be spelled in capitals and small letters at will, so there are more than zones. */
const KNOWN_MAX = 1_000;

/**
 * Returns the canonical IANA name of a time zone in any spelling. Rejects unknown zones and offsets such as +01:00,
 * which the runtime supports, but not everything that calculates with the name.
 */
export function requireTimeZone(path: string, spelling: string): string {
  const name = known.get(spelling) ?? readName(spelling);
  if (name === undefined) {
    throw invalid(path, 'Unknown time zone. Use an IANA name such as Europe/Berlin.');
  }
  if (known.size >= KNOWN_MAX) known.clear();
  known.set(spelling, name);
  return name;
}

function readName(spelling: string): string | undefined {
  if (!/^[A-Za-z]/.test(spelling)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: spelling }).resolvedOptions().timeZone;
  } catch (error) {
    // Trying is the only way to test for a zone; any other error is a bug.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
