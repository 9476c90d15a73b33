/** An input that does not fit into one call, as parts in the order of its rows. Only where the request asks for it. */
import type { Row } from '../../../patterns/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { prepareLines } from './prepare-lines.ts';
import type { PreparedRows } from './prepared-input.ts';
import type { FoundEvents, RunRequest } from './run-request.ts';
import type { Judge } from './write-preview.ts';

const { inputPartsMax } = LIMITS.evaluation;
/** Preparing takes time, so not every number of parts is tried. */
const TRIED = [2, 4, 7, inputPartsMax];

/** The first part, with the others in it; figures about rows and tokens are about all of them. */
export function prepareParts(
  request: RunRequest,
  rows: readonly Row[],
  judge: Pick<Judge, 'isOffline'>,
  events?: FoundEvents,
): PreparedRows {
  const whole = prepareLines(request, rows, judge, events);
  if (request.isSplit !== true || isComplete(whole, rows.length)) return whole;
  let parts: readonly PreparedRows[] = [whole];
  for (const count of TRIED) {
    const ranges = rangesOf(rows.length, count);
    parts = ranges.map(([start, end]) =>
      prepareLines(request, rows.slice(start, end), judge, eventsOf(events, start, end), start),
    );
    if (parts.every((part, at) => isComplete(part, lengthOf(ranges[at])))) break;
  }
  return joined(whole, parts);
}

/** Every row is there, by itself or in a pattern. Cut rows are cut in any part. */
function isComplete(part: PreparedRows, rows: number): boolean {
  return part.inputRowCount === rows && part.droppedTemplates === 0 && !part.isOverBudget;
}

type Range = readonly [start: number, end: number];

function rangesOf(rows: number, parts: number): Range[] {
  const size = Math.max(1, Math.ceil(rows / parts));
  const count = Math.ceil(rows / size);
  return Array.from({ length: count }, (_, at) => [at * size, Math.min(rows, (at + 1) * size)]);
}

function lengthOf(range: Range | undefined): number {
  return range === undefined ? 0 : range[1] - range[0];
}

function eventsOf(
  events: FoundEvents | undefined,
  start: number,
  end: number,
): FoundEvents | undefined {
  return events && { ...events, eventIds: events.eventIds.slice(start, end) };
}

function joined(whole: PreparedRows, parts: readonly PreparedRows[]): PreparedRows {
  const [first, ...laterParts] = parts;
  if (first === undefined || laterParts.length === 0) return whole;
  const sum = (of: (part: PreparedRows) => number): number =>
    parts.reduce((total, part) => total + of(part), 0);
  return {
    ...first,
    laterParts,
    isCompressed: parts.some((part) => part.isCompressed),
    inputRowCount: sum((part) => part.inputRowCount),
    uniqueTemplates: sum((part) => part.uniqueTemplates),
    droppedTemplates: sum((part) => part.droppedTemplates),
    rareLineCount: sum((part) => part.rareLineCount),
    isClipped: parts.some((part) => part.isClipped),
    isOverBudget: parts.some((part) => part.isOverBudget),
    tokens: {
      uncompressed: whole.tokens.uncompressed,
      compressed: sum((part) => part.tokens.compressed),
      lines: sum((part) => part.tokens.lines),
    },
    rowsSha256: whole.rowsSha256,
  };
}
