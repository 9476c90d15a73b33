import { Alert, Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiError } from '../api/call.ts';
import { isShownByFields, otherProblems } from './field-error.ts';
import { Icon } from './icons.tsx';

interface ErrorNoticeProps {
  readonly error: unknown;
  /** Paths of the fields that show their own problems; the notice stays away when they show all. */
  readonly fields?: readonly string[];
  readonly onRetry?: () => void;
  /** What to do about it, below the message. */
  readonly children?: ReactNode;
}

/** A longer list would not be read. */
const PROBLEMS_MAX = 5;

/** What went wrong and what to do; nothing when nothing did. */
export function ErrorNotice({ error, fields = [], onRetry, children }: ErrorNoticeProps) {
  if (error === null || error === undefined || isShownByFields(error, fields)) return null;
  return (
    <Alert color="red" variant="light" icon={<Icon name="warning" />} role="alert" p="xs">
      <Group justify="space-between" gap="xs" align="center">
        <div>
          <Text className="xp-foreign">{messageOf(error)}</Text>
          {otherProblems(error, fields)
            .slice(0, PROBLEMS_MAX)
            .map((problem) => (
              <Text key={problem} size="xs" className="xp-foreign">
                {problem}
              </Text>
            ))}
          <Hints error={error} />
          {children}
        </div>
        {onRetry !== undefined && (
          <Button variant="default" onClick={onRetry}>
            Retry
          </Button>
        )}
      </Group>
    </Alert>
  );
}

/** Returns a message for the user. Any error not from the API is a fault of the app, and the message admits that. */
export function messageOf(error: unknown): string {
  if (error instanceof ApiError) return error.message;
  return "Something went wrong on this page. Reload it. If that doesn't help, contact your operator.";
}

function Hints({ error }: { readonly error: unknown }) {
  if (!(error instanceof ApiError)) return null;
  const { retryAfterSeconds, requestId, status } = error;
  return (
    <>
      {retryAfterSeconds !== undefined && retryAfterSeconds > 0 && (
        <Text size="xs">Retry in {retryAfterSeconds} s.</Text>
      )}
      {requestId !== undefined && (
        <Text size="xs">
          {status >= 500 ? 'Request ID for your operator:' : 'Request ID'} <code>{requestId}</code>
        </Text>
      )}
    </>
  );
}
