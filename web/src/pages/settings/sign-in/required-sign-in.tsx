import { Button, Checkbox, Group, List, Stack, Switch, Text, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Connection } from '../../../../../src/contract/connections.ts';
import type { Enforcement, EnforcementChange } from '../../../../../src/contract/enforcement.ts';
import type { Member } from '../../../../../src/contract/members.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { allPages } from '../../../data/all-pages.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { sayDone } from '../../../parts/ready-notice.ts';
import { TimeText } from '../../../parts/time-text.tsx';
import { connectionsQuery, enforcementQuery } from './sign-in-queries.ts';

const ownersQuery = {
  queryKey: ['organization', 'owners'],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) => {
    const members = await allPages(
      async (query) => call(api.listMembers, { query }, signal),
      PAGE_ROWS,
    );
    return members.filter(({ role }) => role === 'owner');
  },
} as const;
const PAGE_ROWS = 100;

export function RequiredSignIn() {
  const enforcement = useQuery(enforcementQuery);
  const connections = useQuery(connectionsQuery);
  const owners = useQuery(ownersQuery);
  return (
    <Stack gap="xs">
      <Title order={2}>Required sign-in</Title>
      <Text c="dimmed">
        Members with an address of a verified domain must sign in through a connection. API keys and
        access tokens keep working.
      </Text>
      <QueryView query={enforcement}>
        {(state) => (
          <Settings state={state} connections={connections.data ?? []} owners={owners.data ?? []} />
        )}
      </QueryView>
    </Stack>
  );
}

interface SettingsProps {
  readonly state: Enforcement;
  readonly connections: readonly Connection[];
  readonly owners: readonly Member[];
}

function Settings({ state, connections, owners }: SettingsProps) {
  const answers = useQueryClient();
  const change = useMutation({
    mutationFn: async (body: EnforcementChange) => call(api.changeEnforcement, { body }),
    onSuccess: async () => {
      await answers.invalidateQueries(enforcementQuery);
      sayDone('Required sign-in saved');
    },
  });
  const named = state.breakGlass.map(({ userId, networks }) => ({ userId, networks }));
  return (
    <Stack gap="sm">
      <Checkbox.Group
        label="Break-glass Owners"
        description={`Up to ${LIMITS.identity.breakGlassMax} Owners who can sign in with their password if the provider fails. Each use is audited and emailed to all Owners.`}
        value={named.map(({ userId }) => userId)}
        onChange={(chosen) =>
          change.mutate({
            breakGlass: chosen.map(
              (userId) => named.find((each) => each.userId === userId) ?? { userId },
            ),
          })
        }
      >
        <Stack gap={6} mt={4}>
          {owners.map(({ userId, email }) => {
            const owner = state.breakGlass.find((each) => each.userId === userId);
            return (
              <Group key={userId} gap="xs">
                <Checkbox value={userId} label={email} disabled={change.isPending} />
                {owner !== undefined && (
                  <Text size="xs" c="dimmed" className="xp-foreign">
                    {owner.networks.length > 0 && `from ${owner.networks.join(', ')}, `}
                    last used <TimeText at={owner.usedAt} none="never" />
                  </Text>
                )}
              </Group>
            );
          })}
        </Stack>
      </Checkbox.Group>
      <Proofs state={state} />
      {connections.map(({ id, name }) => (
        <Switch
          key={id}
          label={`Require ${name}`}
          checked={state.connections.includes(id)}
          disabled={change.isPending}
          onChange={(event) =>
            change.mutate({
              connections: event.currentTarget.checked
                ? [...state.connections, id]
                : state.connections.filter((each) => each !== id),
            })
          }
        />
      ))}
      <ErrorNotice error={change.error} />
    </Stack>
  );
}

function Proofs({ state: { proofs } }: Pick<SettingsProps, 'state'>) {
  const answers = useQueryClient();
  const isIn = proofs.connections.length > 0;
  return (
    <div>
      <Text size="sm">Before you can require a connection:</Text>
      <List size="sm">
        <List.Item>
          {isIn ? 'Done: ' : 'To do: '}sign in through the connection in another browser, within the
          last hour, as yourself.
        </List.Item>
        <List.Item>
          {proofs.breakGlass ? 'Done: ' : 'To do: '}a break-glass Owner signs in with the password,
          within the last 24 hours.
        </List.Item>
      </List>
      <Button
        variant="default"
        size="xs"
        mt={4}
        onClick={() => void answers.invalidateQueries(enforcementQuery)}
      >
        Check again
      </Button>
    </div>
  );
}
