import { Box, Button, Group } from '@mantine/core';
import { ErrorNotice } from '../parts/error-notice.tsx';

interface BrokenPageProps {
  readonly error: unknown;
  readonly reset: () => void;
}

/** Instead of a page that could not be shown; everything around it goes on working. */
export function BrokenPage({ error, reset }: BrokenPageProps) {
  return (
    <Box p="md" maw={640}>
      <ErrorNotice error={isOldPage(error) ? undefined : error} onRetry={reset} />
      <Group mt="sm">
        <Button variant="default" onClick={() => window.location.reload()}>
          Reload the page
        </Button>
      </Group>
    </Box>
  );
}

/** After an upgrade the parts of the page that was open are gone from the server. */
function isOldPage(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported module/i.test(error.message);
}
