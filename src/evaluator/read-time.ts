/** The time a line starts with, as a number that grows with time; undefined when it names none. */

const ISO = /\b(\d{4})[-/](\d{2})[-/](\d{2})[T ](\d{2}):(\d{2}):(\d{2})(?:[.,](\d{1,6}))?/;
const CLOCK = /(?:^|[\s[(])(\d{2}):(\d{2}):(\d{2})(?:[.,](\d{1,6}))?/;
const EPOCH = /"(?:time|ts|timestamp)"\s*:\s*(\d{10,13}(?:\.\d+)?)/;

export function readTime(text: string): number | undefined {
  const iso = ISO.exec(text);
  if (iso !== null) {
    const [, year, month, day, hour, minute, second, part] = iso;
    const whole = Date.UTC(
      +(year ?? 0),
      +(month ?? 0) - 1,
      +(day ?? 0),
      +(hour ?? 0),
      +(minute ?? 0),
      +(second ?? 0),
    );
    return whole + fraction(part);
  }
  const epoch = EPOCH.exec(text)?.[1];
  if (epoch !== undefined) return epoch.length >= 13 ? Number(epoch) : Number(epoch) * 1_000;
  const clock = CLOCK.exec(text);
  if (clock === null) return undefined;
  const [, hour, minute, second, part] = clock;
  return ((+(hour ?? 0) * 60 + +(minute ?? 0)) * 60 + +(second ?? 0)) * 1_000 + fraction(part);
}

function fraction(digits: string | undefined): number {
  return digits === undefined ? 0 : Number(`0.${digits}`) * 1_000;
}
