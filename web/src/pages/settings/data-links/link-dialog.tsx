import { Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fillLink, linkTemplateProblem } from '../../../../../src/contract/link-template.ts';
import type { DataLink } from '../../../../../src/contract/data-links.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { dataLinksQuery } from '../../../data/data-links.ts';
import { ManagedBanner } from '../../../parts/as-code/managed-banner.tsx';
import { CodeText } from '../../../parts/code-text.tsx';
import { fieldError } from '../../../parts/field-error.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { FormEnd } from '../../../parts/form-end.tsx';
import { sayDone } from '../../../parts/ready-notice.ts';

const FIELDS = ['name', 'description', 'field', 'url'] as const;
type Form = Readonly<Record<(typeof FIELDS)[number], string>>;

interface LinkDialogProps {
  /** The one to change; a new one without. */
  readonly link?: DataLink;
  readonly onClose: () => void;
}

/** Rendered while it is open. */
export function LinkDialog({ link, onClose }: LinkDialogProps) {
  const [form, setForm] = useState<Form>({
    name: link?.name ?? '',
    description: link?.description ?? '',
    field: link?.field ?? '',
    url: link?.url ?? '',
  });
  const save = useSave(link, onClose);
  const limits = LIMITS.dataLinks;
  // The same check as the server's, so that it is seen before saving.
  const problem = form.url === '' ? undefined : linkTemplateProblem(form.url.trim());
  const input = (name: keyof Form, charactersMax: number) => ({
    value: form[name],
    maxLength: charactersMax,
    error: fieldError(save.error, name),
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      setForm({ ...form, [name]: event.currentTarget.value }),
  });
  return (
    <FormDialog
      title={link === undefined ? 'Create data link' : 'Edit data link'}
      onSubmit={() => save.mutate(form)}
      onClose={onClose}
    >
      {link !== undefined && <ManagedBanner kind="dataLinks" id={link.id} />}
      <TextInput
        label="Field"
        description="Its values get the link."
        placeholder="trace_id"
        required
        data-autofocus
        classNames={{ input: 'xp-mono' }}
        {...input('field', LIMITS.events.attributeKeyCharactersMax)}
      />
      <TextInput
        label="Name"
        description="Label of the link."
        placeholder="Trace in Jaeger"
        required
        {...input('name', limits.nameCharactersMax)}
      />
      <TextInput
        label="URL"
        description="{field} is replaced with the URL-encoded value of a field of the same event."
        placeholder="https://jaeger.example.com/trace/{trace_id}"
        required
        classNames={{ input: 'xp-mono' }}
        {...input('url', limits.urlCharactersMax)}
        error={fieldError(save.error, 'url') ?? problem}
      />
      <Example url={form.url.trim()} />
      <TextInput label="Description" {...input('description', limits.descriptionCharactersMax)} />
      <FormEnd
        error={save.error}
        fields={FIELDS}
        isBusy={save.isPending}
        isDisabled={problem !== undefined}
      >
        {link === undefined ? 'Create data link' : 'Save changes'}
      </FormEnd>
    </FormDialog>
  );
}

/** What comes of the template. */
function Example({ url }: { readonly url: string }) {
  const filled = fillLink(url, () => 'a/b 1');
  if (filled === undefined) return null;
  return (
    <Text size="xs" c="dimmed" className="xp-foreign">
      Opens <b>{filled.host}</b>. With the value <CodeText>a/b 1</CodeText>:{' '}
      <CodeText>{filled.href}</CodeText>
    </Text>
  );
}

function useSave(link: DataLink | undefined, onClose: () => void) {
  const answers = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, description, field, url }: Form) => {
      const body = { name: name.trim(), description, field: field.trim(), url: url.trim() };
      if (link === undefined) return call(api.createDataLink, { body });
      const { id, version } = link;
      return call(api.changeDataLink, { params: { id }, body: { ...body, version } });
    },
    onSuccess: async () => {
      await answers.invalidateQueries(dataLinksQuery);
      sayDone(link === undefined ? 'Data link created' : 'Data link saved');
      onClose();
    },
  });
}
