import { Stack, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { macroProblem } from '../../../../src/language/index.ts';
import { LIMITS } from '../../../../src/spec/limits.ts';
import { fieldError } from '../../parts/field-error.ts';
import { bodyOf, type MacroForm } from './macro-form.ts';

/** Those that show their own problems. */
export const MACRO_FIELDS = [
  'name',
  'arguments',
  'definition',
  'description',
  'validation',
  'errorMessage',
] as const;

const limits = LIMITS.macros;

interface MacroFieldsProps {
  readonly form: MacroForm;
  readonly error: unknown;
  readonly isReadOnly: boolean;
  /** A new macro: the name field gets the initial focus. */
  readonly isNew: boolean;
  readonly onChange: (form: MacroForm) => void;
}

export function MacroFields({ form, error, isReadOnly, isNew, onChange }: MacroFieldsProps) {
  // The same check as the server's, so that it is seen before saving.
  const wrong = form.definition === '' ? undefined : macroProblem(bodyOf(form));
  const problemOf = (path: string): string | undefined =>
    fieldError(error, path) ?? (wrong?.path === path ? wrong.message : undefined);
  return (
    <Stack gap="sm">
      <TextInput
        label="Name"
        description="Letters, digits, _ . : and -"
        required
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- on a page that is one form, its first field is what people came for
        autoFocus={isNew}
        readOnly={isReadOnly}
        classNames={{ input: 'xp-mono' }}
        maxLength={limits.nameCharactersMax}
        value={form.name}
        error={problemOf('name')}
        onChange={(event) => onChange({ ...form, name: event.currentTarget.value })}
      />
      <TagsInput
        label="Arguments"
        description="In order. Press Enter after each name. Default: none."
        placeholder={form.arguments.length === 0 ? 'service' : ''}
        readOnly={isReadOnly}
        maxTags={limits.argumentsMax}
        value={[...form.arguments]}
        error={problemOf('arguments')}
        onChange={(names) => onChange({ ...form, arguments: names })}
      />
      <Textarea
        label="Definition"
        description="The text that replaces the call. $argument$ is replaced with the value of an argument."
        placeholder="service=$service$ level=error"
        autosize
        minRows={3}
        maxRows={20}
        readOnly={isReadOnly}
        spellCheck={false}
        classNames={{ input: 'xp-mono' }}
        maxLength={limits.definitionCharactersMax}
        value={form.definition}
        error={problemOf('definition')}
        onChange={(event) => onChange({ ...form, definition: event.currentTarget.value })}
      />
      <Switch
        label="Eval expression"
        description="The definition is an eval expression that returns the text."
        checked={form.isEval}
        disabled={isReadOnly}
        onChange={(event) => onChange({ ...form, isEval: event.currentTarget.checked })}
      />
      <ValidationFields {...{ form, problemOf, isReadOnly, onChange }} />
      <Textarea
        label="Description"
        autosize
        minRows={1}
        readOnly={isReadOnly}
        maxLength={limits.noteCharactersMax}
        value={form.description}
        error={problemOf('description')}
        onChange={(event) => onChange({ ...form, description: event.currentTarget.value })}
      />
    </Stack>
  );
}

interface ValidationFieldsProps extends Pick<MacroFieldsProps, 'form' | 'isReadOnly' | 'onChange'> {
  readonly problemOf: (path: string) => string | undefined;
}

function ValidationFields({ form, problemOf, isReadOnly, onChange }: ValidationFieldsProps) {
  return (
    <>
      <TextInput
        label="Validation"
        description="An eval expression that checks the arguments. If it returns false, the call is rejected. Default: none."
        placeholder="isint(n) AND n>0"
        readOnly={isReadOnly}
        classNames={{ input: 'xp-mono' }}
        maxLength={limits.noteCharactersMax}
        value={form.validation}
        error={problemOf('validation')}
        onChange={(event) => onChange({ ...form, validation: event.currentTarget.value })}
      />
      {form.validation.trim() !== '' && (
        <TextInput
          label="Error message"
          description="Shown when a call is rejected. Default: the validation itself."
          readOnly={isReadOnly}
          maxLength={limits.noteCharactersMax}
          value={form.errorMessage}
          error={problemOf('errorMessage')}
          onChange={(event) => onChange({ ...form, errorMessage: event.currentTarget.value })}
        />
      )}
    </>
  );
}
