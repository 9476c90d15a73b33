import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { LIMITS } from '../../../../src/spec/limits.ts';
import { call } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';
import { shortLinksQuery } from '../../data/short-links-query.ts';
import { CodeBlock } from '../code-text.tsx';
import { CopyButton } from '../copy-button.tsx';
import { fieldError } from '../field-error.ts';
import { FormDialog } from '../form-dialog.tsx';
import { FormEnd } from '../form-end.tsx';
import { TimeText } from '../time-text.tsx';

interface ShortLinkDialogProps {
  /** The address of the page, with its state. */
  readonly address: string;
  readonly onClose: () => void;
}

const FIELDS = ['title', 'expiresInDays', 'path'] as const;
const DAYS = [1, 7, 30, 90, 365] as const;

/** Rendered while it is open. */
export function ShortLinkDialog({ address, onClose }: ShortLinkDialogProps) {
  const [title, setTitle] = useState('');
  const [days, setDays] = useState(String(LIMITS.shortLinks.daysDefault));
  const answers = useQueryClient();
  const create = useMutation({
    mutationFn: async () => {
      const body = { path: pathOf(address), title, expiresInDays: Number(days) };
      return (await call(api.createShortLink, { body })).data;
    },
    onSuccess: async () => answers.invalidateQueries(shortLinksQuery),
  });
  const { data: link, error } = create;
  return (
    <FormDialog
      title="Create short link"
      onSubmit={() => {
        if (link === undefined) create.mutate();
      }}
      onClose={onClose}
    >
      {link === undefined ? (
        <>
          <Text>
            Opens this page for members of your organization. They must sign in, and see what their
            own permissions allow.
          </Text>
          <TextInput
            label="Title"
            description="For the list of links. Default: none."
            data-autofocus
            maxLength={LIMITS.shortLinks.titleCharactersMax}
            value={title}
            error={fieldError(error, 'title')}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <NativeSelect
            label="Expires"
            data={DAYS.map((each) => ({
              value: String(each),
              label: each === 1 ? 'In 1 day' : `In ${each} days`,
            }))}
            value={days}
            error={fieldError(error, 'expiresInDays')}
            onChange={(event) => setDays(event.currentTarget.value)}
          />
          {fieldError(error, 'path') !== undefined && (
            <Text role="alert">This page is too long for a short link. Copy its address.</Text>
          )}
          <FormEnd error={error} fields={FIELDS} isBusy={create.isPending}>
            Create short link
          </FormEnd>
        </>
      ) : (
        <>
          <CodeBlock text={link.url} what="short link" />
          <Text>
            Expires <TimeText at={link.expiresAt} form="exact" />. Revoke it under Settings → Short
            links.
          </Text>
          <CopyButton value={link.url} what="short link" isLabelled />
        </>
      )}
    </FormDialog>
  );
}

/** What is behind the host; the app writes some characters that addresses encode. */
function pathOf(address: string): string {
  const { pathname, search, hash } = new URL(address, window.location.origin);
  return pathname + search + hash;
}
