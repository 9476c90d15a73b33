/** A row, cut where a verified quote begins and ends. */
export interface QuoteParts {
  readonly before: string;
  readonly quote: string;
  readonly after: string;
}

const AROUND_CHARACTERS_MAX = 160;

/** Returns the row without a mark if the offsets are outside it: a wrong mark is worse than none. */
export function quoteParts(row: string, start: number | null, end: number | null): QuoteParts {
  const isInside = start !== null && end !== null && start >= 0 && end > start && end <= row.length;
  if (!isInside) return { before: shortened(row, 2 * AROUND_CHARACTERS_MAX), quote: '', after: '' };
  const before = row.slice(0, start);
  const cutBefore =
    before.length > AROUND_CHARACTERS_MAX ? `…${before.slice(-AROUND_CHARACTERS_MAX)}` : before;
  return {
    before: cutBefore,
    quote: row.slice(start, end),
    after: shortened(row.slice(end), AROUND_CHARACTERS_MAX),
  };
}

function shortened(text: string, charactersMax: number): string {
  return text.length > charactersMax ? `${text.slice(0, charactersMax)}…` : text;
}
