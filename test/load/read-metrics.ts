/** Reads figures from `/metrics`, which answers programs of the same machine. */
export async function scrape(url: string): Promise<string> {
  return (await fetch(`${url}/metrics`)).text();
}

/** The sum of all series of this name whose labels hold the text. */
export function readMetric(name: string, text: string, label = ''): number {
  return linesOf(text, name)
    .filter(({ labels }) => labels.includes(label))
    .reduce((sum, { value }) => sum + value, 0);
}

export interface HistogramFigures {
  readonly count: number;
  /** The upper bounds of the buckets in which these lie. */
  readonly p50: number;
  readonly p99: number;
  /** The same for the largest of all. */
  readonly most: number;
}

/** What came to a histogram between two looks at it. */
export function readHistogram(name: string, before: string, after: string): HistogramFigures {
  const buckets = new Map<number, number>();
  for (const [text, sign] of [
    [before, -1],
    [after, 1],
  ] as const) {
    for (const { labels, value } of linesOf(text, `${name}_bucket`)) {
      const bound = Number((/le="([^"]+)"/.exec(labels)?.[1] ?? '').replace('+Inf', 'Infinity'));
      buckets.set(bound, (buckets.get(bound) ?? 0) + sign * value);
    }
  }
  const bounds = [...buckets].toSorted(([a], [b]) => a - b);
  const count = bounds.at(-1)?.[1] ?? 0;
  const at = (part: number): number =>
    bounds.find(([, below]) => below >= count * part)?.[0] ?? Number.NaN;
  return { count, p50: at(0.5), p99: at(0.99), most: at(1) };
}

function linesOf(text: string, name: string): { labels: string; value: number }[] {
  return text.split('\n').flatMap((line) => {
    const match = /^(\w+)(\{[^}]*\})? (\S+)/.exec(line);
    if (match === null || match[1] !== name) return [];
    return [{ labels: match[2] ?? '', value: Number(match[3]) }];
  });
}
