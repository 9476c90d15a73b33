import { Button, Group, Text } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { sayDone } from '../../../parts/ready-notice.ts';
import { formatCount } from '../../../parts/sizes.ts';
import { TimeText } from '../../../parts/time-text.tsx';

const chainQuery = queryOptions({
  queryKey: ['audit-chain'],
  queryFn: async ({ signal }) => (await call(api.getAuditChain, {}, signal)).data,
});

/** Up to which entry the audit log was found complete and unchanged. */
export function ChainState() {
  const answers = useQueryClient();
  const { data: chain } = useQuery(chainQuery);
  const verify = useMutation({
    mutationFn: async () => (await call(api.verifyAuditChain, {})).data,
    onSuccess: (verified) => {
      answers.setQueryData(chainQuery.queryKey, verified);
      sayDone('Audit log verified');
    },
  });
  if (chain === undefined || chain.seq === 0) return null;
  const { verified } = chain;
  return (
    <>
      <Group gap="sm">
        {verified === null ? (
          <Text size="sm" c="dimmed">
            Not verified yet
          </Text>
        ) : (
          <Text size="sm" c={verified.problem === null ? 'dimmed' : 'red'} component="output">
            {verified.to === null
              ? 'No entries verified'
              : `Verified up to entry ${formatCount(verified.to)}`}
            {verified.problem !== null && `. ${verified.problem}`} (<TimeText at={verified.at} />)
          </Text>
        )}
        <Button
          size="compact-sm"
          variant="default"
          loading={verify.isPending}
          onClick={() => verify.mutate()}
        >
          Verify now
        </Button>
      </Group>
      <ErrorNotice error={verify.error} />
    </>
  );
}
