import {
  Button,
  Checkbox,
  Group,
  List,
  Select,
  Stack,
  Switch,
  Text,
  Textarea,
  Title,
} from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Connection } from '../../../../../src/contract/connections.ts';
import type { Enforcement, EnforcementChange } from '../../../../../src/contract/enforcement.ts';
import type { Member } from '../../../../../src/contract/members.ts';
import type { FactorRule } from '../../../../../src/spec/second-factor.ts';
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
                  <Text size="xs" c="dimmed">
                    last used <TimeText at={owner.usedAt} none="never" />
                  </Text>
                )}
              </Group>
            );
          })}
        </Stack>
      </Checkbox.Group>
      {state.breakGlass.map((owner) => (
        <OwnerNetworks
          key={`${owner.userId} ${owner.networks.join(' ')}`}
          owner={owner}
          isBusy={change.isPending}
          onSave={(networks) => {
            const rest = named.filter(({ userId }) => userId !== owner.userId);
            change.mutate({ breakGlass: [...rest, { userId: owner.userId, networks }] });
          }}
        />
      ))}
      <FactorChoice
        value={state.secondFactor}
        isBusy={change.isPending}
        onChange={(secondFactor) => change.mutate({ secondFactor })}
      />
      <Proofs state={state} />
      <RequiredConnections
        state={state}
        connections={connections}
        isBusy={change.isPending}
        onChange={(required) => change.mutate({ connections: required })}
      />
      <ErrorNotice error={change.error} />
    </Stack>
  );
}

const FACTOR_CHOICES: { value: FactorRule; label: string }[] = [
  { value: 'optional', label: 'Optional' },
  { value: 'break_glass', label: 'Break-glass Owners' },
  { value: 'everyone', label: 'Everyone' },
];

interface FactorChoiceProps {
  readonly value: FactorRule;
  readonly isBusy: boolean;
  readonly onChange: (rule: FactorRule) => void;
}

function FactorChoice({ value, isBusy, onChange }: FactorChoiceProps) {
  return (
    <Select
      label="Second factor"
      description="Who needs one to sign in with a password. Set up your own first, under Account. Identity providers, API keys and access tokens are not affected."
      maw={480}
      allowDeselect={false}
      disabled={isBusy}
      data={FACTOR_CHOICES}
      value={value}
      onChange={(rule) => {
        if (rule !== null) onChange(rule);
      }}
    />
  );
}

interface RequiredConnectionsProps extends Pick<SettingsProps, 'state' | 'connections'> {
  readonly isBusy: boolean;
  readonly onChange: (required: string[]) => void;
}

function RequiredConnections({ state, connections, isBusy, onChange }: RequiredConnectionsProps) {
  const { connections: required } = state;
  return connections.map(({ id, name }) => (
    <Switch
      key={id}
      label={`Require ${name}`}
      checked={required.includes(id)}
      disabled={isBusy}
      onChange={(event) =>
        onChange(
          event.currentTarget.checked ? [...required, id] : required.filter((each) => each !== id),
        )
      }
    />
  ));
}

interface OwnerNetworksProps {
  readonly owner: Enforcement['breakGlass'][number];
  readonly isBusy: boolean;
  readonly onSave: (networks: string[]) => void;
}

/** From where a break-glass Owner can use the password. */
function OwnerNetworks({ owner, isBusy, onSave }: OwnerNetworksProps) {
  const saved = owner.networks.join('\n');
  const [text, setText] = useState(saved);
  return (
    <Group align="flex-end" maw={480} wrap="nowrap">
      <Textarea
        label={`Networks of ${owner.email}`}
        description={`One per line, such as 10.0.0.0/8; at most ${LIMITS.identity.breakGlassNetworksMax}. Default: any address.`}
        autosize
        minRows={1}
        flex={1}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button
        variant="default"
        disabled={text === saved}
        loading={isBusy && text !== saved}
        onClick={() => onSave(text.split(/[\s,]+/).filter((network) => network !== ''))}
      >
        Save networks
      </Button>
    </Group>
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
