import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Check, CheckVersion } from '../../../../../src/contract/checks.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { CodeBlock } from '../../../parts/code-text.tsx';
import { sayDone } from '../../../parts/ready-notice.ts';
import { VersionsDrawer } from '../../../parts/versions-drawer.tsx';
import { bodyOf, formOf } from './check-form.ts';
import { checkQuery, checksQuery } from './check-queries.ts';

interface CheckVersionsProps {
  readonly check: Check;
  readonly isReadOnly: boolean;
  readonly onClose: () => void;
}

/** What the check was; restoring a version makes it the newest. */
export function CheckVersions({ check, isReadOnly, onClose }: CheckVersionsProps) {
  const { id, version } = check;
  const answers = useQueryClient();
  const restore = useMutation({
    mutationFn: async (earlier: CheckVersion) =>
      call(api.changeCheck, { params: { id }, body: { ...bodyOf(formOf(earlier)), version } }),
    onSuccess: async ({ data }, earlier) => {
      answers.setQueryData(checkQuery(id).queryKey, data);
      await answers.invalidateQueries({ queryKey: checksQuery.queryKey, exact: true });
      sayDone(`Version ${earlier.version} restored`);
      onClose();
    },
  });
  const { mutate: onUse, isPending: isBusy, error } = restore;
  return (
    <VersionsDrawer
      queryKey={checkQuery(id).queryKey}
      read={async (signal) => (await call(api.listCheckVersions, { params: { id } }, signal)).data}
      savedOf={({ savedAt, savedBy }) => [savedAt, savedBy]}
      shown={(shown) => <Shown version={shown} />}
      current={version}
      use={isReadOnly ? undefined : { label: 'Restore', onUse, isBusy, error }}
      onClose={onClose}
    />
  );
}

function Shown({ version }: { readonly version: CheckVersion }) {
  const { name, query, criteria, expectedItems } = version;
  const lines = [
    criteria,
    ...expectedItems.map(({ id, description }) => `- ${id}: ${description}`),
  ];
  return (
    <>
      <Text mb={6} className="xp-foreign">
        {name}
        {query !== null && (
          <>
            , search <span className="xp-mono">{query}</span>
          </>
        )}
      </Text>
      <CodeBlock text={lines.join('\n')} what={`criteria of version ${version.version}`} />
    </>
  );
}
