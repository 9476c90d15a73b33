import { Button, Drawer, Group, Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PipelineVersion } from '../../../../../src/contract/pipelines.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { CodeBlock, CodeText } from '../../../parts/code-text.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { TimeText } from '../../../parts/time-text.tsx';

interface VersionsProps {
  readonly id: string;
  readonly isReadOnly: boolean;
  readonly onTake: (version: PipelineVersion) => void;
  readonly onClose: () => void;
}

/** Earlier versions; taking one puts it into the editor, saving makes it the newest. Rendered while it is open. */
export function Versions({ id, isReadOnly, onTake, onClose }: VersionsProps) {
  const versions = useQuery({
    queryKey: ['pipelines', id, 'versions'],
    queryFn: async ({ signal }) =>
      (await call(api.listPipelineVersions, { params: { id } }, signal)).data,
    gcTime: 0,
  });
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title="Versions"
      closeButtonProps={{ 'aria-label': 'Close versions' }}
    >
      <QueryView query={versions}>
        {(all) =>
          all.length === 0 ? (
            <Text c="dimmed">No earlier versions</Text>
          ) : (
            <Stack gap="sm">
              {all.map((version) => (
                <Paper withBorder p="sm" key={version.version}>
                  <Group justify="space-between" mb={6}>
                    <Text className="xp-foreign">
                      <b>Version {version.version}</b>, <TimeText at={version.updatedAt} /> by{' '}
                      {version.updatedBy}
                    </Text>
                    {!isReadOnly && (
                      <Button
                        size="compact-xs"
                        variant="default"
                        aria-label={`Use version ${version.version}`}
                        onClick={() => onTake(version)}
                      >
                        Use
                      </Button>
                    )}
                  </Group>
                  <Text mb={6}>
                    Filter:{' '}
                    {version.match === '' ? 'all events' : <CodeText>{version.match}</CodeText>}
                  </Text>
                  <CodeBlock
                    text={JSON.stringify(version.steps, undefined, 2)}
                    what={`steps of version ${version.version}`}
                  />
                </Paper>
              ))}
            </Stack>
          )
        }
      </QueryView>
    </Drawer>
  );
}
