/** The variables of a dashboard: a row of fields, on phones a sheet. */
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import type { VariableAnswer } from '../../../../../src/contract/dashboard-data.ts';
import { loadPage } from '../../../api/load-page.ts';
import { Icon } from '../../../parts/icons.tsx';
import type { SeenVariable } from './variable-field.tsx';

// Fields with lists are larger than all panels; a dashboard without variables needs none.
const VariableField = lazy(async () => ({
  default: (await loadPage(import('./variable-field.tsx'))).VariableField,
}));
const Sheet = lazy(async () => ({
  default: (await loadPage(import('./variables-sheet.tsx'))).VariablesSheet,
}));

interface VariablesBarProps {
  readonly variables: readonly SeenVariable[];
  readonly answers: ReadonlyMap<string, VariableAnswer>;
  readonly onChange: (name: string, values: readonly string[]) => void;
}

export function VariablesBar(props: VariablesBarProps) {
  const { variables, answers } = props;
  const isPhone = useMediaQuery('(max-width: 599.98px)');
  const [isOpen, setIsOpen] = useState(false);
  if (variables.length === 0) return null;
  if (!isPhone) {
    return (
      <div className="db-variables">
        <Suspense>
          <VariableFields {...props} />
        </Suspense>
      </div>
    );
  }
  const chosen = variables.filter(({ name }) => (answers.get(name)?.values.length ?? 0) > 0);
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="filter" size={13} />}
        onClick={() => setIsOpen(true)}
      >
        Variables{chosen.length === 0 ? '' : ` (${chosen.length})`}
      </Button>
      <Suspense>
        {isOpen && (
          <Sheet onClose={() => setIsOpen(false)}>
            <VariableFields {...props} />
          </Sheet>
        )}
      </Suspense>
    </>
  );
}

function VariableFields({ variables, answers, onChange }: VariablesBarProps) {
  return variables.map((variable) => (
    <VariableField
      key={variable.name}
      variable={variable}
      answer={answers.get(variable.name)}
      onChange={(values) => onChange(variable.name, values)}
    />
  ));
}
