/**
 * Shows how the server parses the query, its estimated cost, and (with permission) the statements sent to the store.
 */
import { Modal, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lint, parse } from '../../../../../src/language/index.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { CodeBlock } from '../../../parts/code-text.tsx';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { Loading } from '../../../parts/loading.tsx';
import { useMacros } from '../../../query/editor/use-macros.ts';
import { LongText } from '../../../query/rows/long-text.tsx';
import { formatCount } from '../../../parts/sizes.ts';

interface ExplainDialogProps {
  readonly query: string;
  readonly earliest: string;
  readonly latest: string;
  readonly onClose: () => void;
}

const NO_WORDS: readonly string[] = [];

export function ExplainDialog({ query, earliest, latest, onClose }: ExplainDialogProps) {
  const explained = useQuery({
    queryKey: ['explain', query, earliest, latest],
    queryFn: async ({ signal }) =>
      (await call(api.search, { query: { query, earliest, latest, explain: true } }, signal)).data,
  });
  const expandMacro = useMacros();
  const advice = lint(parse(query, { expandMacro }));
  const { explain, warnings = [] } = explained.data ?? {};
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title="Explain query"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="sm">
        <ErrorNotice error={explained.error} />
        {explained.isPending && <Loading />}
        {explain !== undefined && (
          <>
            <Title order={3}>Parsed query</Title>
            <CodeBlock text={explain.query} what="explained query" />
            <Text size="xs" c="dimmed">
              {explain.estimatedRows === undefined
                ? 'Estimated rows scanned: not available'
                : `Estimated rows scanned: ${formatCount(explain.estimatedRows)}`}
            </Text>
          </>
        )}
        {advice.length + warnings.length > 0 && <Title order={3}>Notes</Title>}
        {advice.map(({ code, start, message }) => (
          <Text key={`${code} ${start}`} size="sm">
            {message}
          </Text>
        ))}
        {warnings
          .filter(({ code }) => advice.every((each) => each.code !== code))
          .map(({ code, message }) => (
            <Text key={code} size="sm">
              {message}
            </Text>
          ))}
        {explain?.sql !== undefined && (
          <>
            <Title order={3}>SQL</Title>
            <LongText text={explain.sql} words={NO_WORDS} />
            <LongText text={JSON.stringify(explain.parameters, undefined, 2)} words={NO_WORDS} />
          </>
        )}
      </Stack>
    </Modal>
  );
}
