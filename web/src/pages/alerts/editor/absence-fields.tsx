import { Group, NumberInput, SegmentedControl, Textarea } from '@mantine/core';
import { useState } from 'react';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { readMembers, writeMembers } from '../logic/member-lines.ts';
import { type ConditionProps, withField } from './condition-props.ts';
import classes from './editor.module.css';
import { GroupField } from './group-field.tsx';
import { SpanField } from './span-field.tsx';

const { alerts } = LIMITS;

export function AbsenceFields(props: ConditionProps<'absence'>) {
  const { condition, problemOf, onChange } = props;
  return (
    <>
      <SegmentedControl
        w="fit-content"
        aria-label="Sources"
        value={condition.scope}
        data={[
          { value: 'all', label: 'No events at all' },
          { value: 'member', label: 'One source stops' },
        ]}
        onChange={(scope) => onChange({ ...condition, scope })}
      />
      {condition.scope === 'member' && (
        <>
          <GroupField
            label="Group by"
            description="Xplain learns sources from their events and expects them to continue."
            value={condition.by ?? []}
            error={problemOf('by')}
            onChange={(fields) =>
              onChange(withField(condition, 'by', fields.length === 0 ? undefined : fields))
            }
          />
          <Learning {...props} />
          <Expected {...props} />
        </>
      )}
    </>
  );
}

function Learning({ condition, problemOf, onChange }: ConditionProps<'absence'>) {
  return (
    <Group align="flex-start" gap="sm">
      <NumberInput
        label="Learn after"
        description="windows with events"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        className={classes['number'] ?? ''}
        min={1}
        max={alerts.memberWindowsMax}
        placeholder={String(alerts.memberWindowsDefault)}
        value={condition.minSeen ?? ''}
        error={problemOf('minSeen')}
        onChange={(next) =>
          onChange(withField(condition, 'minSeen', typeof next === 'number' ? next : undefined))
        }
      />
      <SpanField
        label="Learning period"
        value={condition.learn}
        usual={alerts.memberLearnSecondsDefault}
        min={alerts.memberLearnSecondsMin}
        max={alerts.memberLearnSecondsMax}
        error={problemOf('learn')}
        onChange={(learn) => onChange(withField(condition, 'learn', learn))}
      />
      <SpanField
        label="Expire after"
        value={condition.expire}
        usual={alerts.memberExpireSecondsDefault}
        min={alerts.memberExpireSecondsMin}
        max={alerts.memberExpireSecondsMax}
        error={problemOf('expire')}
        onChange={(expire) => onChange(withField(condition, 'expire', expire))}
      />
    </Group>
  );
}

function Expected({ condition, problemOf, onChange }: ConditionProps<'absence'>) {
  const by = condition.by ?? [];
  const [text, setText] = useState(() => writeMembers(condition.expected ?? [], by));
  return (
    <Textarea
      label="Expected sources"
      description={`One per line${by.length > 1 ? `, as ${by.join(', ')}` : ''}. Also fires for sources that never sent events.`}
      autosize
      minRows={1}
      maxRows={8}
      classNames={{ input: 'xp-mono' }}
      value={text}
      error={problemOf('expected')}
      onChange={(event) => {
        setText(event.currentTarget.value);
        const members = readMembers(event.currentTarget.value, by);
        onChange(withField(condition, 'expected', members.length === 0 ? undefined : members));
      }}
    />
  );
}
