import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Metrics } from '../../base/metrics.ts';
import { countCommits } from './count-commits.ts';
import type { Metadata } from './metadata.ts';

/** Where the metadata lives: a file for one process, or a PostgreSQL database for many. */
export type MetadataPlace =
  | { readonly kind: 'sqlite'; readonly path: string }
  | { readonly kind: 'postgres'; readonly url: string };

export interface MetadataNeeds {
  readonly clock: Clock;
  readonly log: Log;
  /** Where commits are counted. */
  readonly metrics?: Metrics;
}

/** Opens the store and brings its schema up to date; refuses a schema that a newer version wrote. */
export async function openMetadata(needs: MetadataNeeds, place: MetadataPlace): Promise<Metadata> {
  const { metrics } = needs;
  const metadata = await openPlace(needs, place);
  return metrics === undefined ? metadata : countCommits(metadata, metrics);
}

/** Copies a consistent snapshot of a file, even while a process writes to it. */
export async function copySqliteFile(from: string, to: string): Promise<void> {
  const { copySqlite } = await import('./sqlite/copy-sqlite.ts');
  await copySqlite(from, to);
}

async function openPlace(needs: MetadataNeeds, place: MetadataPlace): Promise<Metadata> {
  switch (place.kind) {
    case 'sqlite': {
      const { openSqlite } = await import('./sqlite/open-sqlite.ts');
      return openSqlite(needs, place.path);
    }
    case 'postgres': {
      const { openPostgres } = await import('./postgres/open-postgres.ts');
      return openPostgres(needs, place.url);
    }
  }
}
