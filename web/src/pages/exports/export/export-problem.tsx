import { Text } from '@mantine/core';
import type { ScheduledExport } from '../../../../../src/contract/exports.ts';
import { exportProblemOf } from '../logic/export-words.ts';

interface ExportProblemProps {
  readonly shown: ScheduledExport;
  /** On a coloured background, where dimmed text would be unreadable. */
  readonly isOnColor?: boolean;
}

/** Why an export does not do what it should, and what to do about it; nothing where all is well. */
export function ExportProblem({ shown, isOnColor = false }: ExportProblemProps) {
  const problem = exportProblemOf(shown);
  if (problem === undefined) return null;
  return (
    <div>
      <Text size="xs" className="xp-foreign" {...(isOnColor ? { fw: 600 } : {})}>
        {problem.why}
      </Text>
      <Text size="xs" {...(isOnColor ? {} : { c: 'dimmed' })}>
        {problem.todo}
      </Text>
    </div>
  );
}
