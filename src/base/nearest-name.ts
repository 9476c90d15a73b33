/** The known name closest to `name`, or undefined if none is similar. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase();
  let nearest: string | undefined;
  let nearestDistance = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= nearestDistance) continue;
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance < nearestDistance) {
      nearest = candidate;
      nearestDistance = distance;
    }
  }
  return nearest;
}

/** Edit distance: insertions, deletions, substitutions and transpositions of adjacent characters. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const replaced = cell(last, column - 1) + (isSame ? 0 : 1);
      const inserted = cell(current, column - 1) + 1;
      const deleted = cell(last, column) + 1;
      const swapped = isSwap ? cell(beforeLast, column - 2) + 1 : Infinity;
      current.push(Math.min(replaced, inserted, deleted, swapped));
    }
    beforeLast = last;
    last = current;
  }
  return cell(last, to.length);
}

function cell(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
