import {
  readServiceHealth,
  readServiceMap,
  readServicesOverview,
} from '../../../contract/service-health.ts';
import { cell } from './cells.ts';
import type { RunTool } from './tool.ts';

export const servicesList: RunTool<'services_list'> = async (caller) => {
  const { data } = await caller.call(readServicesOverview);
  const worstFirst = data.services.toSorted((a, b) => (a.score ?? 101) - (b.score ?? 101));
  return {
    head: (shown) => `${shown} of ${data.services.length} services, worst first`,
    tables: [
      {
        columns: ['id', 'name', 'tier', 'score', 'worstKpi', 'since'],
        rows: worstFirst.map(({ id, name, tier, score, reason, since }) => [
          id,
          name,
          cell(tier),
          cell(score),
          reason === null ? '' : reason.kpi,
          cell(since),
        ]),
      },
    ],
    cut: data.isCut ? ['rows'] : [],
    next: 'service_get with an id',
  };
};

export const serviceGet: RunTool<'service_get'> = async (caller, { id }) => {
  const { data: health } = await caller.call(readServiceHealth, { params: { id } });
  const { data: map } = await caller.call(readServiceMap);
  const needed = map.edges.filter(({ from }) => from === id).map(({ to }) => to);
  return {
    head: () => `${health.state}, score ${health.score ?? 'unknown'}, as of ${health.asOf}`,
    tables: [
      {
        title: 'reasons',
        columns: ['lost', 'kpi', 'value', 'limit', 'since'],
        rows: health.reasons.map(({ lost, kpi, value, unit, limit, since, detail }) => [
          cell(lost),
          kpi,
          value === null ? detail : `${value}${unit}`,
          cell(limit),
          cell(since),
        ]),
      },
      {
        title: 'causes',
        columns: ['cause', 'service', 'since', 'why'],
        rows: health.likelyCauses.map(({ serviceId, service, since, state }) => [
          serviceId,
          service,
          cell(since),
          `${state}, and degraded before this service`,
        ]),
      },
      {
        title: 'dependencies',
        columns: ['dependsOn', 'score'],
        rows: map.nodes
          .filter((node) => needed.includes(node.id))
          .map(({ name, score }) => [name, cell(score)]),
      },
    ],
    next: 'alerts_list, then logs_patterns of the service',
  };
};
