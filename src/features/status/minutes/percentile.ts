/** Returns the value below which this share of the sorted values lies; null if there are none. */
export function percentile(sorted: Float64Array, share: number): number | null {
  if (sorted.length === 0) return null;
  const at = Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1);
  return sorted[Math.max(0, at)] ?? null;
}
