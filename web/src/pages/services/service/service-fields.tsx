import {
  ActionIcon,
  Autocomplete,
  Button,
  Group,
  MultiSelect,
  NativeSelect,
  Stack,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { ApiError } from '../../../api/call.ts';
import { membersQuery } from '../../../data/members-query.ts';
import { serviceMapQuery } from '../../../data/services-queries.ts';
import { fieldError } from '../../../parts/field-error.ts';
import { Icon } from '../../../parts/icons.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import type { ServiceForm } from '../logic/service-draft.ts';

const limits = LIMITS.services;

/** Those that show their own problems. */
export const SERVICE_FIELDS = [
  'name',
  'selector',
  'owner',
  'tier',
  'tags',
  'links',
  'dependsOn',
] as const;

interface ServiceFieldsProps {
  readonly form: ServiceForm;
  /** Nothing depends on itself. */
  readonly ownId: string | undefined;
  readonly error: unknown;
  readonly onChange: (form: ServiceForm) => void;
}

export function ServiceFields({ form, ownId, error, onChange }: ServiceFieldsProps) {
  return (
    <>
      <TextInput
        label="Name"
        required
        data-autofocus
        placeholder="checkout"
        maxLength={limits.nameCharactersMax}
        value={form.name}
        error={fieldError(error, 'name')}
        onChange={(event) => onChange({ ...form, name: event.currentTarget.value })}
      />
      <Textarea
        label="Event filter"
        required
        description="A search without pipes or time range."
        placeholder="index=app service=checkout"
        autosize
        minRows={1}
        maxRows={6}
        maxLength={limits.selectorCharactersMax}
        classNames={{ input: 'xp-mono' }}
        spellCheck={false}
        value={form.selector}
        error={selectorError(error)}
        onChange={(event) => onChange({ ...form, selector: event.currentTarget.value })}
      />
      <Group grow align="flex-start">
        <OwnerField form={form} error={error} onChange={onChange} />
        <NativeSelect
          label="Tier"
          value={String(form.tier)}
          data={TIERS}
          error={fieldError(error, 'tier')}
          onChange={(event) => onChange({ ...form, tier: Number(event.currentTarget.value) })}
        />
      </Group>
      <DependsOnField form={form} ownId={ownId} error={error} onChange={onChange} />
      <TagsInput
        label="Tags"
        value={[...form.tags]}
        maxTags={limits.tagsMax}
        error={fieldError(error, 'tags')}
        onChange={(tags) => onChange({ ...form, tags })}
      />
      <LinksField form={form} error={error} onChange={onChange} />
    </>
  );
}

const TIERS = Array.from({ length: limits.tierMax }, (_, at) => ({
  value: String(at + 1),
  label: at === 0 ? '1, most important' : String(at + 1),
}));

/** A query syntax error names a position, not a field. The selector is the only query in this form. */
function selectorError(error: unknown): string | undefined {
  const own = fieldError(error, 'selector');
  if (own !== undefined || !(error instanceof ApiError)) return own;
  if (error.code !== 'QUERY_SYNTAX_ERROR') return undefined;
  return error.details[0]?.message ?? error.message;
}

type PartProps = Omit<ServiceFieldsProps, 'ownId'>;

function OwnerField({ form, error, onChange }: PartProps) {
  const { may } = useSignedIn();
  const members = useQuery({ ...membersQuery, enabled: may('roles:read') });
  return (
    <Autocomplete
      label="Owner"
      placeholder="Team or member"
      maxLength={limits.ownerCharactersMax}
      data={[...new Set((members.data ?? []).map(({ email }) => email))]}
      value={form.owner}
      error={fieldError(error, 'owner')}
      onChange={(owner) => onChange({ ...form, owner })}
    />
  );
}

function DependsOnField({ form, ownId, error, onChange }: ServiceFieldsProps) {
  const map = useQuery(serviceMapQuery);
  const others = (map.data?.nodes ?? []).filter(({ id }) => id !== ownId);
  return (
    <MultiSelect
      label="Depends on"
      description="If this service degrades, dependencies that degraded before it are listed as likely cause."
      searchable
      data={others.map(({ id, name }) => ({ value: id, label: name }))}
      value={[...form.dependsOn]}
      maxValues={limits.dependenciesMax}
      error={fieldError(error, 'dependsOn')}
      onChange={(dependsOn) => onChange({ ...form, dependsOn })}
    />
  );
}

function LinksField({ form, error, onChange }: PartProps) {
  const { links } = form;
  const put = (at: number, link: (typeof links)[number]): void =>
    onChange({ ...form, links: links.with(at, link) });
  return (
    <Stack gap={6}>
      {links.map((link, at) => (
        // Links have no id, so their position is the key.
        <Group key={at} gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            label={`Link ${at + 1}`}
            placeholder="Runbook"
            w={140}
            maxLength={limits.nameCharactersMax}
            value={link.name}
            error={fieldError(error, `links.${at}.name`)}
            onChange={(event) => put(at, { ...link, name: event.currentTarget.value })}
          />
          <TextInput
            flex={1}
            aria-label={`URL of link ${at + 1}`}
            placeholder="https://"
            maxLength={limits.linkCharactersMax}
            value={link.url}
            error={fieldError(error, `links.${at}.url`)}
            onChange={(event) => put(at, { ...link, url: event.currentTarget.value })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            mb={2}
            aria-label={`Remove link ${at + 1}`}
            onClick={() => onChange({ ...form, links: links.toSpliced(at, 1) })}
          >
            <Icon name="trash" size={14} />
          </ActionIcon>
        </Group>
      ))}
      {fieldError(error, 'links') !== undefined && (
        <Text size="xs" c="var(--xp-danger)" role="alert">
          {fieldError(error, 'links')}
        </Text>
      )}
      {links.length < limits.linksMax && (
        <Button
          variant="subtle"
          size="compact-xs"
          w="fit-content"
          leftSection={<Icon name="plus" size={12} />}
          onClick={() => onChange({ ...form, links: [...links, { name: '', url: '' }] })}
        >
          Add link
        </Button>
      )}
    </Stack>
  );
}
