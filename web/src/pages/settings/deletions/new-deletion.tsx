import { Alert, Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeletionPreview } from '../../../../../src/contract/log-deletions.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { sayDone } from '../../../parts/ready-notice.ts';
import { formatCount } from '../../../parts/sizes.ts';
import { TimeText } from '../../../parts/time-text.tsx';

interface NewDeletionProps {
  readonly onClose: () => void;
  readonly onAsked: () => void;
}

interface Asked {
  readonly query: string;
  readonly earliest: string;
  readonly latest: string;
}

/** Counts first: what is deleted is exactly what was counted, since its range is fixed then. */
export function NewDeletion({ onClose, onAsked }: NewDeletionProps) {
  const [asked, setAsked] = useState<Asked>({ query: '', earliest: '-24h', latest: 'now' });
  const count = useMutation({ mutationFn: async () => countEvents(asked) });
  const counted = count.data;
  const remove = useMutation({
    mutationFn: async (range: Asked) => call(api.deleteLogs, { query: range }),
    onSuccess: () => {
      sayDone('The deletion has begun.');
      onAsked();
      onClose();
    },
  });
  const isAsked = asked.query.trim() !== '';
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title="Delete events"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form
        onSubmit={(submit) => {
          submit.preventDefault();
          if (counted !== undefined) {
            remove.mutate({ query: counted.query, earliest: counted.from, latest: counted.to });
          } else if (isAsked) count.mutate();
        }}
      >
        <Stack gap="sm">
          <WhatToDelete
            asked={asked}
            onChange={(next) => {
              setAsked(next);
              count.reset();
            }}
          />
          {counted !== undefined && <Counted counted={counted} />}
          <ErrorNotice error={count.error ?? remove.error} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            {counted === undefined ? (
              <Button type="submit" loading={count.isPending} disabled={!isAsked}>
                Count events
              </Button>
            ) : (
              <Button
                type="submit"
                color="red"
                loading={remove.isPending}
                disabled={counted.matched === 0}
              >
                Delete for good
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

function Counted({ counted }: { readonly counted: DeletionPreview }) {
  const { matched, indexes, from, to, archives } = counted;
  const range = (
    <>
      <TimeText at={from} form="exact" /> and <TimeText at={to} form="exact" />
    </>
  );
  if (matched === 0) {
    return (
      <Alert color="gray" icon={<Icon name="info" />} p="xs">
        No event of {indexes.join(', ')} between {range} fits.
      </Alert>
    );
  }
  return (
    <Alert color="red" icon={<Icon name="warning" />} title="There is no way back" p="xs">
      {formatCount(matched)} events of {indexes.join(', ')} between {range} will be deleted.
      {archives.length > 0 && (
        <Text size="sm" mt={4} className="xp-foreign">
          What is exported stays: {archives.map(({ name }) => name).join(', ')} may hold them.
        </Text>
      )}
    </Alert>
  );
}

async function countEvents(asked: Asked): Promise<DeletionPreview> {
  const { data } = await call(api.deleteLogs, { query: { ...asked, dryRun: true } });
  if (!('dryRun' in data)) throw new Error('The events were not counted.');
  return data;
}

interface WhatToDeleteProps {
  readonly asked: Asked;
  readonly onChange: (asked: Asked) => void;
}

function WhatToDelete({ asked, onChange }: WhatToDeleteProps) {
  return (
    <>
      <Textarea
        label="Search"
        description="Without commands behind a pipe; * for all events of the range."
        placeholder="index=web user_id=4711"
        autosize
        maxRows={8}
        required
        data-autofocus
        spellCheck={false}
        maxLength={LIMITS.query.textCharactersMax}
        value={asked.query}
        onChange={(change) => onChange({ ...asked, query: change.currentTarget.value })}
      />
      <Group gap="sm" grow>
        <TextInput
          label="Earliest"
          value={asked.earliest}
          onChange={(change) => onChange({ ...asked, earliest: change.currentTarget.value })}
        />
        <TextInput
          label="Latest"
          value={asked.latest}
          onChange={(change) => onChange({ ...asked, latest: change.currentTarget.value })}
        />
      </Group>
    </>
  );
}
