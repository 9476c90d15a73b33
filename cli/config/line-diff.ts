/** Line-by-line differences between two texts. */
const STEPS_MAX = 4_000_000;
const CONTEXT = 2;

/** Lines with `-` and `+` in front, and a few around them; empty when both are the same. */
export function lineDiff(before: string, after: string): string[] {
  if (before === after) return [];
  const left = before.split('\n');
  const right = after.split('\n');
  let start = 0;
  while (start < Math.min(left.length, right.length) && left[start] === right[start]) start += 1;
  let end = 0;
  const shortest = Math.min(left.length, right.length) - start;
  while (end < shortest && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  const around = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`);
  return [
    ...around(left.slice(Math.max(0, start - CONTEXT), start)),
    ...changes(left.slice(start, left.length - end), right.slice(start, right.length - end)),
    ...around(left.slice(left.length - end, left.length - end + CONTEXT)),
  ];
}

function changes(left: readonly string[], right: readonly string[]): string[] {
  const gone = (line: string): string => `- ${line}`;
  const come = (line: string): string => `+ ${line}`;
  if (left.length * right.length > STEPS_MAX) return [...left.map(gone), ...right.map(come)];
  const common = commonLengths(left, right);
  const lines: string[] = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      lines.push(`  ${left[i] ?? ''}`);
      i += 1;
      j += 1;
    } else if (
      j >= right.length ||
      (i < left.length && at(common, i + 1, j) >= at(common, i, j + 1))
    ) {
      lines.push(gone(left[i] ?? ''));
      i += 1;
    } else {
      lines.push(come(right[j] ?? ''));
      j += 1;
    }
  }
  return lines;
}

interface Lengths {
  readonly width: number;
  readonly values: Uint32Array;
}

function at({ width, values }: Lengths, i: number, j: number): number {
  return values[i * width + j] ?? 0;
}

/** Length of the longest common subsequence of the remaining lines, for each pair of positions. */
function commonLengths(left: readonly string[], right: readonly string[]): Lengths {
  const width = right.length + 1;
  const values = new Uint32Array((left.length + 1) * width);
  const lengths = { width, values };
  for (let i = left.length - 1; i >= 0; i -= 1) {
    for (let j = right.length - 1; j >= 0; j -= 1) {
      values[i * width + j] =
        left[i] === right[j]
          ? at(lengths, i + 1, j + 1) + 1
          : Math.max(at(lengths, i + 1, j), at(lengths, i, j + 1));
    }
  }
  return lengths;
}
