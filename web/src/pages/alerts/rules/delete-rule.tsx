import type { AlertRule } from '../../../../../src/contract/alert-rules.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { alertRulesQuery } from '../../../data/alerts-queries.ts';
import { ConfirmChange } from '../../../parts/confirm-change.tsx';

interface DeleteRuleProps {
  readonly rule: Pick<AlertRule, 'id' | 'name'>;
  readonly onClose: () => void;
}

/** Rendered while it is open. */
export function DeleteRule({ rule, onClose }: DeleteRuleProps) {
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
