import { ActionIcon, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { AUDIT_FIELDS } from '../../../../src/spec/audit.ts';
import { fieldText } from '../../data/field-text.ts';
import { CodeBlock } from '../../parts/code-text.tsx';
import { Icon } from '../../parts/icons.tsx';
import { TimeText } from '../../parts/time-text.tsx';
import { deviceName } from '../../parts/device-name.ts';
import { actorText, auditSentence } from './audit-sentence.ts';
import { changesOfEntry } from './changes-of-entry.ts';
import { ChangesTable } from './changes-table.tsx';

/** One sentence per entry; all that is recorded of it opens below. */
export function AuditTable({ rows }: { readonly rows: readonly object[] }) {
  const [openId, setOpenId] = useState<string>();
  return (
    <section aria-label="Audit entries">
      <Table highlightOnHover verticalSpacing={6} style={{ tableLayout: 'fixed' }}>
        <colgroup>
          <col style={{ width: 36 }} />
          <col />
        </colgroup>
        <Table.Tbody>
          {rows.map((row) => {
            const id = fieldText(row, '_id');
            return (
              <EntryRow
                key={id}
                row={row}
                isOpen={openId === id}
                onToggle={() => setOpenId(openId === id ? undefined : id)}
              />
            );
          })}
        </Table.Tbody>
      </Table>
    </section>
  );
}

interface EntryRowProps {
  readonly row: object;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function EntryRow({ row, isOpen, onToggle }: EntryRowProps) {
  const facts = {
    action: fieldText(row, 'action'),
    resource: fieldText(row, 'resource'),
    details: detailsOf(row),
  };
  const sentence = auditSentence(facts);
  const agent = fieldText(row, 'user_agent');
  // Automatic actions of the platform have no device.
  const from = [fieldText(row, 'ip_address'), agent === '' ? '' : deviceName(agent)];
  return (
    <Table.Tr>
      <Table.Td style={{ verticalAlign: 'top' }}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="sm"
          aria-expanded={isOpen}
          aria-label={`Details: ${actorText(fieldText(row, 'actor'))} ${sentence}`}
          onClick={onToggle}
        >
          <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={14} />
        </ActionIcon>
      </Table.Td>
      <Table.Td className="xp-foreign">
        <Text component="span" fw={600}>
          {actorText(fieldText(row, 'actor'))}
        </Text>{' '}
        {sentence}
        <Text size="xs" c="dimmed" component="div">
          <TimeText at={fieldText(row, '_time')} form="exact" />
          {from.filter((part) => part !== '').map((part) => ` · ${part}`)}
        </Text>
        {isOpen && <EntryDetails row={row} details={facts.details} />}
      </Table.Td>
    </Table.Tr>
  );
}

interface EntryDetailsProps {
  readonly row: object;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Shows the changes side by side if the entry contains them, and the entry as recorded. */
function EntryDetails({ row, details }: EntryDetailsProps) {
  const changes = changesOfEntry(details);
  const { changesLeftOut } = details;
  return (
    <>
      {changes.length > 0 && (
        <ChangesTable
          changes={changes}
          leftOut={typeof changesLeftOut === 'number' ? changesLeftOut : 0}
        />
      )}
      <CodeBlock text={jsonOf(row, details)} what="entry" />
    </>
  );
}

/** Unreadable details count as none; the raw entry can still be opened. */
function detailsOf(row: object): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(fieldText(row, 'details'));
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function jsonOf(row: object, details: Readonly<Record<string, unknown>>): string {
  const entry = Object.fromEntries(AUDIT_FIELDS.map((name) => [name, fieldText(row, name)]));
  return JSON.stringify({ ...entry, details }, undefined, 2);
}
