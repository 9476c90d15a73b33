/** Formats numbers and sizes. Sizes are binary, as in the specification: 1 KB is 1,024 bytes. */
const UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'] as const;

export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (Math.abs(value) >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = unit === 0 || Math.abs(value) >= 100 ? 0 : 1;
  return `${trimZero(value.toFixed(digits))} ${UNITS[unit] ?? 'B'}`;
}

export function formatCount(count: number): string {
  return count.toLocaleString('en-US', { maximumFractionDigits: 2 });
}

/** `1 event`, `2 events`. */
export function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `1.9k`: never rounded up, so that nothing looks reached that is not. */
export function shortCount(count: number): string {
  for (const [size, unit] of [
    [1e9, 'G'],
    [1e6, 'M'],
    [1e3, 'k'],
  ] as const) {
    if (count >= size) {
      const value = count / size;
      return `${value >= 100 ? Math.round(value) : Math.floor(value * 10) / 10}${unit}`;
    }
  }
  return String(count);
}

export function durationText(ms: number): string {
  if (ms < 1) return '<1 ms';
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  return `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 1)} s`;
}

function trimZero(text: string): string {
  return text.endsWith('.0') ? text.slice(0, -2) : text;
}

/** How much of a limit is used, from 0 to 1; nothing of no limit, everything of a limit of nothing. */
export function shareOf(used: number, limit: number | null): number {
  if (limit === null) return 0;
  if (limit <= 0) return used > 0 ? 1 : 0;
  return Math.min(1, used / limit);
}
