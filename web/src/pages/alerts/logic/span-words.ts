/** Durations as users read and type them; the API uses seconds. */
const UNITS = [
  { seconds: 86_400, word: 'day', short: 'd' },
  { seconds: 3_600, word: 'hour', short: 'h' },
  { seconds: 60, word: 'minute', short: 'm' },
  { seconds: 1, word: 'second', short: 's' },
] as const;

/** `5 minutes`, `1 hour 30 minutes`; 90 minutes are no fraction of anything. */
export function spanWords(seconds: number): string {
  if (seconds <= 0) return '0 seconds';
  const parts: string[] = [];
  let rest = seconds;
  for (const { seconds: size, word } of UNITS) {
    const count = Math.floor(rest / size);
    if (count === 0) continue;
    parts.push(`${count} ${word}${count === 1 ? '' : 's'}`);
    rest -= count * size;
  }
  return parts.join(' ');
}

/** `minute` instead of `1 minute`, for “the last minute” and “every minute”. */
export function oneSpan(seconds: number): string {
  return spanWords(seconds).replace(/^1 (?=\w+$)/, '');
}

/** `5m`, `1h30m`: what a field shows, and `readSpan` reads. */
export function spanText(seconds: number): string {
  if (seconds <= 0) return '0s';
  let text = '';
  let rest = seconds;
  for (const { seconds: size, short } of UNITS) {
    const count = Math.floor(rest / size);
    if (count > 0) text += `${count}${short}`;
    rest -= count * size;
  }
  return text;
}

/** Undefined if it is not a duration. A bare number means seconds. */
export function readSpan(text: string): number | undefined {
  const clean = text.toLowerCase().replaceAll(/\s+/g, '');
  if (/^\d+$/.test(clean)) return Number(clean);
  if (!/^(?:\d+(?:d|days?|h|hours?|m|min|minutes?|s|sec|seconds?))+$/.test(clean)) return undefined;
  let sum = 0;
  for (const [, count = '0', unit = 's'] of clean.matchAll(/(\d+)([dhms])[a-z]*/g)) {
    sum += Number(count) * (UNITS.find(({ short }) => short === unit)?.seconds ?? 1);
  }
  return sum;
}
