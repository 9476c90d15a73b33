import type { Counters } from './counters.ts';
import type { SharedCountersNeeds } from './shared/open-shared-counters.ts';

export type CountersSettings =
  | { readonly kind: 'memory' }
  | { readonly kind: 'redis'; readonly url: string };

/** Never fails for want of Redis: then this node counts by itself until it is there. */
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
