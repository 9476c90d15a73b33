import {
  ActionIcon,
  Button,
  Group,
  JsonInput,
  Menu,
  NativeSelect,
  Paper,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { useState } from 'react';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { fieldError } from '../../../parts/field-error.ts';
import { Icon } from '../../../parts/icons.tsx';
import { OrderButtons } from './order-buttons.tsx';
import { moved, newStep, readSteps, type StepDraft, withKind, withValue } from './step-draft.ts';
import { StepField } from './step-field.tsx';
import { isStepKind, STEP_FORMS, STEP_KINDS } from './step-forms.ts';

/** Common first step: masks everything that is detected automatically. */
const MASK_ALL: StepDraft = { kind: 'mask', what: ['email', 'ip', 'card', 'token'] };

interface StepListProps {
  readonly steps: readonly StepDraft[];
  readonly error: unknown;
  readonly isReadOnly: boolean;
  readonly onChange: (steps: readonly StepDraft[]) => void;
}

/** The steps of a pipeline, as forms or as JSON. */
export function StepList(props: StepListProps) {
  const [view, setView] = useState('form');
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2}>Steps</Title>
        <SegmentedControl
          aria-label="Step view"
          value={view}
          data={[
            { value: 'form', label: 'Form' },
            { value: 'json', label: 'JSON' },
          ]}
          onChange={setView}
        />
      </Group>
      {view === 'form' ? <StepForms {...props} /> : <StepsJson {...props} />}
    </Stack>
  );
}

function StepsJson({ steps, error, isReadOnly, onChange }: StepListProps) {
  const [text, setText] = useState(() => JSON.stringify(steps, undefined, 2));
  const read = readSteps(text);
  return (
    <JsonInput
      label="Steps as JSON"
      description="Same format as in the API."
      autosize
      minRows={10}
      maxRows={30}
      readOnly={isReadOnly}
      classNames={{ input: 'xp-mono' }}
      value={text}
      error={read.isGood ? fieldError(error, 'steps') : read.problem}
      onChange={(value) => {
        setText(value);
        const next = readSteps(value);
        if (next.isGood) onChange(next.steps);
      }}
    />
  );
}

function StepForms({ steps, error, isReadOnly, onChange }: StepListProps) {
  return (
    <Stack gap="xs">
      {steps.length === 0 && <Text c="dimmed">No steps yet. Add at least one.</Text>}
      {steps.map((step, place) => (
        <StepCard
          // Steps have no id; the API also identifies them by position.
          key={`${place}-${step.kind}`}
          step={step}
          place={place}
          count={steps.length}
          error={error}
          isReadOnly={isReadOnly}
          onChange={(next) => onChange(steps.with(place, next))}
          onMove={(by) => onChange(moved(steps, place, place + by))}
          onRemove={() => onChange(steps.toSpliced(place, 1))}
        />
      ))}
      {!isReadOnly && steps.length < LIMITS.pipelines.stepsMax && (
        <Group gap="xs">
          <AddStep onAdd={(step) => onChange([...steps, step])} />
          {steps.length === 0 && (
            <Button variant="default" onClick={() => onChange([MASK_ALL])}>
              Mask personal data and secrets
            </Button>
          )}
        </Group>
      )}
    </Stack>
  );
}

function AddStep({ onAdd }: { readonly onAdd: (step: StepDraft) => void }) {
  return (
    <Menu position="bottom-start" width={330} shadow="md">
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="plus" />} w="fit-content">
          Add step
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {STEP_KINDS.map((kind) => (
          <Menu.Item key={kind} onClick={() => onAdd(newStep(kind))}>
            <Text fw={500}>{STEP_FORMS[kind].label}</Text>
            <Text size="xs" c="dimmed">
              {STEP_FORMS[kind].about}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface StepCardProps {
  readonly step: StepDraft;
  readonly place: number;
  readonly count: number;
  readonly error: unknown;
  readonly isReadOnly: boolean;
  readonly onChange: (step: StepDraft) => void;
  readonly onMove: (by: 1 | -1) => void;
  readonly onRemove: () => void;
}

function StepCard(props: StepCardProps) {
  const { step, place, count, error, isReadOnly, onChange, onMove, onRemove } = props;
  const { about, fields, label } = STEP_FORMS[step.kind];
  const name = `step ${place + 1}`;
  return (
    <Paper withBorder p="sm" component="section" aria-label={`Step ${place + 1}: ${label}`}>
      <Stack gap="xs">
        <Group gap="xs" wrap="nowrap">
          <Text fw={600} c="dimmed">
            {place + 1}
          </Text>
          <NativeSelect
            aria-label={`Type of ${name}`}
            disabled={isReadOnly}
            value={step.kind}
            data={STEP_KINDS.map((kind) => ({ value: kind, label: STEP_FORMS[kind].label }))}
            onChange={(event) => {
              const kind = event.currentTarget.value;
              if (isStepKind(kind)) onChange(withKind(step, kind));
            }}
          />
          <div style={{ flex: 1 }} />
          {!isReadOnly && (
            <>
              <OrderButtons
                name={name}
                isFirst={place === 0}
                isLast={place === count - 1}
                onMove={onMove}
              />
              <ActionIcon
                variant="subtle"
                color="red"
                size="sm"
                aria-label={`Remove ${name}`}
                onClick={onRemove}
              >
                <Icon name="trash" size={14} />
              </ActionIcon>
            </>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {about}
        </Text>
        <fieldset disabled={isReadOnly} style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" verticalSpacing="xs">
            {fields.map((facts) => (
              <StepField
                key={facts.name}
                facts={facts}
                value={step[facts.name]}
                error={fieldError(error, `steps.${place}.${facts.name}`)}
                onChange={(value) => onChange(withValue(step, facts.name, value))}
              />
            ))}
          </SimpleGrid>
        </fieldset>
      </Stack>
    </Paper>
  );
}
