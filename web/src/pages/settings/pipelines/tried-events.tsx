import { Alert, Badge, Group, Paper, Stack, Table, Text } from '@mantine/core';
import type { ShownEvent, TestedEvent } from '../../../../../src/contract/pipelines.ts';
import { Icon } from '../../../parts/icons.tsx';
import { countOf } from '../../../parts/sizes.ts';
import { eventDiff, type FieldChange } from './event-diff.ts';
import { isStepKind, STEP_FORMS } from './step-forms.ts';
import { type Fate, fateOf, fatesOf, unmaskedKinds } from './tried-summary.ts';
import classes from './tried-events.module.css';

const COLORS: Readonly<Record<Fate, string>> = {
  'not matched': 'gray',
  unchanged: 'gray',
  changed: 'blue',
  dropped: 'yellow',
  failed: 'red',
};
/** Of a long text only the beginning is shown. */
const CHARACTERS_MAX = 1_000;

export function TriedEvents({ events }: { readonly events: readonly TestedEvent[] }) {
  // The first one that shows something is open.
  const first = Math.max(
    0,
    events.findIndex((event) => fateOf(event) !== 'not matched'),
  );
  return (
    <Stack gap="xs" aria-live="polite">
      <Group gap={6}>
        {[...fatesOf(events)].map(([fate, count]) => (
          <Badge key={fate} color={COLORS[fate]}>
            {count} {fate}
          </Badge>
        ))}
      </Group>
      <Unmasked events={events} />
      {events.map((event, place) => (
        // A test result is shown in full and never changes, so the position is the key.
        <TriedEvent key={place} event={event} isOpen={place === first} />
      ))}
    </Stack>
  );
}

const KIND_WORDS: Readonly<Record<string, string>> = {
  email: 'an email address',
  ip: 'an IP address',
  card: 'a card number',
  token: 'a token or secret',
  pattern: 'a match of your pattern',
};

/** Warns about sensitive data in fields that no mask covers, before such events are stored. */
function Unmasked({ events }: { readonly events: readonly TestedEvent[] }) {
  const kinds = unmaskedKinds(events);
  if (kinds.length === 0) return null;
  return (
    <Alert color="yellow" icon={<Icon name="warning" />} p="xs">
      <Text fw={600}>Some sensitive data isn't masked</Text>
      {kinds.map(({ kind, fields, count }) => (
        <Text key={kind} size="sm" className="xp-foreign">
          {countOf(count, 'event')} would be stored with what looks like {KIND_WORDS[kind] ?? kind},
          in {fields.join(', ')}.
        </Text>
      ))}
      <Text size="sm">Clear “Fields” in the mask step to apply it to all fields.</Text>
    </Alert>
  );
}

function TriedEvent({ event, isOpen }: { readonly event: TestedEvent; readonly isOpen: boolean }) {
  const fate = fateOf(event);
  return (
    <Paper withBorder>
      <details open={isOpen}>
        <summary className={classes['head']}>
          <Badge size="sm" color={COLORS[fate]}>
            {fate}
          </Badge>
          <span className={`${classes['line']} xp-mono`}>{cut(event.before.event)}</span>
        </summary>
        <Stack gap="xs" p="sm" pt={4}>
          <Steps event={event} />
          <Text fw={500}>Result</Text>
          {event.after === null ? (
            <Text c="var(--xp-warning)">Event dropped.</Text>
          ) : (
            <Changes changes={eventDiff(event.before, event.after)} />
          )}
        </Stack>
      </details>
    </Paper>
  );
}

/** Each step against what the one before has left. */
function Steps({ event }: { readonly event: TestedEvent }) {
  let present: ShownEvent = event.before;
  return event.pipelines.flatMap((pipeline) => {
    if (!pipeline.matched) {
      return [
        <Text key={pipeline.name} c="dimmed">
          {pipeline.name} doesn't match this event.
        </Text>,
      ];
    }
    return pipeline.steps.map((step, place) => {
      const before = present;
      present = step.after ?? before;
      const label = isStepKind(step.kind) ? STEP_FORMS[step.kind].label : step.kind;
      return (
        <div key={`${pipeline.name}-${place}`}>
          <Group gap={6}>
            <Text fw={500}>
              {place + 1}. {label}
            </Text>
            <Badge size="xs" color={COLORS[step.outcome]}>
              {step.outcome}
            </Badge>
            <Text size="xs" c="dimmed">
              {step.micros < 100 ? step.micros.toFixed(1) : Math.round(step.micros)} µs
            </Text>
          </Group>
          {step.error !== undefined && (
            <Text c="var(--xp-danger)" className="xp-foreign">
              {step.error}
            </Text>
          )}
          {step.outcome === 'changed' && <Changes changes={eventDiff(before, present)} />}
        </div>
      );
    });
  });
}

function Changes({ changes }: { readonly changes: readonly FieldChange[] }) {
  if (changes.length === 0) return <Text c="dimmed">No changes.</Text>;
  return (
    <Table fz="xs" layout="fixed" verticalSpacing={3}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={140}>Field</Table.Th>
          <Table.Th>Before</Table.Th>
          <Table.Th>After</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {changes.map(({ field, before, after }) => (
          <Table.Tr key={field}>
            <Table.Td className="xp-foreign xp-mono">{field}</Table.Td>
            <Table.Td className={`${classes['before']} xp-foreign xp-mono`}>
              {before === undefined ? '–' : cut(before)}
            </Table.Td>
            <Table.Td className={`${classes['after']} xp-foreign xp-mono`}>
              {after === undefined ? 'removed' : cut(after)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function cut(text: string): string {
  return text.length > CHARACTERS_MAX ? `${text.slice(0, CHARACTERS_MAX)} …` : text;
}
