import { Text } from '@mantine/core';
import type { PipelineVersion } from '../../../../../src/contract/pipelines.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { CodeBlock, CodeText } from '../../../parts/code-text.tsx';
import { VersionsDrawer } from '../../../parts/versions-drawer.tsx';

interface VersionsProps {
  readonly id: string;
  readonly isReadOnly: boolean;
  readonly onTake: (version: PipelineVersion) => void;
  readonly onClose: () => void;
}

/** Earlier versions; taking one puts it into the editor, saving makes it the newest. */
export function Versions({ id, isReadOnly, onTake, onClose }: VersionsProps) {
  return (
    <VersionsDrawer
      queryKey={['pipelines', id]}
      read={async (signal) =>
        (await call(api.listPipelineVersions, { params: { id } }, signal)).data
      }
      savedOf={({ updatedAt, updatedBy }) => [updatedAt, updatedBy]}
      shown={({ version, match, steps }) => (
        <>
          <Text mb={6}>Filter: {match === '' ? 'all events' : <CodeText>{match}</CodeText>}</Text>
          <CodeBlock
            text={JSON.stringify(steps, undefined, 2)}
            what={`steps of version ${version}`}
          />
        </>
      )}
      use={isReadOnly ? undefined : { label: 'Use', onUse: onTake }}
      onClose={onClose}
    />
  );
}
