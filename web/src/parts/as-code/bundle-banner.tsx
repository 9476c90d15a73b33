import { Alert } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { bundleThingQuery } from '../../data/bundle-things-query.ts';
import { Icon } from '../icons.tsx';
import { TimeText } from '../time-text.tsx';
import type { ThingProps } from './thing.ts';

/** Shows which bundle owns an object, and the manual changes since it was last applied. */
export function BundleBanner({ kind, id, bundle }: ThingProps & { readonly bundle: string }) {
  const thing = useQuery(bundleThingQuery(kind, id));
  useFreshDrift({ kind, id });
  const drift = thing.data?.drift ?? [];
  const appliedAt = thing.data?.appliedAt ?? null;
  return (
    <Alert
      color={drift.length > 0 ? 'yellow' : 'blue'}
      variant="light"
      icon={<Icon name={drift.length > 0 ? 'warning' : 'info'} />}
      role="note"
      aria-label="Configuration as code"
      p="xs"
    >
      Managed by the bundle <b className="xp-foreign">{bundle}</b>
      {appliedAt !== null && (
        <>
          , last applied <TimeText at={appliedAt} />
        </>
      )}
      .{' '}
      {drift.length > 0 ? (
        <>
          Changed manually since then: <b>{drift.join(', ')}</b>. The next apply overwrites these
          changes.
        </>
      ) : (
        'Changes you make here last until the next apply.'
      )}
    </Alert>
  );
}

/** Any save while the page is open may be a manual edit, so the drift is reloaded. */
function useFreshDrift({ kind, id }: ThingProps): void {
  const answers = useQueryClient();
  useEffect(
    () =>
      answers.getMutationCache().subscribe(({ type, mutation }) => {
        if (type !== 'updated' || mutation.state.status !== 'success') return;
        void answers.invalidateQueries(bundleThingQuery(kind, id));
      }),
    [answers, kind, id],
  );
}
