/** Positions of services on the map, and the paths of the lines between them. */
import type { State } from '../../../../../src/charts/colors.ts';
import type { ServiceMap } from '../../../../../src/contract/service-health.ts';
import { layerNodes } from './layer-nodes.ts';
import { SERVICE_LOOKS } from './state-words.ts';

export const NODE_WIDTH = 180;
export const NODE_HEIGHT = 48;
const GAP_X = 90;
const GAP_Y = 20;
const EDGE = 16;

type MapNode = ServiceMap['nodes'][number];

export interface Placed extends MapNode {
  readonly x: number;
  readonly y: number;
  readonly layer: number;
  readonly row: number;
}

interface Line {
  readonly from: string;
  readonly to: string;
  readonly path: string;
  /** The head of the arrow. */
  readonly tip: string;
  /** State of the dependency: a line to an unhealthy service is highlighted. */
  readonly look: State;
}

interface PlacedMap {
  readonly nodes: readonly Placed[];
  readonly edges: readonly Line[];
  readonly width: number;
  readonly height: number;
}

export function placeMap({ nodes, edges }: ServiceMap): PlacedMap {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const layered = layerNodes(
    nodes.map(({ id }) => id),
    edges,
  );
  const rowsMax = Math.max(1, ...layered.map(({ row }) => row + 1));
  const rowsOf = Map.groupBy(layered, ({ layer }) => layer);
  const placed = layered.flatMap(({ id, layer, row }): Placed[] => {
    const node = byId.get(id);
    if (node === undefined) return [];
    // Centres each layer vertically.
    const above = (rowsMax - (rowsOf.get(layer)?.length ?? 1)) / 2;
    const x = EDGE + layer * (NODE_WIDTH + GAP_X);
    const y = EDGE + (row + above) * (NODE_HEIGHT + GAP_Y);
    return [{ ...node, layer, row, x, y }];
  });
  return {
    nodes: placed,
    edges: linesOf(placed, edges),
    width: 2 * EDGE + Math.max(1, rowsOf.size) * (NODE_WIDTH + GAP_X) - GAP_X,
    height: 2 * EDGE + rowsMax * (NODE_HEIGHT + GAP_Y) - GAP_Y,
  };
}

function linesOf(placed: readonly Placed[], edges: ServiceMap['edges']): Line[] {
  const byId = new Map(placed.map((node) => [node.id, node]));
  return edges.flatMap(({ from, to }): Line[] => {
    const [start, end] = [byId.get(from), byId.get(to)];
    if (start === undefined || end === undefined) return [];
    const [x, y] = [start.x + NODE_WIDTH, start.y + NODE_HEIGHT / 2];
    const [toX, toY] = [end.x - 1, end.y + NODE_HEIGHT / 2];
    // What leads back runs around in a wide curve.
    const bend = toX > x ? (toX - x) / 2 : GAP_X;
    const path = `M${x} ${y}C${x + bend} ${y} ${toX - bend} ${toY} ${toX - 6} ${toY}`;
    const tip = `M${toX} ${toY}l-8 -4v8Z`;
    return [{ from, to, path, tip, look: SERVICE_LOOKS[end.state].look }];
  });
}

/** Where an arrow key leads: along the lines sideways, up and down within a layer. */
export function stepFrom(
  nodes: readonly Placed[],
  edges: readonly Pick<Line, 'from' | 'to'>[],
  id: string,
  key: string,
): string | undefined {
  const here = nodes.find((node) => node.id === id);
  if (here === undefined) return undefined;
  const beside = (step: number): string | undefined =>
    nodes.find(({ layer, row }) => layer === here.layer && row === here.row + step)?.id;
  switch (key) {
    case 'ArrowRight':
      return edges.find(({ from }) => from === id)?.to;
    case 'ArrowLeft':
      return edges.find(({ to }) => to === id)?.from;
    case 'ArrowDown':
      return beside(1);
    case 'ArrowUp':
      return beside(-1);
    default:
      return undefined;
  }
}
