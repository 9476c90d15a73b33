import { Input } from '@mantine/core';
import type { Variables } from '../../../../../src/language/index.ts';
import { useTimeZone } from '../../../data/organization-query.ts';
import { recentSearches } from '../../../data/recent-searches.ts';
import { QueryField } from '../../../query/editor/query-field.tsx';
import { useKnownData } from '../../../query/editor/use-known-data.ts';
import { useSignedIn } from '../../../shell/signed-in.tsx';

interface QueryBoxProps {
  readonly label: string;
  readonly hint?: string;
  readonly query: string;
  readonly variables: Variables;
  readonly error?: string | undefined;
  readonly onChange: (query: string) => void;
  /** Ctrl+Enter. */
  readonly onRun?: () => void;
}

/** A query of a dashboard, under its label. */
export function QueryBox(props: QueryBoxProps) {
  const { label, hint, query, variables, error, onChange, onRun = ignore } = props;
  const { organization } = useSignedIn();
  const timeZone = useTimeZone();
  const { known, learn } = useKnownData(organization.id, undefined);
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={hint}
      error={error}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    >
      <div className="de-query" data-invalid={error !== undefined || undefined}>
        <QueryField
          draft={query}
          onChange={onChange}
          onRun={onRun}
          onFocus={learn}
          past={() => recentSearches(organization.id)}
          known={known}
          timeZone={timeZone}
          variables={variables}
          onReady={ignore}
        />
      </div>
    </Input.Wrapper>
  );
}

function ignore(): void {
  // Nothing here moves the caret, and a query that is not run immediately runs when the user is done.
}
