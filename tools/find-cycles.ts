/**
 * Finds the cycles of a directed graph, each once, as the nodes along one of its shortest paths. Nodes that occur only
 * as targets have no edges.
 */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const covered = new Set<string>();
  for (const start of graph.keys()) {
    if (covered.has(start)) continue;
    const cycle = shortestWayBack(graph, start);
    if (cycle === undefined) continue;
    cycles.push(cycle);
    for (const node of cycle) covered.add(node);
  }
  return cycles;
}

function shortestWayBack(
  graph: ReadonlyMap<string, readonly string[]>,
  start: string,
): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const node of queue) {
    for (const next of graph.get(node) ?? []) {
      if (next === start) return wayTo(cameFrom, start, node);
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, node);
      queue.push(next);
    }
  }
  return undefined;
}

function wayTo(cameFrom: ReadonlyMap<string, string>, start: string, end: string): string[] {
  const way = [end];
  for (let node = end; node !== start;) {
    node = cameFrom.get(node) ?? start;
    way.unshift(node);
  }
  return way;
}
