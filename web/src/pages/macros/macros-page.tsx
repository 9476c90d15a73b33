import { Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Macro } from '../../../../src/contract/macros.ts';
import { call } from '../../api/call.ts';
import * as api from '../../api/endpoints.ts';
import { macrosQuery } from '../../data/macros-query.ts';
import { ActionsHead } from '../../parts/actions-head.tsx';
import { CodeBlock, CodeText } from '../../parts/code-text.tsx';
import { ConfirmChange } from '../../parts/confirm-change.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Icon } from '../../parts/icons.tsx';
import { ButtonLink, TextLink } from '../../parts/links.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { SearchTabs } from '../../parts/search-tabs.tsx';
import { TimeText } from '../../parts/time-text.tsx';
import { WideTable } from '../../parts/wide-table.tsx';
import { RowAction } from '../../parts/row-action.tsx';
import { useSignedIn } from '../../shell/signed-in.tsx';
import { callOf, titleOf } from './macro-form.ts';
import { builtInMacrosQuery } from './macro-query.ts';

/** From this number on, a filter is shown. */
const MANY = 10;

export function MacrosPage() {
  return (
    <SearchTabs>
      <Macros />
    </SearchTabs>
  );
}

function Macros() {
  const { may } = useSignedIn();
  const macros = useQuery(macrosQuery);
  const [removed, setRemoved] = useState<Macro>();
  return (
    <PageFrame
      title="Macros"
      about="A macro is a named piece of query text. Queries call it in backticks."
      actions={
        <>
          <ButtonLink to="/search" search={{}} variant="default">
            Go to search
          </ButtonLink>
          {may('macros:write') && (
            <ButtonLink to="/search/macros/$id" params={{ id: 'new' }}>
              Create macro
            </ButtonLink>
          )}
        </>
      }
    >
      <QueryView query={macros}>
        {(all) =>
          all.length === 0 ? <NoMacro /> : <MacroList macros={all} onRemove={setRemoved} />
        }
      </QueryView>
      <BuiltIn />
      {removed !== undefined && (
        <ConfirmChange
          title="Delete macro"
          action="Delete"
          change={async () => call(api.deleteMacro, { params: { id: removed.id } })}
          stale={macrosQuery}
          done="Macro deleted"
          onClose={() => setRemoved(undefined)}
        >
          This deletes <b className="xp-foreign">{titleOf(removed)}</b> and its earlier versions.
          Searches, rules and dashboards that call it will fail.
        </ConfirmChange>
      )}
    </PageFrame>
  );
}

const EXAMPLE = '`failed(checkout)` | stats count by host';

function NoMacro() {
  return (
    <EmptyState icon="list" title="No macros yet">
      <Stack gap="xs">
        <span>
          Name it <CodeText>failed</CodeText>, with the argument <CodeText>service</CodeText> and
          the definition <CodeText>service=$service$ level=error</CodeText>. Then use it in queries:
        </span>
        <CodeBlock text={EXAMPLE} what="Example query" />
      </Stack>
    </EmptyState>
  );
}

interface MacroListProps {
  readonly macros: readonly Macro[];
  readonly onRemove: (macro: Macro) => void;
}

function MacroList({ macros, onRemove }: MacroListProps) {
  const [words, setWords] = useState('');
  const wanted = words.trim().toLowerCase();
  const shown = macros
    .filter(({ name, definition, description }) =>
      `${name} ${definition} ${description}`.toLowerCase().includes(wanted),
    )
    .toSorted((a, b) => a.name.localeCompare(b.name) || a.arguments.length - b.arguments.length);
  return (
    <Stack gap="sm">
      {macros.length >= MANY && (
        <TextInput
          aria-label="Search macros"
          placeholder="Search by name, definition or description"
          leftSection={<Icon name="search" size={13} />}
          maw={340}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      )}
      {shown.length === 0 ? (
        <EmptyState icon="filter" title="No matching macros">
          None of {macros.length} macros matches this search.
        </EmptyState>
      ) : (
        <WideTable label="Macros" minWidth={640}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Macro</Table.Th>
              <Table.Th>Definition</Table.Th>
              <Table.Th>Updated</Table.Th>
              <ActionsHead />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((macro) => (
              <MacroRow key={macro.id} macro={macro} onRemove={onRemove} />
            ))}
          </Table.Tbody>
        </WideTable>
      )}
    </Stack>
  );
}

interface MacroRowProps {
  readonly macro: Macro;
  readonly onRemove: (macro: Macro) => void;
}

function MacroRow({ macro, onRemove }: MacroRowProps) {
  const { may } = useSignedIn();
  const title = titleOf(macro);
  return (
    <Table.Tr>
      <Table.Td className="xp-foreign" maw={260}>
        <TextLink to="/search/macros/$id" params={{ id: macro.id }} className="xp-mono">
          {title}
        </TextLink>
        {macro.description !== '' && (
          <Text size="xs" c="dimmed" className="xp-foreign">
            {macro.description}
          </Text>
        )}
      </Table.Td>
      <Table.Td className="xp-foreign" maw={420}>
        <Text className="xp-mono xp-foreign" size="xs" lineClamp={3}>
          {macro.isEval && 'eval: '}
          {macro.definition}
        </Text>
      </Table.Td>
      <Table.Td className="xp-foreign">
        <TimeText at={macro.updatedAt} />
        <Text size="xs" c="dimmed" className="xp-foreign">
          {macro.updatedBy}
        </Text>
      </Table.Td>
      <Table.Td ta="right">
        {may('macros:delete') && (
          <RowAction label={`Delete ${title}`} isDanger onClick={() => onRemove(macro)}>
            Delete
          </RowAction>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

/** Lists the built-in macros. */
function BuiltIn() {
  const builtIn = useQuery(builtInMacrosQuery);
  return (
    <Stack gap="xs" component="section" aria-label="Built-in macros">
      <Title order={2}>Built-in macros</Title>
      <Text c="dimmed">
        Splunk apps rely on these. Your own macro with the same name and number of arguments
        overrides one.
      </Text>
      <QueryView query={builtIn} rows={2}>
        {(all) => (
          <WideTable label="Built-in macros" minWidth={640}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Macro</Table.Th>
                <Table.Th>Definition</Table.Th>
                <Table.Th>Description</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {all.map((macro) => (
                <Table.Tr key={callOf(macro)}>
                  <Table.Td className="xp-mono">{titleOf(macro)}</Table.Td>
                  <Table.Td className="xp-mono">{macro.definition || 'nothing'}</Table.Td>
                  <Table.Td>{macro.description}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </WideTable>
        )}
      </QueryView>
    </Stack>
  );
}
