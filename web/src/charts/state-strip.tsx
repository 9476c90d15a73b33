/** The states of an object over time: worse is higher and redder, and unmeasured times are hatched. */
import { formatInstant } from '../../../src/charts/clock.ts';
import type { State } from '../../../src/charts/colors.ts';
import './state-strip.css';

export interface StripCell {
  /** Milliseconds since 1970. */
  readonly from: number;
  /** None where there was nothing that could have had one. */
  readonly look: State | 'none';
  /** What it was, e.g. “too few events”. */
  readonly word: string;
}

interface StateStripProps {
  readonly label: string;
  readonly cells: readonly StripCell[];
  readonly cellMs: number;
  readonly timeZone: string;
}

export function StateStrip({ label, cells, cellMs, timeZone }: StateStripProps) {
  return (
    <div
      className="st-strip"
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an image could not take the colours of the page
      role="img"
      aria-label={`${label}: ${stripWords(cells)}`}
    >
      {runsOf(cells).map(({ from, look, word, count }) => (
        <span
          key={from}
          data-state={look}
          style={{ flexGrow: count }}
          title={`${timeOf(from, timeZone)} to ${timeOf(from + count * cellMs, timeZone)}: ${word}`}
        />
      ))}
    </div>
  );
}

/** What the hatching and the heights mean. */
export function StripLegend({ words }: { readonly words: Readonly<Record<State, string>> }) {
  return (
    <ul className="st-legend">
      {(['ok', 'warning', 'critical', 'unknown'] as const).map((look) => (
        <li key={look}>
          <span className="st-sample" aria-hidden="true">
            <span data-state={look} />
          </span>
          {words[look]}
        </li>
      ))}
    </ul>
  );
}

interface Run extends StripCell {
  readonly count: number;
}

/** Merges adjacent equal cells into one run. */
function runsOf(cells: readonly StripCell[]): Run[] {
  const runs: (Omit<Run, 'count'> & { count: number })[] = [];
  for (const cell of cells) {
    const last = runs.at(-1);
    if (last !== undefined && last.word === cell.word && last.look === cell.look) last.count += 1;
    else runs.push({ ...cell, count: 1 });
  }
  return runs;
}

/** `healthy 80 of 96, critical 4 of 96; last critical`. */
function stripWords(cells: readonly StripCell[]): string {
  const last = cells.at(-1);
  if (last === undefined) return 'no data';
  const counts = new Map<string, number>();
  for (const { word } of cells) counts.set(word, (counts.get(word) ?? 0) + 1);
  const words = [...counts].map(([word, count]) => `${word} ${count} of ${cells.length}`);
  return `${words.join(', ')}; last ${last.word}`;
}

function timeOf(ms: number, timeZone: string): string {
  return formatInstant(ms, timeZone, 'seconds').slice(0, -3);
}
