import { ConfirmChange } from '../../../parts/confirm-change.tsx';
import { ActionIcon, Menu } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { AlertRule } from '../../../../../src/contract/alert-rules.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { alertRulesQuery } from '../../../data/alerts-queries.ts';
import { messageOf } from '../../../parts/error-notice.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { sayDone, sayFailed } from '../../../parts/ready-notice.ts';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { SnoozeItems } from '../snooze-menu.tsx';

/** What can be done with a rule without opening it. */
export function RuleMenu({ rule }: { readonly rule: AlertRule }) {
  const { may } = useSignedIn();
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);
  const actions = useActions(rule);
  const params = { id: rule.id };
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${rule.name}`}>
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void navigate({ to: '/alerts/rules/$id', params })}>
            {may('alerts:write') ? 'Edit' : 'View'}
          </Menu.Item>
          <Menu.Item
            onClick={() =>
              void navigate({ to: '/alerts', search: { rule: rule.id, status: 'all' } })
            }
          >
            View incidents
          </Menu.Item>
          {may('alerts:write') && (
            <>
              <Menu.Item onClick={() => actions.toggle.mutate()}>
                {rule.enabled ? 'Disable' : 'Enable'}
              </Menu.Item>
              <Menu.Label>Snooze</Menu.Label>
              <SnoozeItems
                snoozedUntil={rule.snoozedUntil}
                onSnooze={(seconds) => actions.snooze.mutate(seconds)}
              />
            </>
          )}
          {may('alerts:delete') && (
            <Menu.Item color="red" onClick={() => setIsDeleting(true)}>
              Delete
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {isDeleting && <DeleteRule rule={rule} onClose={() => setIsDeleting(false)} />}
    </>
  );
}

function useActions(rule: AlertRule) {
  const answers = useQueryClient();
  const { id, enabled } = rule;
  const said = {
    onSuccess: async () => answers.invalidateQueries(alertRulesQuery),
    onError: (error: unknown) => sayFailed(messageOf(error)),
  };
  const toggle = useMutation({
    mutationFn: async () =>
      call(enabled ? api.disableAlertRule : api.enableAlertRule, { params: { id } }),
    ...said,
  });
  const snooze = useMutation({
    mutationFn: async (seconds: number) => {
      await call(api.snoozeAlertRule, { params: { id }, body: { seconds } });
      sayDone(seconds === 0 ? 'Snooze ended' : 'Rule snoozed');
    },
    ...said,
  });
  return { toggle, snooze };
}

interface DeleteRuleProps {
  readonly rule: Pick<AlertRule, 'id' | 'name'>;
  readonly onClose: () => void;
}

/** Rendered while it is open. */
function DeleteRule({ rule, onClose }: DeleteRuleProps) {
  return (
    <ConfirmChange
      title="Delete alert rule"
      action="Delete rule"
      change={async () => call(api.deleteAlertRule, { params: { id: rule.id } })}
      stale={alertRulesQuery}
      done={'Rule deleted'}
      onClose={onClose}
    >
      This deletes <b>{rule.name}</b>. Firing incidents resolve and their channels are notified.
      Past incidents are kept.
    </ConfirmChange>
  );
}
