import { Stack, Text, Textarea, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { macrosQuery } from '../../data/macros-query.ts';
import { CodeBlock } from '../../parts/code-text.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { expandDraft } from './expand-draft.ts';
import { callOf, type MacroForm } from './macro-form.ts';

interface ExpansionPreviewProps {
  readonly form: MacroForm;
  /** The stored form of the same macro does not count. */
  readonly ownId: string | undefined;
}

/** Shows a call of the macro being edited and the resulting query. */
export function ExpansionPreview({ form, ownId }: ExpansionPreviewProps) {
  const macros = useQuery(macrosQuery);
  const [written, setWritten] = useState<string>();
  const query = written ?? callOf(form);
  const others = (macros.data ?? []).filter(({ id }) => id !== ownId);
  const { text, problem } = expandDraft(query, form, others);
  return (
    <Stack gap="sm" component="section" aria-label="Preview">
      <Title order={2}>Preview</Title>
      <Textarea
        label="Query"
        description="Preview a call with your own values, including unsaved changes."
        autosize
        minRows={1}
        maxRows={10}
        spellCheck={false}
        classNames={{ input: 'xp-mono' }}
        value={query}
        onChange={(event) => setWritten(event.currentTarget.value)}
      />
      {problem !== undefined && (
        <Text c="var(--xp-danger)" role="alert" className="xp-foreign">
          {problem}
        </Text>
      )}
      {text.trim() !== '' && <CodeBlock text={text} what="expanded query" />}
      {text.trim() !== '' && problem === undefined && (
        <ButtonLink
          to="/search"
          search={{ q: text }}
          target="_blank"
          variant="default"
          style={{ alignSelf: 'flex-start' }}
        >
          Run expanded query
        </ButtonLink>
      )}
    </Stack>
  );
}
