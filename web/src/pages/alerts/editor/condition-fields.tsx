import { SegmentedControl } from '@mantine/core';
import type { AlertCondition } from '../../../../../src/contract/alert-conditions.ts';
import { CONDITION_KINDS, type ConditionKind } from '../../../../../src/spec/alerts.ts';
import { ruleWords } from '../logic/condition-words.ts';
import { withKind } from '../logic/rule-draft.ts';
import { AbsenceFields } from './absence-fields.tsx';
import { ChangeFields } from './change-fields.tsx';
import classes from './editor.module.css';
import type { RuleFieldProps } from './field-props.ts';
import { Section } from './section.tsx';
import { ThresholdFields } from './threshold-fields.tsx';
import { VerdictFields } from './verdict-fields.tsx';

const KIND_NAMES: Readonly<Record<ConditionKind, string>> = {
  threshold: 'Threshold',
  absence: 'No data',
  change: 'Change vs baseline',
  verdict: 'Evaluation',
};

/** The condition that makes a rule fire, as fields and as text. */
export function ConditionFields(props: RuleFieldProps & { readonly isTable: boolean }) {
  const { draft, settled, problemOf, onChange, isTable } = props;
  const { condition } = draft;
  const change = (next: AlertCondition): void => onChange({ ...draft, condition: next });
  const problem = (name: string): string | undefined => problemOf(`condition.${name}`);
  return (
    <Section title="Condition">
      <SegmentedControl
        w="fit-content"
        // Four names must fit side by side on a phone.
        styles={{ label: { paddingInline: 5 } }}
        aria-label="Condition type"
        value={condition.kind}
        data={CONDITION_KINDS.map((kind) => ({ value: kind, label: KIND_NAMES[kind] }))}
        onChange={(kind) => onChange(withKind(draft, kind))}
      />
      {condition.kind === 'threshold' && (
        <ThresholdFields
          condition={condition}
          problemOf={problem}
          isTable={isTable}
          onChange={change}
        />
      )}
      {condition.kind === 'absence' && (
        <AbsenceFields condition={condition} problemOf={problem} onChange={change} />
      )}
      {condition.kind === 'change' && (
        <ChangeFields
          condition={condition}
          problemOf={problem}
          isTable={isTable}
          onChange={change}
        />
      )}
      {condition.kind === 'verdict' && (
        <VerdictFields condition={condition} problemOf={problem} onChange={change} />
      )}
      <output className={classes['sentence']} aria-label="Rule summary">
        {ruleWords(condition, settled)}
      </output>
    </Section>
  );
}
