import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';

interface FormEndProps {
  /** The verb on the button. */
  readonly children: ReactNode;
  readonly error: unknown;
  /** Those that show their own problems. */
  readonly fields?: readonly string[];
  readonly isBusy: boolean;
  readonly isDisabled?: boolean;
  readonly onCancel?: () => void;
}

/** End of a dialog form: the error of a rejected request, and the submit button. */
export function FormEnd({ children, error, fields, isBusy, isDisabled, onCancel }: FormEndProps) {
  return (
    <>
      <ErrorNotice error={error} {...(fields === undefined ? {} : { fields })} />
      <Group justify="flex-end" gap="xs">
        {onCancel !== undefined && (
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
        )}
        <Button type="submit" loading={isBusy} disabled={isDisabled === true}>
          {children}
        </Button>
      </Group>
    </>
  );
}
