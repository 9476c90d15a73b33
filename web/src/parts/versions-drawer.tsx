import { Button, Drawer, Group, Paper, Stack, Text } from '@mantine/core';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';
import { QueryView } from './query-view.tsx';
import { TimeText } from './time-text.tsx';

interface VersionsDrawerProps<Version> {
  /** Of the object with the versions. */
  readonly queryKey: QueryKey;
  readonly read: (signal: AbortSignal) => Promise<readonly Version[]>;
  /** When a version was saved, and by whom. */
  readonly savedOf: (version: Version) => readonly [at: string, by: string];
  readonly shown: (version: Version) => ReactNode;
  /** The number of the version that is current, where that is among them. */
  readonly current?: number;
  /** The action of a version's button; undefined for read-only users. */
  readonly use: VersionUse<Version> | undefined;
  readonly onClose: () => void;
}

interface VersionUse<Version> {
  readonly label: string;
  readonly onUse: (version: Version) => void;
  readonly isBusy?: boolean;
  readonly error?: unknown;
}

/** What something was, newest first. Rendered while it is open. */
export function VersionsDrawer<Version extends { readonly version: number }>({
  queryKey,
  read,
  savedOf,
  shown,
  current,
  use,
  onClose,
}: VersionsDrawerProps<Version>) {
  const versions = useQuery({
    queryKey: [...queryKey, 'versions'],
    queryFn: async ({ signal }) => read(signal),
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
      <Stack gap="sm">
        <ErrorNotice error={use?.error} />
        <QueryView query={versions}>
          {(all) =>
            all.length === 0 ? (
              <Text c="dimmed">No earlier versions</Text>
            ) : (
              all.map((version) => (
                <Paper withBorder p="sm" key={version.version}>
                  <Group justify="space-between" mb={6}>
                    <Saved version={version.version} saved={savedOf(version)} />
                    {version.version === current ? (
                      <Text c="dimmed">current</Text>
                    ) : (
                      use !== undefined && (
                        <Button
                          size="compact-xs"
                          variant="default"
                          disabled={use.isBusy === true}
                          aria-label={`${use.label} version ${version.version}`}
                          onClick={() => use.onUse(version)}
                        >
                          {use.label}
                        </Button>
                      )
                    )}
                  </Group>
                  {shown(version)}
                </Paper>
              ))
            )
          }
        </QueryView>
      </Stack>
    </Drawer>
  );
}

interface SavedProps {
  readonly version: number;
  readonly saved: readonly [at: string, by: string];
}

function Saved({ version, saved: [at, by] }: SavedProps) {
  return (
    <Text className="xp-foreign">
      <b>Version {version}</b>, <TimeText at={at} /> by {by}
    </Text>
  );
}
