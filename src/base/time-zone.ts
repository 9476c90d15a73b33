import { invalid } from './errors.ts';

/** Asking the runtime costs more than planning a whole search, and people live in a few zones. */
const known = new Map<string, string>();
/** Names may be spelled in capitals and small letters at will, so there are more than zones. */
const KNOWN_MAX = 1_000;

/**
 * The zone that somebody has named, as the IANA database writes it, however it was spelled. Refuses what is none, and offsets such as
 * +01:00: they are known to the runtime, but not to everything that computes with the name.
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
    // The only way to ask whether a zone exists is to try; anything but "no such zone" is a defect.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
