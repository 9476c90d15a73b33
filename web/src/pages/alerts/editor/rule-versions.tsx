import { Button } from '@mantine/core';
import { useState } from 'react';
import type { AlertRuleVersion } from '../../../../../src/contract/alert-rule-settings.ts';
import type { AlertRule } from '../../../../../src/contract/alert-rules.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { alertRuleQuery } from '../../../data/alerts-queries.ts';
import { VersionDifferences } from '../../../parts/version-differences.tsx';
import { VersionsDrawer } from '../../../parts/versions-drawer.tsx';
import { draftOf, type RuleDraft } from '../logic/rule-draft.ts';

interface RuleVersionsProps {
  readonly rule: AlertRule;
  readonly isReadOnly: boolean;
  readonly onUse: (draft: RuleDraft) => void;
}

export function RuleVersions(props: RuleVersionsProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setIsOpen(true)}>
        View versions
      </Button>
      {isOpen && <Versions {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function Versions({
  rule,
  isReadOnly,
  onUse,
  onClose,
}: RuleVersionsProps & { readonly onClose: () => void }) {
  const { id } = rule;
  const use = (version: AlertRuleVersion): void => {
    onUse(draftOf({ ...rule, ...version }));
    onClose();
  };
  return (
    <VersionsDrawer
      queryKey={alertRuleQuery(id).queryKey}
      read={async (signal) =>
        (await call(api.listAlertRuleVersions, { params: { id } }, signal)).data
      }
      savedOf={({ savedAt, savedBy }) => [savedAt, savedBy]}
      shown={(version) => <VersionDifferences present={rule} version={version} />}
      use={isReadOnly ? undefined : { label: 'Use', onUse: use }}
      onClose={onClose}
    />
  );
}
