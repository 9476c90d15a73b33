import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { formatInstant } from '../../../../src/charts/clock.ts';
import { ApiError, call } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';
import { useShownZone } from '../../data/shown-zone.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { Loading } from '../../parts/loading.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { sayDone } from '../../parts/ready-notice.ts';

const route = getRouteApi('/signed-in/s/$id');

/** Goes on to the page that the link stands for, which checks for itself who may see it. */
export function ShortLinkPage() {
  const { id } = route.useParams();
  const router = useRouter();
  const timeZone = useShownZone();
  const link = useQuery({
    queryKey: ['short-link', id],
    queryFn: async ({ signal }) => (await call(api.readShortLink, { params: { id } }, signal)).data,
    gcTime: 0,
    retry: false,
  });
  const { data, error } = link;
  useEffect(() => {
    if (data === undefined) return;
    const expiry = formatInstant(Date.parse(data.expiresAt), timeZone, 'seconds');
    sayDone(`Short link by ${data.createdBy}, expires ${expiry}`);
    router.history.replace(data.path);
  }, [data, router, timeZone]);
  if (error === null) return <Loading />;
  return (
    <PageFrame title="Short link">
      {error instanceof ApiError && error.status === 404 ? (
        <EmptyState icon="link" title="This short link doesn't work">
          It expired, was revoked, or belongs to another organization. Ask the person who sent it
          for a new one, or switch organizations.
        </EmptyState>
      ) : (
        <ErrorNotice error={error} onRetry={() => void link.refetch()} />
      )}
    </PageFrame>
  );
}
