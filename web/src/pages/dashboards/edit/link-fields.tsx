import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CompletePanel } from '../../../../../src/contract/definition-form.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { dashboardsQuery } from '../../../data/dashboards-queries.ts';

type PanelLink = Extract<CompletePanel, { readonly query: string | null }>['link'];

interface LinkFieldsProps {
  readonly link: PanelLink;
  readonly error: string | undefined;
  readonly onChange: (link: PanelLink) => void;
}

/** The target of a click on the panel, in addition to its events. */
export function LinkFields({ link, error, onChange }: LinkFieldsProps) {
  const kind = link === null ? 'none' : 'url' in link ? 'url' : 'dashboard';
  return (
    <>
      <NativeSelect
        label="Link"
        value={kind}
        data={[
          { value: 'none', label: 'None' },
          { value: 'dashboard', label: 'Dashboard' },
          { value: 'url', label: 'URL' },
        ]}
        onChange={(event) => onChange(emptyLink(event.currentTarget.value))}
      />
      {link !== null && 'url' in link && (
        <TextInput
          label="URL"
          description="Must use https. {column} inserts the clicked value, $variable$ the selected one."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder="https://"
          maxLength={LIMITS.dashboards.linkCharactersMax}
          error={error}
          value={link.url}
          onChange={(event) => onChange({ url: event.currentTarget.value })}
        />
      )}
      {link !== null && 'dashboard' in link && (
        <DashboardField link={link} error={error} onChange={onChange} />
      )}
    </>
  );
}

function emptyLink(kind: string): PanelLink {
  if (kind === 'url') return { url: 'https://' };
  return kind === 'dashboard' ? { dashboard: '', variables: {} } : null;
}

interface DashboardFieldProps extends LinkFieldsProps {
  readonly link: Extract<NonNullable<PanelLink>, { readonly dashboard: string }>;
}

function DashboardField({ link, error, onChange }: DashboardFieldProps) {
  const dashboards = useQuery(dashboardsQuery);
  const text = Object.entries(link.variables)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');
  return (
    <>
      <NativeSelect
        label="Dashboard"
        value={link.dashboard}
        error={error}
        data={[
          { value: '', label: 'Select a dashboard' },
          ...(dashboards.data ?? []).map(({ id, key, name }) => ({
            value: key ?? id,
            label: name,
          })),
        ]}
        onChange={(event) => onChange({ ...link, dashboard: event.currentTarget.value })}
      />
      <TextInput
        label="Variable values"
        description="E.g. service={service}, level=error."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        key={link.dashboard}
        defaultValue={text}
        onBlur={(event) => onChange({ ...link, variables: readPairs(event.currentTarget.value) })}
      />
    </>
  );
}

function readPairs(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(',').flatMap((part) => {
      const [name = '', ...rest] = part.split('=');
      return name.trim() === '' || rest.length === 0 ? [] : [[name.trim(), rest.join('=').trim()]];
    }),
  );
}
