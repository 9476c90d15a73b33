import type { Counters } from './counters.ts';
import type { SharedCountersNeeds } from './shared/open-shared-counters.ts';

export type CountersSettings =
  | { readonly kind: 'memory' }
  | { readonly kind: 'redis'; readonly url: string };

/** Never fails because of Redis: until it is reachable, this node counts alone. */
export async function openCounters(
  needs: SharedCountersNeeds,
  settings: CountersSettings,
): Promise<Counters> {
  switch (settings.kind) {
    case 'memory': {
      const { openMemoryCounters } = await import('./memory/open-memory-counters.ts');
      return openMemoryCounters(needs);
    }
    case 'redis': {
      const { openSharedCounters } = await import('./shared/open-shared-counters.ts');
      return openSharedCounters(needs, { url: settings.url });
    }
  }
}
