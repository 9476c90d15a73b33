import { Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DataLink, DataLinkVersion } from '../../../../../src/contract/data-links.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { dataLinksQuery } from '../../../data/data-links.ts';
import { CodeBlock, CodeText } from '../../../parts/code-text.tsx';
import { toSafeText } from '../../../parts/log-text.ts';
import { sayDone } from '../../../parts/ready-notice.ts';
import { VersionsDrawer } from '../../../parts/versions-drawer.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';

interface LinkVersionsProps {
  readonly link: DataLink;
  readonly onClose: () => void;
}

/** What the link was; restoring a version makes it the newest. */
export function LinkVersions({ link, onClose }: LinkVersionsProps) {
  const { id } = link;
  const { may } = useSignedIn();
  const { mutate: onUse, isPending: isBusy, error } = useRestore(link, onClose);
  return (
    <VersionsDrawer
      queryKey={[...dataLinksQuery.queryKey, id]}
      read={async (signal) =>
        (await call(api.listDataLinkVersions, { params: { id } }, signal)).data
      }
      savedOf={({ savedAt, savedBy }) => [savedAt, savedBy]}
      shown={(version) => (
        <>
          <Text mb={6} className="xp-foreign">
            {toSafeText(version.name)} for <CodeText>{toSafeText(version.field)}</CodeText>
          </Text>
          <CodeBlock text={version.url} what={`URL of version ${version.version}`} />
        </>
      )}
      current={link.version}
      use={may('data-links:manage') ? { label: 'Restore', onUse, isBusy, error } : undefined}
      onClose={onClose}
    />
  );
}

function useRestore({ id, version }: DataLink, onDone: () => void) {
  const answers = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, description, field, url }: DataLinkVersion) =>
      call(api.changeDataLink, {
        params: { id },
        body: { name, description, field, url, version },
      }),
    onSuccess: async (_, earlier) => {
      await answers.invalidateQueries(dataLinksQuery);
      sayDone(`Version ${earlier.version} restored`);
      onDone();
    },
  });
}
