/** All dashboards: to be found, starred ones first, with who changed what. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { loadPage } from '../../../api/load-page.ts';
import { dashboardsQuery } from '../../../data/dashboards-queries.ts';
import { Icon } from '../../../parts/icons.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { DashboardTable } from './dashboard-table.tsx';

const NewDashboard = lazy(async () => ({
  default: (await loadPage(import('../manage/new-dashboard.tsx'))).NewDashboard,
}));
const ImportDashboard = lazy(async () => ({
  default: (await loadPage(import('../manage/new-dashboard.tsx'))).ImportDashboard,
}));
const FirstDashboard = lazy(async () => ({
  default: (await loadPage(import('./first-dashboard.tsx'))).FirstDashboard,
}));

type Opening = 'new' | 'import';

export function DashboardsPage() {
  const { may } = useSignedIn();
  const dashboards = useQuery(dashboardsQuery);
  const [opening, setOpening] = useState<Opening>();
  const close = (): void => setOpening(undefined);
  return (
    <div style={{ padding: '14px 18px 24px' }}>
      <PageFrame
        title="Dashboards"
        isWide
        actions={
          may('dashboards:write') && (
            <>
              <Button
                variant="default"
                leftSection={<Icon name="upload" size={14} />}
                onClick={() => setOpening('import')}
              >
                Import
              </Button>
              <Button
                leftSection={<Icon name="plus" size={14} />}
                onClick={() => setOpening('new')}
              >
                Create dashboard
              </Button>
            </>
          )
        }
      >
        <QueryView query={dashboards} rows={6}>
          {(list) =>
            list.length === 0 ? (
              <Suspense>
                <FirstDashboard onOpen={setOpening} />
              </Suspense>
            ) : (
              <DashboardTable dashboards={list} />
            )
          }
        </QueryView>
      </PageFrame>
      <Suspense>
        {opening === 'new' && <NewDashboard onClose={close} />}
        {opening === 'import' && <ImportDashboard onClose={close} />}
      </Suspense>
    </div>
  );
}
