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
      done={`${rule.name} is deleted.`}
      onClose={onClose}
    >
      <b>{rule.name}</b> is deleted. What is firing ends, and its channels are told so; its
      incidents are kept.
    </ConfirmChange>
  );
}
