import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Limits } from '../../spec/limits.ts';
import type { LogStore } from './store.ts';

export interface OpenStoreNeeds {
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: Log;
}

export type StoreOptions =
  | { readonly kind: 'embedded'; readonly directory: string }
  | {
      readonly kind: 'clickhouse';
      /** `http(s)://user:password@host:port/database` of any node. */
      readonly url: string;
      readonly cluster: string | undefined;
      /** The nodes of the cluster in the same form; found through the cluster when left out. */
      readonly nodes?: readonly string[];
      /** Path of replicated tables in the coordination service; without it each shard has one copy. */
      readonly replicationPath?: string;
    };

/** Opens the store, creates or migrates its tables, and refuses one that a newer release wrote. */
export async function openStore(needs: OpenStoreNeeds, options: StoreOptions): Promise<LogStore> {
  switch (options.kind) {
    case 'embedded': {
      const { openEmbeddedStore } = await import('./embedded/open-embedded-store.ts');
      return openEmbeddedStore(needs, options.directory);
    }
    case 'clickhouse': {
      const { openClickhouseStore } = await import('./clickhouse/open-clickhouse-store.ts');
      return openClickhouseStore(needs, options);
    }
  }
}
