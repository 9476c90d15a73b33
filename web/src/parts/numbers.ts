/** Amounts as people read them. */

export function shortCount(count: number): string {
  if (count < 1_000) return String(count);
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

export function fullCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** `1 event`, `2 events`. */
export function countOf(count: number, noun: string): string {
  return `${fullCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** Binary units, as everywhere in this product. */
export function byteText(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  const units = ['KB', 'MB', 'GB', 'TB', 'PB'];
  const power = Math.min(units.length, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 1_024 ** power;
  return `${value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power - 1]}`;
}

export function durationText(ms: number): string {
  if (ms < 1) return '<1 ms';
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  return `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 1)} s`;
}
