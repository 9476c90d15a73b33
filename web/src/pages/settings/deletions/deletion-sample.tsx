import { List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { textOf } from '../../../../../src/charts/chart-data.ts';
import type { DeletionPreview } from '../../../../../src/contract/log-deletions.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { Loading } from '../../../parts/loading.tsx';
import type { Row } from '../../../query/rows/log-event.ts';

const SAMPLE_ROWS = 5;
/** A line of the sample is there to be recognized, not to be read. */
const LINE_CHARACTERS_MAX = 240;

/** The newest of the events that would be deleted, in the range that was counted. */
export function DeletionSample({ counted }: { readonly counted: DeletionPreview }) {
  const { query, from, to, matched } = counted;
  const sample = useQuery({
    queryKey: ['deletion-sample', query, from, to],
    queryFn: async ({ signal }) =>
      call(
        api.search,
        { query: { query, earliest: from, latest: to, limit: SAMPLE_ROWS } },
        signal,
      ),
  });
  if (sample.isPending) return <Loading />;
  if (sample.error !== null) return <ErrorNotice error={sample.error} />;
  const rows = sample.data.data.rows.map((row): Row => ({ ...row }));
  return (
    <div>
      <Text size="sm" fw={500}>
        {rows.length < matched ? `Newest ${rows.length} matching events` : 'All matching events'}
      </Text>
      <List size="xs" listStyleType="none" aria-label="Sample">
        {rows.map((row) => (
          <List.Item key={String(row['_id'])}>
            <Text ff="monospace" size="xs" className="xp-foreign">
              {textOf(row['event'] ?? row['_raw']).slice(0, LINE_CHARACTERS_MAX)}
            </Text>
          </List.Item>
        ))}
      </List>
    </div>
  );
}
