import { Alert, Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DeletionPreview } from '../../../../../src/contract/log-deletions.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { sayDone } from '../../../parts/ready-notice.ts';
import { formatCount } from '../../../parts/sizes.ts';
import { TimeText } from '../../../parts/time-text.tsx';
import { DeletionSample } from './deletion-sample.tsx';

export interface Asked {
  readonly query: string;
  readonly earliest: string;
  readonly latest: string;
}

interface NewDeletionProps {
  /** Search passed in by the URL; counted immediately. */
  readonly search: Asked | undefined;
  readonly onClose: () => void;
  readonly onAsked: () => void;
}

const NOTHING_YET: Asked = { query: '', earliest: '-24h', latest: 'now' };

/** Counts first: exactly the counted events are deleted, since the time range is fixed at that point. */
export function NewDeletion({ search, onClose, onAsked }: NewDeletionProps) {
  const [asked, setAsked] = useState(search ?? NOTHING_YET);
  const [typed, setTyped] = useState('');
  const count = useMutation({ mutationFn: countEvents });
  const { mutate: startCount } = count;
  useEffect(() => {
    if (search !== undefined) startCount(search);
  }, [search, startCount]);
  const counted = count.data;
  const remove = useMutation({
    mutationFn: async (range: Asked) => call(api.deleteLogs, { query: range }),
    onSuccess: () => {
      sayDone('Deletion started');
      onAsked();
      onClose();
    },
  });
  const isAsked = asked.query.trim() !== '';
  const isConfirmed =
    counted !== undefined && counted.matched > 0 && typed.trim() === confirmation(counted);
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
          if (counted === undefined) {
            if (isAsked) startCount(asked);
          } else if (isConfirmed) {
            remove.mutate({ query: counted.query, earliest: counted.from, latest: counted.to });
          }
        }}
      >
        <Stack gap="sm">
          <WhatToDelete
            asked={asked}
            onChange={(next) => {
              setAsked(next);
              setTyped('');
              count.reset();
            }}
          />
          {counted !== undefined && <Counted counted={counted} typed={typed} onType={setTyped} />}
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
              <Button type="submit" color="red" loading={remove.isPending} disabled={!isConfirmed}>
                Delete permanently
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** Contains the number, so that nobody confirms without reading it. */
function confirmation({ matched }: DeletionPreview): string {
  return `delete ${matched}`;
}

interface CountedProps {
  readonly counted: DeletionPreview;
  readonly typed: string;
  readonly onType: (text: string) => void;
}

function Counted({ counted, typed, onType }: CountedProps) {
  const { matched, indexes, from, to, archives } = counted;
  const range = (
    <>
      <TimeText at={from} form="exact" /> and <TimeText at={to} form="exact" />
    </>
  );
  if (matched === 0) {
    return (
      <Alert color="gray" icon={<Icon name="info" />} p="xs">
        No matching events in {indexes.join(', ')} between {range}.
      </Alert>
    );
  }
  return (
    <>
      <Alert color="red" icon={<Icon name="warning" />} p="xs">
        <Text fw={600}>This can't be undone</Text>
        <Text size="sm">
          This deletes {formatCount(matched)} events in {indexes.join(', ')} between {range}.
        </Text>
        {archives.length > 0 && (
          <Text size="sm" mt={4} className="xp-foreign">
            Exported copies are not deleted: {archives.map(({ name }) => name).join(', ')} may
            contain these events.
          </Text>
        )}
      </Alert>
      <DeletionSample counted={counted} />
      <TextInput
        label={`Type “${confirmation(counted)}” to confirm`}
        value={typed}
        autoComplete="off"
        onChange={(change) => onType(change.currentTarget.value)}
      />
    </>
  );
}

async function countEvents(asked: Asked): Promise<DeletionPreview> {
  const { data } = await call(api.deleteLogs, { query: { ...asked, dryRun: true } });
  if (!('dryRun' in data)) throw new Error("Couldn't count the events.");
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
        description="A search without pipes. Use * for all events in the time range."
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
