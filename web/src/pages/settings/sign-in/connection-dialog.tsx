import {
  Button,
  Group,
  List,
  NativeSelect,
  PasswordInput,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Connection } from '../../../../../src/contract/connections.ts';
import {
  CONNECTION_PRESET_IDS,
  CONNECTION_PRESETS,
  DEFAULT_ROLES,
  type ConnectionPreset,
  type DefaultRole,
} from '../../../../../src/spec/identity.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { fieldError } from '../../../parts/field-error.ts';
import { FormDialog } from '../../../parts/form-dialog.tsx';
import { sayDone } from '../../../parts/ready-notice.ts';
import { GUIDES } from './guides.ts';
import { linesOf, rolesIn, type RoleOfGroup } from './role-lines.ts';
import { connectionsQuery } from './sign-in-queries.ts';

interface Form {
  readonly kind: 'oidc' | 'saml';
  /** SAML: XML of the provider. */
  readonly metadata: string;
  readonly preset: ConnectionPreset;
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly roles: string;
  readonly defaultRole: DefaultRole;
  readonly jit: boolean;
}

const EMPTY: Form = {
  kind: 'oidc',
  metadata: '',
  preset: 'okta',
  name: '',
  issuer: '',
  clientId: '',
  clientSecret: '',
  roles: '',
  defaultRole: 'viewer',
  jit: true,
};

interface ConnectionDialogProps {
  /** The one to change; a new one without. */
  readonly connection?: Connection;
  readonly onClose: () => void;
}

/** Rendered while it is open. */
export function ConnectionDialog({ connection, onClose }: ConnectionDialogProps) {
  const [form, setForm] = useState<Form>(
    connection === undefined
      ? EMPTY
      : { ...connection, metadata: '', clientSecret: '', roles: linesOf(connection.roleMap) },
  );
  const roles = rolesIn(form.roles);
  const save = useSave(connection, onClose);
  return (
    <FormDialog
      title={connection === undefined ? 'Connect identity provider' : `Edit ${connection.name}`}
      onSubmit={() => {
        if (!('problem' in roles)) save.mutate({ form, roleMap: roles });
      }}
      onClose={onClose}
    >
      <ProviderFields
        form={form}
        isNew={connection === undefined}
        error={save.error}
        onChange={setForm}
      />
      <Textarea
        label="Roles of groups"
        description="One group per line, such as engineers = member. The highest role counts. Empty: you set roles manually."
        autosize
        minRows={2}
        maxRows={8}
        value={form.roles}
        error={'problem' in roles ? roles.problem : fieldError(save.error, 'roleMap')}
        onChange={(event) => setForm({ ...form, roles: event.currentTarget.value })}
      />
      <NativeSelect
        label="Default role"
        description="Without a listed group. none: they can't sign in."
        data={[...DEFAULT_ROLES]}
        value={form.defaultRole}
        onChange={({ currentTarget: { value } }) => {
          const defaultRole = DEFAULT_ROLES.find((each) => each === value);
          if (defaultRole !== undefined) setForm({ ...form, defaultRole });
        }}
      />
      <Switch
        label="Add people at their first sign-in"
        description="Only with an address of a verified domain."
        checked={form.jit}
        onChange={(event) => setForm({ ...form, jit: event.currentTarget.checked })}
      />
      <ErrorNotice
        error={save.error}
        fields={['name', 'issuer', 'clientId', 'clientSecret', 'metadata', 'roleMap']}
      />
      <Group justify="flex-end">
        <Button type="submit" loading={save.isPending}>
          {connection === undefined ? 'Create connection' : 'Save changes'}
        </Button>
      </Group>
    </FormDialog>
  );
}

function useSave(connection: Connection | undefined, onSaved: () => void) {
  const answers = useQueryClient();
  return useMutation({
    mutationFn: async (given: {
      readonly form: Form;
      readonly roleMap: readonly RoleOfGroup[];
    }) => {
      const { form } = given;
      const { kind, name, jit, defaultRole, preset } = form;
      const settings = { name, jit, defaultRole, roleMap: [...given.roleMap] };
      const provider = kind === 'saml' ? samlOf(form) : oidcOf(form);
      if (connection === undefined) {
        return call(api.createConnection, { body: { kind, ...settings, ...provider, preset } });
      }
      const changed = preset === connection.preset ? {} : { preset };
      const body = { ...settings, ...provider, ...changed };
      return call(api.changeConnection, { params: { id: connection.id }, body });
    },
    onSuccess: async () => {
      await answers.invalidateQueries(connectionsQuery);
      sayDone(connection === undefined ? 'Connection created' : 'Connection saved');
      onSaved();
    },
  });
}

