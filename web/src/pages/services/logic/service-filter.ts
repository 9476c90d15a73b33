import type { ServicesOverview } from '../../../../../src/contract/service-health.ts';

type Entry = ServicesOverview['services'][number];

export const SERVICE_VIEWS = [
  { view: 'all', label: 'All' },
  { view: 'bad', label: 'Unhealthy' },
  { view: 'unknown', label: 'Unknown' },
] as const;
type ServiceView = (typeof SERVICE_VIEWS)[number]['view'];

interface ServiceFilter {
  readonly words: string;
  readonly view: ServiceView;
}

export const NO_SERVICE_FILTER: ServiceFilter = { words: '', view: 'all' };

/** Every word occurs in the service's name, owner or one of its tags. */
export function matchesService(
  service: Pick<Entry, 'name' | 'owner' | 'tags' | 'state'>,
  { words, view }: ServiceFilter,
): boolean {
  const text = [service.name, service.owner ?? '', ...service.tags].join('\n').toLowerCase();
  const isFound = words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
  return isFound && isInView(service.state, view);
}

function isInView(state: Entry['state'], view: ServiceView): boolean {
  switch (view) {
    case 'all':
      return true;
    case 'bad':
      return state === 'critical' || state === 'degraded';
    case 'unknown':
      return state === 'unknown';
  }
}
