import {
  ActionIcon,
  Button,
  Group,
  Menu,
  SegmentedControl,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { MODEL_VENDOR_DEFAULT, MODELS } from '../../../../src/spec/evaluation.ts';
import { LIMITS } from '../../../../src/spec/limits.ts';
import { fieldError } from '../../parts/field-error.ts';
import { Icon } from '../../parts/icons.tsx';
import { CRITERIA_PACKS, type CriteriaPack } from './criteria-packs.ts';
import { useHasModel } from '../../shell/signed-in.tsx';
import type { DraftItem, EvaluationDraft } from './evaluation-draft.ts';

interface CriteriaPanelProps {
  readonly draft: EvaluationDraft;
  readonly error: unknown;
  readonly onChange: (draft: EvaluationDraft) => void;
}

const { evaluation } = LIMITS;

/** Criteria for the evaluation, as worded by the user. */
export function CriteriaPanel({ draft, error, onChange }: CriteriaPanelProps) {
  const isEmpty = draft.criteria === '' && draft.items.length === 0;
  const choose = (pack: CriteriaPack): void => onChange({ ...draft, ...draftOfPack(pack) });
  return (
    <Stack gap="xs" component="section" aria-label="Criteria">
      <Group justify="space-between">
        <Text fw={600}>2 · Criteria</Text>
        {!isEmpty && <PackMenu onChoose={choose} />}
      </Group>
      {isEmpty && <Packs onChoose={choose} />}
      <Textarea
        label="Instruction"
        placeholder="Check whether each step of the deployment finished."
        autosize
        minRows={3}
        maxRows={10}
        maxLength={evaluation.criteriaCharactersMax}
        value={draft.criteria}
        error={fieldError(error, 'criteria')}
        onChange={(event) => onChange({ ...draft, criteria: event.currentTarget.value })}
      />
      <SegmentedControl
        size="xs"
        aria-label="Evaluation type"
        value={draft.mode}
        onChange={(mode) => onChange({ ...draft, mode })}
        data={[
          { value: 'test_classification', label: 'One finding per item' },
          { value: 'generic_verdict', label: 'Summary of the events' },
        ]}
      />
      {draft.mode === 'test_classification' && (
        <Items items={draft.items} onChange={(items) => onChange({ ...draft, items })} />
      )}
      <Options draft={draft} error={error} onChange={onChange} />
      {draft.mode === 'test_classification' && <MergeOptions draft={draft} onChange={onChange} />}
    </Stack>
  );
}

function draftOfPack({ criteria, items }: CriteriaPack): Partial<EvaluationDraft> {
  return { criteria, items, mode: items.length === 0 ? 'generic_verdict' : 'test_classification' };
}

interface PacksProps {
  readonly onChoose: (pack: CriteriaPack) => void;
}

/** Shown while there are no criteria: one click adds a set of common ones. */
function Packs({ onChoose }: PacksProps) {
  return (
    <Group gap={6}>
      {CRITERIA_PACKS.map((pack) => (
        <Button key={pack.name} variant="default" size="compact-xs" onClick={() => onChoose(pack)}>
          {pack.name}
        </Button>
      ))}
    </Group>
  );
}

function PackMenu({ onChoose }: PacksProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="subtle"
          size="compact-xs"
          rightSection={<Icon name="chevronDown" size={12} />}
        >
          Start from a template
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {CRITERIA_PACKS.map((pack) => (
          <Menu.Item key={pack.name} onClick={() => onChoose(pack)}>
            {pack.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface ItemsProps {
  readonly items: readonly DraftItem[];
  readonly onChange: (items: readonly DraftItem[]) => void;
}

function Items({ items, onChange }: ItemsProps) {
  const add = (): void => onChange([...items, { id: '', description: '' }]);
  return (
    <Stack gap={6}>
      <Text size="sm" fw={500}>
        Items (one finding each)
      </Text>
      {items.map((item, place) => (
        <Group key={place} gap={6} wrap="nowrap">
          <TextInput
            flex={1}
            aria-label={`Item ${place + 1}`}
            placeholder="The migrations were applied"
            maxLength={evaluation.itemDescriptionCharactersMax}
            value={item.description}
            onChange={(event) =>
              onChange(items.with(place, { ...item, description: event.currentTarget.value }))
            }
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove item ${place + 1}`}
            onClick={() => onChange(items.toSpliced(place, 1))}
          >
            <Icon name="close" size={14} />
          </ActionIcon>
        </Group>
      ))}
      <Group>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<Icon name="plus" size={12} />}
          disabled={items.length >= evaluation.itemsMax}
          onClick={add}
        >
          Add item
        </Button>
        {items.length === 0 && (
          <Text size="xs" c="dimmed">
            Without items, the result is a single finding.
          </Text>
        )}
      </Group>
    </Stack>
  );
}

function Options({ draft, error, onChange }: CriteriaPanelProps) {
  const hasModel = useHasModel();
  return (
    <Group align="flex-end" gap="md">
      <Select
        label="Model"
        size="xs"
        w={240}
        comboboxProps={{ withinPortal: true }}
        disabled={!hasModel}
        description={
          hasModel
            ? undefined
            : 'No language model is configured. The built-in evaluator answers; it matches words.'
        }
        placeholder={hasModel ? 'Fast (default)' : 'Built-in evaluator'}
        clearable
        value={draft.model === '' ? null : draft.model}
        error={fieldError(error, 'model')}
        onChange={(model) => onChange({ ...draft, model: model ?? '' })}
        data={Object.entries(MODELS).map(([name, { relativeCost }]) => ({
          value: `${MODEL_VENDOR_DEFAULT}-${name}`,
          label: `${name} · ${relativeCost}× cost`,
        }))}
      />
      <Select
        label="Compression"
        size="xs"
        w={240}
        comboboxProps={{ withinPortal: true }}
        allowDeselect={false}
        value={String(draft.logCompression)}
        onChange={(value) =>
          onChange({ ...draft, logCompression: value === 'auto' ? value : value !== 'false' })
        }
        data={[
          { value: 'true', label: 'Patterns with counts (default)' },
          { value: 'auto', label: 'Auto: the shorter one' },
          { value: 'false', label: `Off: first ${evaluation.rowsUncompressedMax} events` },
        ]}
      />
    </Group>
  );
}

/** How often a model is asked; the preview shows what that costs. */
function MergeOptions({ draft, onChange }: Omit<CriteriaPanelProps, 'error'>) {
  return (
    <Group align="flex-end" gap="md">
      <Select
        label="Large inputs"
        size="xs"
        w={240}
        comboboxProps={{ withinPortal: true }}
        allowDeselect={false}
        value={draft.strategy}
        onChange={(value) => onChange({ ...draft, strategy: value === 'split' ? value : 'clip' })}
        data={[
          { value: 'clip', label: "Leave out what doesn't fit (default)" },
          { value: 'split', label: 'Split: a call per part' },
        ]}
      />
      <Select
        label="Answers"
        size="xs"
        w={240}
        comboboxProps={{ withinPortal: true }}
        allowDeselect={false}
        value={String(draft.samples)}
        onChange={(value) => onChange({ ...draft, samples: value === '1' ? 1 : SAMPLES })}
        data={[
          { value: '1', label: 'One (default)' },
          { value: String(SAMPLES), label: `Majority of ${SAMPLES} · ${SAMPLES}× cost` },
        ]}
      />
    </Group>
  );
}

const SAMPLES = evaluation.samplesMax;
