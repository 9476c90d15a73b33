/** Cuts a window into stretches of bounded size. Pure. */
export interface Count {
  readonly from: number;
  readonly to: number;
  readonly rows: number;
}

/**
 * Merges neighbours as long as they stay within `rowsMax`; a larger one stays separate. Together the slices cover every
 * row; slices without rows are left out.
 */
export function planSlices(counts: readonly Count[], rowsMax: number): Count[] {
  const slices: Count[] = [];
  let open: Count | undefined;
  for (const count of counts) {
    if (count.rows === 0) continue;
    if (open !== undefined && open.rows + count.rows <= rowsMax) {
      open = { from: open.from, to: count.to, rows: open.rows + count.rows };
      continue;
    }
    if (open !== undefined) slices.push(open);
    open = count;
  }
  if (open !== undefined) slices.push(open);
  return slices;
}
