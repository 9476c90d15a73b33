/** Takes a line apart: a raw row is one segment, a pattern is its template and each of its samples. */

export interface Segment {
  /** Index of the line. */
  readonly line: number;
  /** Where the segment starts in its line. */
  readonly start: number;
  readonly text: string;
  /** Number of rows the segment represents: those of the pattern for its template, one for a sample. */
  readonly count: number;
  /** Number of rows the whole line represents. */
  readonly ofLine: number;
  readonly isTemplate: boolean;
}

const COUNT = /^\[(\d{1,9})x\] /;
const SAMPLES = ' e.g. ';
const BETWEEN = ' | ';

export function readSegments(lines: readonly string[]): Segment[] {
  return lines.flatMap((text, line) => segmentsOf(text, line));
}

/** Whether the lines are patterns, which are ordered by count instead of time. */
export function areCompressed(lines: readonly string[]): boolean {
  return lines.length > 0 && lines.every((line) => COUNT.test(line));
}

function segmentsOf(text: string, line: number): Segment[] {
  const head = COUNT.exec(text);
  if (head === null) return [{ line, start: 0, text, count: 1, ofLine: 1, isTemplate: false }];
  const count = Number(head[1]);
  const start = head[0].length;
  const samplesAt = count > 1 ? text.indexOf(SAMPLES, start) : -1;
  const end = samplesAt < 0 ? text.length : samplesAt;
  const segments: Segment[] = [
    { line, start, text: text.slice(start, end), count, ofLine: count, isTemplate: samplesAt >= 0 },
  ];
  for (let at = samplesAt < 0 ? -1 : samplesAt + SAMPLES.length; at >= 0;) {
    const next = text.indexOf(BETWEEN, at);
    const sample = text.slice(at, next < 0 ? text.length : next);
    segments.push({ line, start: at, text: sample, count: 1, ofLine: count, isTemplate: false });
    at = next < 0 ? -1 : next + BETWEEN.length;
  }
  return segments;
}