/** Fields left empty remain unchanged. */
function samlOf({ metadata }: Form) {
  return metadata.trim() === '' ? {} : { metadata };
}

function oidcOf({ issuer, clientId, clientSecret }: Form) {
  const secret = clientSecret === '' ? {} : { clientSecret };
  return { issuer: issuer.trim(), clientId: clientId.trim(), ...secret };
}

interface FieldsProps {
  readonly form: Form;
  readonly isNew: boolean;
  readonly error: unknown;
  readonly onChange: (form: Form) => void;
}

function ProviderFields({ form, isNew, error, onChange }: FieldsProps) {
  return (
    <>
      <NativeSelect
        label="Provider"
        data={CONNECTION_PRESET_IDS.map((value) => ({
          value,
          label: CONNECTION_PRESETS[value].name,
        }))}
        value={form.preset}
        onChange={({ currentTarget: { value } }) => {
          const preset = CONNECTION_PRESET_IDS.find((each) => each === value);
          if (preset !== undefined) onChange({ ...form, preset });
        }}
      />
      {isNew && (
        <NativeSelect
          label="Protocol"
          data={[
            { value: 'oidc', label: 'OpenID Connect' },
            { value: 'saml', label: 'SAML 2.0' },
          ]}
          value={form.kind}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...form, kind: value === 'saml' ? 'saml' : 'oidc' })
          }
        />
      )}
      <Text size="sm">
        {form.kind === 'saml'
          ? 'Create the connection with the metadata of the provider, then register the ACS URL and the entity ID there.'
          : 'You get the redirect URL after you create the connection; register it then.'}
      </Text>
      <List type="ordered" size="sm" spacing={2}>
        {GUIDES[form.preset][form.kind === 'saml' ? 'saml' : 'steps'].map((step) => (
          <List.Item key={step}>{step}</List.Item>
        ))}
      </List>
      <TextInput
        label="Name"
        description="Shown on the sign-in page."
        required
        data-autofocus
        placeholder="Acme"
        maxLength={LIMITS.identity.connectionNameCharactersMax}
        value={form.name}
        error={fieldError(error, 'name')}
        onChange={(event) => onChange({ ...form, name: event.currentTarget.value })}
      />
      {form.kind === 'saml' ? (
        <Textarea
          label="Metadata XML of the provider"
          description={isNew ? 'Download it there and paste it.' : 'Default: as stored.'}
          required={isNew}
          autosize
          minRows={3}
          maxRows={8}
          value={form.metadata}
          error={fieldError(error, 'metadata')}
          onChange={(event) => onChange({ ...form, metadata: event.currentTarget.value })}
        />
      ) : (
        <OidcFields form={form} isNew={isNew} error={error} onChange={onChange} />
      )}
    </>
  );
}

function OidcFields({ form, isNew, error, onChange }: FieldsProps) {
  const guide = GUIDES[form.preset];
  return (
    <>
      <TextInput
        label="Issuer"
        description="Exactly as in the metadata of the provider."
        required
        placeholder={guide.issuer}
        value={form.issuer}
        error={fieldError(error, 'issuer')}
        onChange={(event) => onChange({ ...form, issuer: event.currentTarget.value })}
      />
      <TextInput
        label="Client ID"
        required
        value={form.clientId}
        error={fieldError(error, 'clientId')}
        onChange={(event) => onChange({ ...form, clientId: event.currentTarget.value })}
      />
      <PasswordInput
        label="Client secret"
        description={isNew ? 'Stored encrypted.' : 'Default: the stored secret.'}
        required={isNew}
        autoComplete="off"
        value={form.clientSecret}
        error={fieldError(error, 'clientSecret')}
        onChange={(event) => onChange({ ...form, clientSecret: event.currentTarget.value })}
      />
    </>
  );
}
