import { Button, Group, Text } from '@mantine/core';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/call.ts';
import { ErrorNotice } from './error-notice.tsx';

interface SaveProblemProps {
  readonly error: unknown;
  /** Those that show their own problems. */
  readonly fields: readonly string[];
  /** Query of the changed object; undefined if it does not exist yet. */
  readonly changed: { readonly queryKey: QueryKey } | undefined;
  readonly hint?: string;
}

/** Shows why saving failed. After a conflict, the other person's version can be loaded. */
export function SaveProblem({ error, fields, changed, hint }: SaveProblemProps) {
  const answers = useQueryClient();
  const isStale = error instanceof ApiError && error.code === 'CONFLICT' && changed !== undefined;
  return (
    <>
      <ErrorNotice error={error} fields={fields} />
      {isStale && (
        <Group>
          <Button
            variant="default"
            onClick={() => void answers.resetQueries({ queryKey: changed.queryKey })}
          >
            Reload latest version
          </Button>
          <Text c="dimmed">You'll lose your changes.{hint && ` ${hint}`}</Text>
        </Group>
      )}
    </>
  );
}
