import { Card, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../parts/empty-state.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { ButtonLink } from '../../../parts/links.tsx';
import { WaitingLines } from '../../../parts/waiting-lines.tsx';
import { fieldsQuery } from '../../../query/read/use-views.ts';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { writeGiven } from '../logic/given-rule.ts';
import { AUDIT_STARTER, type Starter, startersFor } from '../logic/starters.ts';

const DAY = { query: '', earliest: '-24h', latest: 'now', run: 0 } as const;

/** Where there is no rule yet: some that could be the first, filled from the events of the last day. */
export function Starters() {
  const { organization, may } = useSignedIn();
  const known = useQuery(fieldsQuery({ organization: organization.id, ...DAY }));
  return (
    <Stack gap="sm">
      <EmptyState icon="bell" title="No alert rules yet">
        A rule runs a query on a schedule and notifies you when its condition is met.
      </EmptyState>
      <ErrorNotice error={known.error} onRetry={() => void known.refetch()} />
      {may('alerts:write') && known.data === undefined && known.error === null && (
        <WaitingLines label="Analyzing your events" lines={3} height={60} />
      )}
      {may('alerts:write') && known.data !== undefined && (
        <SimpleGrid cols={{ base: 1, sm: 2, lg: may('audit:read') ? 4 : 3 }} spacing="sm">
          {[...startersFor(known.data), ...(may('audit:read') ? [AUDIT_STARTER] : [])].map(
            (starter) => (
              <StarterCard key={starter.title} starter={starter} />
            ),
          )}
        </SimpleGrid>
      )}
    </Stack>
  );
}

function StarterCard({ starter }: { readonly starter: Starter }) {
  const { title, why, draft } = starter;
  return (
    <Card withBorder p="sm" component="article" aria-label={title}>
      <Stack gap="xs" h="100%">
        <Title order={2} size="h3" className="xp-foreign">
          {title}
        </Title>
        <Text c="dimmed" flex={1} className="xp-foreign">
          {why}
        </Text>
        <ButtonLink
          to="/alerts/rules/$id"
          params={{ id: 'new' }}
          search={writeGiven(draft)}
          variant="default"
          aria-label={`Use this rule: ${title}`}
        >
          Use this rule
        </ButtonLink>
      </Stack>
    </Card>
  );
}
