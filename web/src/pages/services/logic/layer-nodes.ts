/** Layered layout of a dependency graph: a node is placed to the left of what it depends on. */

interface Edge {
  readonly from: string;
  readonly to: string;
}

interface LayeredNode {
  readonly id: string;
  /** From 0 at the left. */
  readonly layer: number;
  /** From 0 at the top of its layer. */
  readonly row: number;
}

/** Number of sweeps that move nodes close to their neighbours; more hardly change the result. */
const SWEEPS = 4;

/**
 * Deterministic: the same nodes and edges give the same layout. A cycle is cut where the traversal returns to its own
 * path.
 */
export function layerNodes(ids: readonly string[], edges: readonly Edge[]): LayeredNode[] {
  const known = new Set(ids);
  const next = new Map<string, string[]>(ids.map((id) => [id, []]));
  for (const { from, to } of edges) {
    if (known.has(from) && known.has(to) && from !== to) next.get(from)?.push(to);
  }
  const forward = cutCircles(ids, next);
  const layerOf = longestWays(ids, forward);
  const layers: string[][] = [];
  for (const id of ids) (layers[layerOf.get(id) ?? 0] ??= []).push(id);
  const tied = neighbours(forward);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) order(layers, tied);
  return layers.flatMap((layer, at) => layer.map((id, row) => ({ id, layer: at, row })));
}

type Next = ReadonlyMap<string, readonly string[]>;

/** Without the edges that lead back onto the way that is being walked. Walks without recursion: ways can be long. */
function cutCircles(ids: readonly string[], next: Next): Next {
  const kept = new Map<string, string[]>(ids.map((id) => [id, []]));
  const state = new Map<string, 'open' | 'done'>();
  for (const start of ids) {
    if (state.has(start)) continue;
    const way = [{ id: start, at: 0 }];
    state.set(start, 'open');
    for (let top = way.at(-1); top !== undefined; top = way.at(-1)) {
      const to = next.get(top.id)?.[top.at];
      top.at += 1;
      if (to === undefined) {
        state.set(top.id, 'done');
        way.pop();
      } else if (state.get(to) !== 'open') {
        kept.get(top.id)?.push(to);
        if (!state.has(to)) {
          state.set(to, 'open');
          way.push({ id: to, at: 0 });
        }
      }
    }
  }
  return kept;
}

/** Length of the longest path to each node, starting from nodes that nothing depends on. */
function longestWays(ids: readonly string[], next: Next): ReadonlyMap<string, number> {
  const waits = new Map<string, number>(ids.map((id) => [id, 0]));
  for (const to of [...next.values()].flat()) waits.set(to, (waits.get(to) ?? 0) + 1);
  const layers = new Map<string, number>(ids.map((id) => [id, 0]));
  const ready = ids.filter((id) => waits.get(id) === 0);
  for (const id of ready) {
    for (const to of next.get(id) ?? []) {
      layers.set(to, Math.max(layers.get(to) ?? 0, (layers.get(id) ?? 0) + 1));
      const left = (waits.get(to) ?? 1) - 1;
      waits.set(to, left);
      // Grows while it is walked, which ends since every edge leads on.
      if (left === 0) ready.push(to);
    }
  }
  return layers;
}

function neighbours(next: Next): ReadonlyMap<string, ReadonlySet<string>> {
  const tied = new Map<string, Set<string>>();
  const tie = (one: string, other: string): void => {
    const known = tied.get(one) ?? new Set();
    tied.set(one, known.add(other));
  };
  for (const [from, all] of next) {
    for (const to of all) {
      tie(from, to);
      tie(to, from);
    }
  }
  return tied;
}

/** Moves each node to the mean of its neighbours; a node without any keeps its position. */
function order(layers: string[][], tied: ReadonlyMap<string, ReadonlySet<string>>): void {
  for (const layer of layers) {
    const rows = new Map(layers.flatMap((each) => each.map((id, row) => [id, row] as const)));
    const wish = new Map(
      layer.map((id) => {
        const near = [...(tied.get(id) ?? [])].map((other) => rows.get(other) ?? 0);
        const sum = near.reduce((all, row) => all + row, 0);
        return [id, near.length === 0 ? (rows.get(id) ?? 0) : sum / near.length] as const;
      }),
    );
    layer.sort((a, b) => (wish.get(a) ?? 0) - (wish.get(b) ?? 0));
  }
}
