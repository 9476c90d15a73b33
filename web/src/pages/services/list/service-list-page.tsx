import { Button, Group, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ServicesOverview } from '../../../../../src/contract/service-health.ts';
import { servicesOverviewQuery } from '../../../data/services-queries.ts';
import { Icon } from '../../../parts/icons.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { matchesService, NO_SERVICE_FILTER, SERVICE_VIEWS } from '../logic/service-filter.ts';
import { ServiceDialog } from '../service/service-dialog.tsx';
import { ServiceList } from './service-list.tsx';
import { Suggestions } from './suggestions.tsx';

/** The worst first, each with the reason for its score. */
export function ServiceListPage() {
  const { may } = useSignedIn();
  const overview = useQuery(servicesOverviewQuery);
  const [isMaking, setIsMaking] = useState(false);
  const [isSuggesting, setIsSuggesting] = useState(false);
  const isEmpty = overview.data?.services.length === 0;
  return (
    <PageFrame
      title="Services"
      isWide
      about="Services sorted by health."
      actions={
        may('services:write') && (
          <>
            {!isEmpty && (
              <Button
                variant="default"
                aria-expanded={isSuggesting}
                onClick={() => setIsSuggesting(!isSuggesting)}
              >
                Discover services
              </Button>
            )}
            <Button onClick={() => setIsMaking(true)}>Create service</Button>
          </>
        )
      }
    >
      <QueryView query={overview} rows={6}>
        {(data) => (
          <>
            {(isEmpty || isSuggesting) && (
              <Suggestions isFirst={isEmpty} onDone={() => setIsSuggesting(false)} />
            )}
            {!isEmpty && <Found overview={data} />}
          </>
        )}
      </QueryView>
      {isMaking && <ServiceDialog onClose={() => setIsMaking(false)} />}
    </PageFrame>
  );
}

function Found({ overview }: { readonly overview: ServicesOverview }) {
  const [filter, setFilter] = useState(NO_SERVICE_FILTER);
  const { services, isCut, historyProblem, asOf } = overview;
  const shown = services.filter((service) => matchesService(service, filter));
  return (
    <>
      <Group gap="xs">
        <TextInput
          aria-label="Search services"
          placeholder="Name, owner or tag"
          leftSection={<Icon name="search" size={13} />}
          w={200}
          value={filter.words}
          onChange={(event) => setFilter({ ...filter, words: event.currentTarget.value })}
        />
        <SegmentedControl
          aria-label="Filter services"
          value={filter.view}
          onChange={(view) => setFilter({ ...filter, view })}
          data={SERVICE_VIEWS.map(({ view, label }) => {
            const count = services.filter((service) =>
              matchesService(service, { ...NO_SERVICE_FILTER, view }),
            ).length;
            return { value: view, label: `${label} ${count}` };
          })}
        />
        <Text size="xs" c="dimmed">
          as of <TimeText at={asOf} form="exact" />
        </Text>
      </Group>
      {historyProblem !== null && (
        <Text c="var(--xp-warning)" role="alert" className="xp-foreign">
          Couldn't load the last 24 hours: {historyProblem}
        </Text>
      )}
      {shown.length === 0 ? (
        <Text c="dimmed">No matching services</Text>
      ) : (
        <ServiceList services={shown} hasHistory={historyProblem === null} />
      )}
      {isCut && (
        <Text c="dimmed">
          This page doesn't show all services. Narrow the filter to see the rest.
        </Text>
      )}
    </>
  );
}
