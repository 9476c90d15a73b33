import { Button, Group, Stack, Text } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CheckBadge as Badge } from '../../../../../src/contract/check-badges.ts';
import type { Check } from '../../../../../src/contract/checks.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { ConfirmChange } from '../../../parts/confirm-change.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { checkQuery } from './check-queries.ts';

const badgeQuery = (id: string) =>
  queryOptions({
    queryKey: [...checkQuery(id).queryKey, 'badge'],
    queryFn: async ({ signal }) =>
      (await call(api.readCheckBadge, { params: { id } }, signal)).data.badge,
  });

/** The public badge of a check; its URL is there once, after it was created. */
export function CheckBadge({ check }: { readonly check: Check }) {
  const badge = useQuery(badgeQuery(check.id));
  return (
    <Stack gap={6} component="section" aria-label="Badge">
      <Text fw={600}>Badge</Text>
      <Text c="dimmed">
        A public picture with the name of the check, its last outcome and the time of that run.
      </Text>
      <QueryView query={badge}>{(found) => <BadgeState check={check} badge={found} />}</QueryView>
    </Stack>
  );
}

function BadgeState({ check, badge }: { readonly check: Check; readonly badge: Badge | null }) {
  const { may } = useSignedIn();
  const answers = useQueryClient();
  const [isRevoking, setIsRevoking] = useState(false);
  const params = { id: check.id };
  const create = useMutation({
    mutationFn: async () => (await call(api.createCheckBadge, { params })).data,
    onSuccess: async () => answers.invalidateQueries(badgeQuery(check.id)),
  });
  const isManager = may('organization:manage');
  return (
    <>
      <Group gap="xs">
        {badge === null ? (
          <Text>No badge</Text>
        ) : (
          <Text className="xp-foreign">
            Created <TimeText at={badge.createdAt} /> by {badge.createdBy}
          </Text>
        )}
        {isManager && badge === null && (
          <Button
            variant="default"
            size="compact-sm"
            loading={create.isPending}
            onClick={() => create.mutate()}
          >
            Create badge
          </Button>
        )}
        {isManager && badge !== null && (
          <Button variant="default" size="compact-sm" onClick={() => setIsRevoking(true)}>
            Revoke badge
          </Button>
        )}
      </Group>
      <ErrorNotice error={create.error} />
      {badge !== null && create.data !== undefined && (
        <Group gap="xs">
          <Text>Copy the URL now. It is shown only once.</Text>
          <CopyButton value={create.data.url} what="badge URL" isLabelled />
          <CopyButton value={`![Check](${create.data.url})`} what="as Markdown" isLabelled />
        </Group>
      )}
      {isRevoking && (
        <ConfirmChange
          title="Revoke badge"
          action="Revoke"
          change={async () => call(api.revokeCheckBadge, { params })}
          stale={badgeQuery(check.id)}
          done="Badge revoked"
          onClose={() => setIsRevoking(false)}
        >
          The URL of the badge stops working.
        </ConfirmChange>
      )}
    </>
  );
}
