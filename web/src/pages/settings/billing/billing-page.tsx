import { Alert, Badge, Button, Group, List, Table } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Billing } from '../../../../../src/contract/organizations.ts';
import {
  isUpgrade,
  PLAN_NAMES,
  PLAN_RESOURCES,
  type PlanName,
} from '../../../../../src/spec/plans.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { sayDone } from '../../../parts/ready-notice.ts';
import { formatBytes, formatCount } from '../../../parts/sizes.ts';
import { WideTable } from '../../../parts/wide-table.tsx';
import { installationQuery, useSignedIn } from '../../../shell/signed-in.tsx';
import { NotFoundPage } from '../../../parts/not-found-page.tsx';
import { resourceName } from '../../../parts/resource-names.ts';

export function BillingPage() {
  const { may } = useSignedIn();
  return may('billing:manage') ? <Plans /> : <NotFoundPage />;
}

function Plans() {
  const [wanted, setWanted] = useState<PlanName>();
  const installation = useQuery(installationQuery);
  const mayUpgrade =
    installation.data?.planChanges === 'self' || installation.data?.isOperator === true;
  const billing = useQuery({
    queryKey: ['billing'],
    queryFn: async ({ signal }) => (await call(api.getBilling, {}, signal)).data,
  });
  return (
    <PageFrame
      title="Billing"
      about={`Plan and limits of this organization. Changes apply immediately.${mayUpgrade ? '' : ' To upgrade, ask the operator of this installation.'}`}
    >
      <QueryView query={billing} rows={8}>
        {({ plan, plans, warnings }) => (
          <>
            {warnings.length > 0 && (
              <Alert color="yellow" icon={<Icon name="warning" />} title="Over plan limits" p="xs">
                <List size="sm">
                  {warnings.map((warning) => (
                    <List.Item key={warning}>{warning}</List.Item>
                  ))}
                </List>
              </Alert>
            )}
            <PlanTable plan={plan} plans={plans} mayUpgrade={mayUpgrade} onChoose={setWanted} />
          </>
        )}
      </QueryView>
      {wanted !== undefined && <ChangePlan plan={wanted} onClose={() => setWanted(undefined)} />}
    </PageFrame>
  );
}

interface PlanTableProps {
  readonly plan: PlanName;
  /** As configured on this installation. */
  readonly plans: Billing['plans'];
  readonly mayUpgrade: boolean;
  readonly onChoose: (plan: PlanName) => void;
}

function PlanTable({ plan, plans, mayUpgrade, onChoose }: PlanTableProps) {
  const rows = [
    ['Logs per day', (name: PlanName) => amount(plans[name].dailyBytes, formatBytes, 'custom')],
    [
      'Over quota',
      (name: PlanName) =>
        plans[name].overage === 'hold' ? 'queued up to 1 hour' : 'rejected until 00:00 UTC',
    ],
    [
      'AI credits per month',
      (name: PlanName) => amount(plans[name].monthlyCredits, formatCount, 'custom'),
    ],
    ...PLAN_RESOURCES.map(
      (resource) =>
        [
          resourceName(resource),
          (name: PlanName) => amount(plans[name].resources[resource], formatCount, 'unlimited'),
        ] as const,
    ),
  ] as const;
  return (
    <WideTable label="Plans" minWidth={640}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Includes</Table.Th>
          {PLAN_NAMES.map((name) => (
            <Table.Th key={name}>
              <Group gap={6}>
                {titleOf(name)}
                {name === plan && <Badge size="sm">current</Badge>}
              </Group>
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(([label, value]) => (
          <Table.Tr key={label}>
            <Table.Th scope="row" fw={400}>
              {label}
            </Table.Th>
            {PLAN_NAMES.map((name) => (
              <Table.Td key={name}>{value(name)}</Table.Td>
            ))}
          </Table.Tr>
        ))}
        <Table.Tr>
          <Table.Td />
          {PLAN_NAMES.map((name) => (
            <Table.Td key={name}>
              {name !== plan && (mayUpgrade || !isUpgrade(plan, name)) && (
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={`Change to ${titleOf(name)}`}
                  onClick={() => onChoose(name)}
                >
                  Change
                </Button>
              )}
            </Table.Td>
          ))}
        </Table.Tr>
      </Table.Tbody>
    </WideTable>
  );
}

function ChangePlan({ plan, onClose }: { readonly plan: PlanName; readonly onClose: () => void }) {
  const answers = useQueryClient();
  const change = useMutation({
    mutationFn: async () => call(api.changeBilling, { body: { plan } }),
    onSuccess: async () => {
      await answers.invalidateQueries();
      sayDone(`Plan changed to ${titleOf(plan)}`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Change to ${titleOf(plan)}`}
      action="Change plan"
      isBusy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      The new limits apply immediately. If you are over a limit of a smaller plan, existing
      resources keep working, but you can't create new ones.
    </ConfirmDialog>
  );
}

function titleOf(plan: PlanName): string {
  return plan.charAt(0).toUpperCase() + plan.slice(1);
}

function amount(value: number | null, format: (value: number) => string, none: string): string {
  return value === null ? none : format(value);
}
