import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Invitation } from '../../../../../src/contract/members.ts';
import { ROLES, type Role } from '../../../../../src/spec/roles.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { FormEnd } from '../../../parts/form-end.tsx';
import { fieldError } from '../../../parts/field-error.ts';
import { sayDone } from '../../../parts/ready-notice.ts';
import { roleMeaning } from '../../../shell/role-meanings.ts';
import { roleName } from '../../../shell/role-names.ts';
import { useIsMailSent, useSignedIn } from '../../../shell/signed-in.tsx';
import { offeredRoles } from './member-rules.ts';
import { invitationsQuery } from './members-queries.ts';

/** Rendered while it is open. */
export function InviteMember({ onClose }: { readonly onClose: () => void }) {
  const { organization } = useSignedIn();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const answers = useQueryClient();
  const isMailSent = useIsMailSent();
  const invite = useMutation({
    mutationFn: async () => call(api.createInvitation, { body: { email: email.trim(), role } }),
    onSuccess: async ({ data }) => {
      await answers.invalidateQueries(invitationsQuery);
      if (!isMailSent) return;
      sayDone(`Invitation sent to ${data.email}`);
      onClose();
    },
  });
  if (invite.isSuccess && !isMailSent) {
    return <HandOver invitation={invite.data.data} onClose={onClose} />;
  }
  return (
    <FormDialog title="Invite member" onSubmit={() => invite.mutate()} onClose={onClose}>
      <TextInput
        label="Email"
        description="The link is valid for 48 hours and only works for an account with this email address."
        type="email"
        required
        data-autofocus
        value={email}
        error={fieldError(invite.error, 'email')}
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Radio.Group
        label="Role"
        value={role}
        onChange={(value) => setRole(ROLES.find((each) => each === value) ?? 'member')}
      >
        <Stack gap={6} mt={4}>
          {offeredRoles(organization.role).map((each) => (
            <Radio key={each} value={each} label={roleName(each)} description={roleMeaning(each)} />
          ))}
        </Stack>
      </Radio.Group>
      <FormEnd error={invite.error} fields={['email']} isBusy={invite.isPending}>
        {isMailSent ? 'Send invitation' : 'Create invitation'}
      </FormEnd>
    </FormDialog>
  );
}

interface HandOverProps {
  readonly invitation: Invitation;
  readonly onClose: () => void;
}

/** If the installation sends no email, the inviter passes on the link. */
function HandOver({ invitation: { email, link }, onClose }: HandOverProps) {
  return (
    <FormDialog title="Copy invite link" onSubmit={onClose} onClose={onClose}>
      <Text className="xp-foreign">
        This installation doesn't send email. Send this link to <b>{email}</b> yourself, and don't
        share it with anyone else.
      </Text>
      <TextInput label="Link" readOnly value={link ?? ''} />
      <Group justify="flex-end">
        <CopyButton value={link ?? ''} what="link" isLabelled />
        <Button type="submit">Done</Button>
      </Group>
    </FormDialog>
  );
}
