import type { ServiceMap } from '../../../../../src/contract/service-health.ts';

type MapNode = ServiceMap['nodes'][number];

interface Ties {
  readonly dependsOn: readonly MapNode[];
  readonly usedBy: readonly MapNode[];
  readonly isInCircle: boolean;
}

/** Returns the neighbours of a service; services not on the map are left out. */
export function tiesOf({ nodes, edges }: ServiceMap, id: string): Ties {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const known = (ids: readonly string[]): MapNode[] => ids.flatMap((each) => byId.get(each) ?? []);
  return {
    dependsOn: known(edges.filter(({ from }) => from === id).map(({ to }) => to)),
    usedBy: known(edges.filter(({ to }) => to === id).map(({ from }) => from)),
    isInCircle: byId.get(id)?.isInCircle ?? false,
  };
}
