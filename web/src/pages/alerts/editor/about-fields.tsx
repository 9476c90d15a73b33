import { TagsInput, Textarea, TextInput } from '@mantine/core';
import { PLACEHOLDERS } from '../../../../../src/spec/alerts.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { withSetting } from '../logic/rule-draft.ts';
import classes from './editor.module.css';
import type { RuleFieldProps } from './field-props.ts';

const { alerts } = LIMITS;
const NAMES = [...PLACEHOLDERS, 'group.<field>'].map((name) => `{{${name}}}`).join(' ');

/** Description, runbook and tags of a rule, and the text of its notifications. */
export function AboutFields({ draft, settled, problemOf, onChange }: RuleFieldProps) {
  const textOf = (name: 'description' | 'runbook') => ({
    value: settled[name],
    error: problemOf(name),
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange(withSetting(draft, name, event.currentTarget.value)),
  });
  return (
    <details className={classes['more']}>
      <summary>Description, runbook and notification text</summary>
      <div className={classes['fields']} style={{ gap: 10 }}>
        <TextInput
          label="Description"
          maxLength={alerts.descriptionCharactersMax}
          {...textOf('description')}
        />
        <Textarea
          label="Runbook"
          description="Steps to take. Shown with each incident and included in notifications."
          autosize
          minRows={2}
          maxRows={12}
          maxLength={alerts.runbookCharactersMax}
          {...textOf('runbook')}
        />
        <TagsInput
          label="Tags"
          value={[...settled.tags]}
          maxTags={alerts.tagsMax}
          error={problemOf('tags')}
          onChange={(tags) => onChange(withSetting(draft, 'tags', tags))}
        />
        <TextInput
          label="Notification title"
          placeholder="Default title"
          maxLength={alerts.titleCharactersMax}
          value={draft.title ?? ''}
          error={problemOf('title')}
          onChange={(event) => onChange({ ...draft, title: event.currentTarget.value })}
        />
        <Textarea
          label="Notification body"
          description={`Available placeholders: ${NAMES}`}
          placeholder="Default body"
          autosize
          minRows={2}
          maxRows={12}
          maxLength={alerts.bodyCharactersMax}
          value={draft.body ?? ''}
          error={problemOf('body')}
          onChange={(event) => onChange({ ...draft, body: event.currentTarget.value })}
        />
      </div>
    </details>
  );
}
