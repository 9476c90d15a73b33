import { Box } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { loadPage } from '../../../api/load-page.ts';
import { dashboardQuery } from '../../../data/dashboards-queries.ts';
import { useTimeZone } from '../../../data/organization-query.ts';
import { PageFrame, RowsSkeleton } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { EDIT_HASH } from '../logic/edit-mode.ts';
import { DashboardView } from './dashboard-view.tsx';
import { useChoice } from './use-choice.ts';

// Most visits only look.
const DashboardEditor = lazy(async () => ({
  default: (await loadPage(import('../edit/dashboard-editor.tsx'))).DashboardEditor,
}));

export function DashboardPage() {
  const { id } = useParams({ from: '/signed-in/dashboards/$id' });
  const { may } = useSignedIn();
  const { choice } = useChoice();
  const timeZone = useTimeZone();
  const navigate = useNavigate();
  const hash = useRouterState({ select: ({ location }) => location.hash });
  const dashboard = useQuery(dashboardQuery(id));
  const isEdited = hash === EDIT_HASH && may('dashboards:write');
  if (dashboard.data === undefined) {
    return (
      <Box p="md">
        <PageFrame title="Dashboard">
          <QueryView query={dashboard}>{() => null}</QueryView>
        </PageFrame>
      </Box>
    );
  }
  if (!isEdited) return <DashboardView key={id} dashboard={dashboard.data} />;
  return (
    <Suspense fallback={<RowsSkeleton rows={8} />}>
      <DashboardEditor
        key={id}
        dashboard={dashboard.data}
        choice={choice}
        timeZone={timeZone}
        onLeave={() => void navigate({ to: '.', search: true, hash: '' })}
      />
    </Suspense>
  );
}
