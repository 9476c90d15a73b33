import {
  ActionIcon,
  Button,
  Group,
  NativeSelect,
  Stack,
  Switch,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import type { CompleteVariable } from '../../../../../src/contract/definition-form.ts';
import { isVariableName } from '../../../../../src/language/index.ts';
import { INTERVALS } from '../../../../../src/spec/dashboards.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { Icon } from '../../../parts/icons.tsx';
import {
  asVariable,
  newVariable,
  readOptions,
  VARIABLE_TYPES,
  type VariableType,
  writeOptions,
} from '../logic/new-variable.ts';
import { sampleVariables } from '../logic/sample-variables.ts';
import { QueryBox } from './query-box.tsx';
import type { SettingsProps } from './settings-props.ts';

const limits = LIMITS.dashboards;

const TYPE_WORDS: Readonly<Record<VariableType, string>> = {
  list: 'Custom',
  query: 'Query',
  text: 'Text',
  interval: 'Interval',
};

/** What viewers can choose. A query may use the variables above it, so their order counts. */
export function VariablesFields({ draft, onChange }: SettingsProps) {
  const { variables } = draft;
  const set = (next: readonly CompleteVariable[]): void => onChange({ ...draft, variables: next });
  const swap = (at: number): void =>
    set(
      variables
        .with(at, variables[at - 1] as CompleteVariable)
        .with(at - 1, variables[at] as CompleteVariable),
    );
  return (
    <Stack gap="sm">
      <Text c="dimmed" size="sm">
        Use $name$ in a query. Values are inserted as literals, so a star, quote or pipe has no
        special meaning. An empty value means all.
      </Text>
      {variables.map((variable, at) => (
        <div key={at} className="de-item">
          <Group align="flex-end" mb="xs" wrap="nowrap">
            <VariableHead
              variable={variable}
              isTwin={variables.some(({ name }, place) => place !== at && name === variable.name)}
              onChange={(next) => set(variables.with(at, next))}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Move variable ${variable.name} up`}
              disabled={at === 0}
              onClick={() => swap(at)}
            >
              <Icon name="up" size={14} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={`Delete variable ${variable.name}`}
              onClick={() => set(variables.filter((_, place) => place !== at))}
            >
              <Icon name="trash" size={14} />
            </ActionIcon>
          </Group>
          <VariableChoices
            variable={variable}
            above={variables.slice(0, at)}
            onChange={(next) => set(variables.with(at, next))}
          />
        </div>
      ))}
      {variables.length < limits.variablesMax && (
        <Button
          variant="default"
          w="fit-content"
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => set([...variables, newVariable('list', variables)])}
        >
          Add variable
        </Button>
      )}
    </Stack>
  );
}

interface VariableProps {
  readonly variable: CompleteVariable;
  readonly onChange: (variable: CompleteVariable) => void;
}

function VariableHead({
  variable,
  isTwin,
  onChange,
}: VariableProps & { readonly isTwin: boolean }) {
  const { name, label, type } = variable;
  const problem = isVariableName(name) ? undefined : 'Use lowercase letters, digits and _.';
  return (
    <>
      <TextInput
        label="Name"
        flex={1}
        maxLength={32}
        value={name}
        error={isTwin ? 'This name is already used.' : problem}
        onChange={(event) => onChange({ ...variable, name: event.currentTarget.value })}
      />
      <TextInput
        label="Label"
        flex={1}
        placeholder={name}
        maxLength={limits.titleCharactersMax}
        value={label}
        onChange={(event) => onChange({ ...variable, label: event.currentTarget.value })}
      />
      <NativeSelect
        label="Type"
        value={type}
        data={VARIABLE_TYPES.map((value) => ({ value, label: TYPE_WORDS[value] }))}
        onChange={(event) => {
          const next = VARIABLE_TYPES.find((each) => each === event.currentTarget.value);
          if (next !== undefined) onChange(asVariable(variable, next));
        }}
      />
    </>
  );
}

function VariableChoices({
  variable,
  above,
  onChange,
}: VariableProps & { readonly above: readonly CompleteVariable[] }) {
  switch (variable.type) {
    case 'text':
      return (
        <Group align="flex-end">
          <TextInput
            label="Default"
            flex={1}
            maxLength={limits.textValueCharactersMax}
            value={variable.default}
            onChange={(event) => onChange({ ...variable, default: event.currentTarget.value })}
          />
          <Switch
            label="Allow * as a wildcard"
            checked={variable.wildcards}
            onChange={(event) => onChange({ ...variable, wildcards: event.currentTarget.checked })}
          />
        </Group>
      );
    case 'interval':
      return (
        <NativeSelect
          label="Default"
          w={160}
          value={variable.default}
          data={[...INTERVALS]}
          onChange={(event) => {
            const next = INTERVALS.find((each) => each === event.currentTarget.value);
            if (next !== undefined) onChange({ ...variable, default: next });
          }}
        />
      );
    case 'list':
      return <ListChoices variable={variable} onChange={onChange} />;
    case 'query':
      return (
        <Stack gap="xs">
          <QueryBox
            label="Query"
            hint="Return the options in the columns value and label, or in the first column."
            query={variable.query}
            variables={sampleVariables(above)}
            onChange={(query) => onChange({ ...variable, query })}
          />
          <AmountFields variable={variable} onChange={onChange} />
        </Stack>
      );
  }
}

type Listed = Extract<CompleteVariable, { readonly type: 'list' }>;

function ListChoices({
  variable,
  onChange,
}: {
  readonly variable: Listed;
  readonly onChange: (variable: CompleteVariable) => void;
}) {
  const [text, setText] = useState(() => writeOptions(variable.options));
  return (
    <Stack gap="xs">
      <Textarea
        label="Options"
        description="One per line: value, optionally followed by a comma and a label."
        autosize
        minRows={2}
        maxRows={10}
        spellCheck={false}
        value={text}
        error={variable.options.length === 0 ? 'Enter at least one.' : undefined}
        onChange={(event) => {
          setText(event.currentTarget.value);
          const options = readOptions(event.currentTarget.value).slice(0, limits.listOptionsMax);
          const known = new Set(options.map(({ value }) => value));
          const chosen = variable.default.filter((value) => known.has(value));
          onChange({ ...variable, options, default: chosen });
        }}
      />
      <AmountFields variable={variable} onChange={onChange} />
      <Switch
        label="Values are field names"
        checked={variable.use === 'field'}
        onChange={(event) =>
          onChange({ ...variable, use: event.currentTarget.checked ? 'field' : 'value' })
        }
      />
    </Stack>
  );
}

type Several = Extract<CompleteVariable, { readonly multiple: boolean }>;

/** How many can be chosen, and which are at first. */
function AmountFields({
  variable,
  onChange,
}: {
  readonly variable: Several;
  readonly onChange: (variable: CompleteVariable) => void;
}) {
  const options = variable.type === 'list' ? variable.options.map(({ value }) => value) : [];
  return (
    <Group align="flex-end">
      <TagsInput
        label="Default"
        flex={1}
        data={options}
        maxTags={variable.multiple ? limits.valuesMax : 1}
        value={[...variable.default]}
        onChange={(values) =>
          onChange({
            ...variable,
            default:
              variable.type === 'list' ? values.filter((each) => options.includes(each)) : values,
          })
        }
      />
      <Switch
        label="Multi-value"
        checked={variable.multiple}
        onChange={(event) => {
          const multiple = event.currentTarget.checked;
          onChange({ ...variable, multiple, default: multiple ? variable.default : [] });
        }}
      />
      <Switch
        label="Include “All”"
        checked={variable.all}
        onChange={(event) => onChange({ ...variable, all: event.currentTarget.checked })}
      />
    </Group>
  );
}
