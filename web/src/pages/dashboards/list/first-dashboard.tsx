/** Where there is no dashboard yet: from a search, from a template that fits the events, or from a file. */
import { Button, Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { dashboardsQuery } from '../../../data/dashboards-queries.ts';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { ButtonLink } from '../../../parts/links.tsx';
import { WaitingLines } from '../../../parts/waiting-lines.tsx';
import { fieldsQuery } from '../../../query/read/use-views.ts';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { type Template, templatesFor } from '../logic/templates.ts';

const DAY = { query: '', earliest: '-24h', latest: 'now', run: 0 } as const;

interface FirstDashboardProps {
  readonly onOpen: (what: 'new' | 'import') => void;
}

export function FirstDashboard({ onOpen }: FirstDashboardProps) {
  const { may } = useSignedIn();
  const canWrite = may('dashboards:write');
  return (
    <Stack gap="md">
      <EmptyState
        icon="dashboard"
        title="No dashboards yet"
        action={
          <Group gap="xs" justify="center" mt="xs">
            <ButtonLink
              to="/search"
              search={{ q: '* | timechart count by level' }}
              variant="default"
            >
              Start from a search
            </ButtonLink>
            {canWrite && (
              <Button variant="default" onClick={() => onOpen('import')}>
                Import a file
              </Button>
            )}
            {canWrite && (
              <Button variant="default" onClick={() => onOpen('new')}>
                Empty dashboard
              </Button>
            )}
          </Group>
        }
      >
        A dashboard shows several searches side by side. To add a panel, run a search and select
        “Add to dashboard”.
      </EmptyState>
      {canWrite && <Templates />}
    </Stack>
  );
}

function Templates() {
  const { organization } = useSignedIn();
  const known = useQuery(fieldsQuery({ organization: organization.id, ...DAY }));
  if (known.data === undefined) {
    return known.error === null ? (
      <WaitingLines label="Analyzing your events" lines={3} height={60} />
    ) : (
      <ErrorNotice error={known.error} onRetry={() => void known.refetch()} />
    );
  }
  const templates = templatesFor(known.data);
  if (templates.length === 0) {
    return (
      <Text c="dimmed" ta="center">
        Templates appear once you have events. They are based on the fields in your data.
      </Text>
    );
  }
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="sm">
      {templates.map((template) => (
        <TemplateCard key={template.title} template={template} />
      ))}
    </SimpleGrid>
  );
}

function TemplateCard({ template: { title, why, definition } }: { readonly template: Template }) {
  const answers = useQueryClient();
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: async () => (await call(api.createDashboard, { body: { definition } })).data,
    onSuccess: async ({ id }) => {
      await answers.invalidateQueries(dashboardsQuery);
      await navigate({ to: '/dashboards/$id', params: { id }, search: {} });
    },
  });
  return (
    <Card withBorder p="sm" component="article" aria-label={title}>
      <Stack gap="xs" h="100%">
        <Title order={2} size="h3">
          {title}
        </Title>
        <Text c="dimmed" flex={1} className="xp-foreign">
          {why} {definition.panels?.length ?? 0} panels.
        </Text>
        <ErrorNotice error={create.error} />
        <Button
          variant="default"
          loading={create.isPending}
          aria-label={`Use template: ${title}`}
          onClick={() => create.mutate()}
        >
          Use template
        </Button>
      </Stack>
    </Card>
  );
}
