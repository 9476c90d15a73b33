import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import type { CompleteDefinition } from '../../../../../src/contract/definition-form.ts';
import { TONE_MAX } from '../../../../../src/spec/dashboards.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { Icon } from '../../../parts/icons.tsx';
import { sampleVariables } from '../logic/sample-variables.ts';
import { QueryBox } from './query-box.tsx';
import type { SettingsProps } from './settings-props.ts';
import { ToneField } from './tone-field.tsx';

type Annotation = CompleteDefinition['annotations'][number];

const limits = LIMITS.dashboards;
const EXAMPLE = 'index=deploy | rename message AS text | table _time, text';

/** Marks on charts over time: what happened when. */
export function AnnotationsFields({ draft, onChange }: SettingsProps) {
  const { annotations } = draft;
  const set = (next: readonly Annotation[]): void => onChange({ ...draft, annotations: next });
  const add = (source: Annotation['source']): void => {
    const word = source === 'incidents' ? 'Incidents' : 'Events';
    const name = freeName(word, annotations);
    const color = (annotations.length % TONE_MAX) + 1;
    set([...annotations, { name, source, query: source === 'query' ? EXAMPLE : null, color }]);
  };
  return (
    <Stack gap="sm">
      <Text c="dimmed" size="sm">
        The query must return _time, and can return end, text and level. Incidents come from alerts.
      </Text>
      {annotations.map((annotation, at) => (
        <AnnotationItem
          key={at}
          annotation={annotation}
          draft={draft}
          onChange={(next) => set(annotations.map((each, place) => (place === at ? next : each)))}
          onRemove={() => set(annotations.filter((_, place) => place !== at))}
        />
      ))}
      {annotations.length < limits.annotationsMax && (
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => add('query')}
          >
            Add from query
          </Button>
          <Button
            variant="default"
            leftSection={<Icon name="bell" size={14} />}
            onClick={() => add('incidents')}
          >
            Add incidents
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface AnnotationItemProps {
  readonly annotation: Annotation;
  readonly draft: CompleteDefinition;
  readonly onChange: (annotation: Annotation) => void;
  readonly onRemove: () => void;
}

function AnnotationItem({ annotation, draft, onChange, onRemove }: AnnotationItemProps) {
  const variables = useMemo(() => sampleVariables(draft.variables), [draft.variables]);
  const { name, query, color } = annotation;
  return (
    <div className="de-item">
      <Group align="flex-end" mb="xs" wrap="nowrap">
        <TextInput
          label="Name"
          flex={1}
          maxLength={limits.titleCharactersMax}
          value={name}
          error={name.trim() === '' ? 'Enter a name.' : undefined}
          onChange={(event) => onChange({ ...annotation, name: event.currentTarget.value })}
        />
        <ToneField
          label="Color"
          tone={color}
          onChange={(next) => onChange({ ...annotation, color: next })}
        />
        <ActionIcon
          variant="subtle"
          color="red"
          aria-label={`Delete annotation ${name}`}
          onClick={onRemove}
        >
          <Icon name="trash" size={14} />
        </ActionIcon>
      </Group>
      {query !== null && (
        <QueryBox
          label="Query"
          query={query}
          variables={variables}
          onChange={(next) => onChange({ ...annotation, query: next })}
        />
      )}
    </div>
  );
}

function freeName(word: string, taken: readonly Annotation[]): string {
  const names = new Set(taken.map(({ name }) => name));
  if (!names.has(word)) return word;
  let number = 2;
  while (names.has(`${word} ${number}`)) number += 1;
  return `${word} ${number}`;
}
