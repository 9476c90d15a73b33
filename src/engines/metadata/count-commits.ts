import type { Metrics } from '../../base/metrics.ts';
import type { Metadata } from './metadata.ts';

/** The same store, which tells how many transactions were committed. */
export function countCommits(metadata: Metadata, metrics: Metrics): Metadata {
  const commits = metrics.counter(
    'xplain_metadata_commits_total',
    'Metadata transactions committed by this node.',
  );
  return {
    ...metadata,
    async transaction(work) {
      const result = await metadata.transaction(work);
      commits.add(1);
      return result;
    },
  };
}
