import { Box, Button, Group } from '@mantine/core';
import { ErrorNotice } from './error-notice.tsx';
import { StatusLink } from './status-link.tsx';

interface BrokenPageProps {
  readonly error: unknown;
}

/** Replaces a page that failed to render; everything around it keeps working. */
export function BrokenPage({ error }: BrokenPageProps) {
  return (
    <Box p="md" maw={640}>
      <ErrorNotice error={error} />
      <Group mt="sm">
        <Button variant="default" onClick={() => window.location.reload()}>
          Reload page
        </Button>
        <StatusLink>Status page</StatusLink>
      </Group>
    </Box>
  );
}
