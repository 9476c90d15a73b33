import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Macro, MacroVersion } from '../../../../src/contract/macros.ts';
import { call } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';
import { macrosQuery } from '../../data/macros-query.ts';
import { CodeBlock, CodeText } from '../../parts/code-text.tsx';
import { sayDone } from '../../parts/ready-notice.ts';
import { VersionsDrawer } from '../../parts/versions-drawer.tsx';
import { bodyOf, formOf, titleOf } from './macro-form.ts';
import { macroQuery } from './macro-query.ts';

interface MacroVersionsProps {
  readonly macro: Macro;
  readonly isReadOnly: boolean;
  readonly onClose: () => void;
}

/** What the macro was; restoring a version makes it the newest. */
export function MacroVersions({ macro, isReadOnly, onClose }: MacroVersionsProps) {
  const { id } = macro;
  const { mutate: onUse, isPending: isBusy, error } = useRestore(macro, onClose);
  return (
    <VersionsDrawer
      queryKey={macroQuery(id).queryKey}
      read={async (signal) => (await call(api.listMacroVersions, { params: { id } }, signal)).data}
      savedOf={({ savedAt, savedBy }) => [savedAt, savedBy]}
      shown={(version) => <Shown version={version} />}
      current={macro.version}
      use={isReadOnly ? undefined : { label: 'Restore', onUse, isBusy, error }}
      onClose={onClose}
    />
  );
}

function Shown({ version }: { readonly version: MacroVersion }) {
  return (
    <>
      <Text mb={6}>
        <CodeText>{titleOf(version)}</CodeText>
        {version.isEval && ', eval expression'}
        {version.validation !== null && (
          <>
            , validation <CodeText>{version.validation}</CodeText>
          </>
        )}
      </Text>
      <CodeBlock text={version.definition} what={`definition of version ${version.version}`} />
    </>
  );
}

function useRestore({ id, version }: Macro, onDone: () => void) {
  const answers = useQueryClient();
  return useMutation({
    mutationFn: async (earlier: MacroVersion) =>
      call(api.changeMacro, { params: { id }, body: { ...bodyOf(formOf(earlier)), version } }),
    onSuccess: async ({ data }, earlier) => {
      answers.setQueryData(macroQuery(id).queryKey, data);
      await answers.invalidateQueries({ queryKey: macrosQuery.queryKey, exact: true });
      sayDone(`Version ${earlier.version} restored`);
      onDone();
    },
  });
}
