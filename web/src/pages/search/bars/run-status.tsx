import { useEffect, useState } from 'react';
import type { SearchRun } from '../../../query/read/use-search.ts';
import { formatBytes, countOf, durationText, formatCount } from '../../../parts/sizes.ts';

interface RunStatusProps {
  readonly run: SearchRun;
  readonly isTable: boolean;
  /** Number of events found; undefined if they have not been counted. */
  readonly total: number | undefined;
}

/** What a search is doing, or what it did and what that took. */
export function RunStatus({ run, isTable, total }: RunStatusProps) {
  return (
    <output
      className="sx-status"
      title={run.isRunning ? undefined : statusText(run, isTable, total)}
    >
      {run.isRunning ? <Running run={run} /> : statusText(run, isTable, total)}
    </output>
  );
}

function statusText(run: SearchRun, isTable: boolean, total: number | undefined): string {
  const { stats } = run;
  if (run.isCancelled) return 'Cancelled';
  if (stats === undefined) return '';
  const matched = stats.matchedAtLeast === true ? total : (stats.matched ?? total);
  const count = run.rows.length;
  const noun = isTable ? 'row' : 'event';
  const found =
    !isTable && matched !== undefined && matched > count
      ? `${formatCount(count)} of ${countOf(matched, noun)}`
      : run.hasMore && matched === undefined
        ? `${formatCount(count)}+ ${noun}s`
        : countOf(count, noun);
  const read = `${formatCount(stats.scannedRows)} rows, ${formatBytes(stats.scannedBytes)} scanned`;
  return `${found} · ${durationText(stats.elapsedMs)} · ${read}`;
}

const TICK_MS = 100;

function Running({ run: { startedAt, progress } }: { readonly run: SearchRun }) {
  const [now, setNow] = useState(startedAt);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const elapsed = Math.max(0, now - startedAt);
  // Most searches are done before anybody could read this; a flicker would tell nothing.
  const time = elapsed < 300 ? '' : ` ${durationText(elapsed)}`;
  if (progress === undefined) return <>Searching …{time}</>;
  const { rowsRead, bytesRead, totalRowsEstimate } = progress;
  const read = `${formatCount(rowsRead)} rows, ${formatBytes(bytesRead)} scanned`;
  const share =
    totalRowsEstimate === undefined || totalRowsEstimate === 0
      ? undefined
      : Math.min(1, rowsRead / totalRowsEstimate);
  return (
    <>
      Searching …{time} · {read}
      {share !== undefined && (
        <progress className="sx-progress" value={share} aria-label="Share of rows scanned" />
      )}
    </>
  );
}
