import {
  Button,
  Group,
  NumberInput,
  Progress,
  Select,
  Stack,
  Table,
  Text,
  Title,
} from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ModelCheckPart, ModelCheckPlan } from '../../../../../src/contract/model-check.ts';
import { checkFigures, sumModelChecks } from '../../../../../src/contract/sum-model-checks.ts';
import { ApiError, call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { ErrorNotice } from '../../../parts/error-notice.tsx';
import { WideTable } from '../../../parts/wide-table.tsx';
import { useHasModel } from '../../../shell/signed-in.tsx';

type CheckInput = Parameters<NonNullable<typeof api.runModelCheck.types>>[0];

const SETS = [
  { value: 'sample', label: 'Sample: 60 cases' },
  { value: 'whole', label: 'All cases' },
  { value: 'sealed', label: 'Sealed cases (totals only)' },
];
const CREDITS_MAX = 100;
/** As many as a request may ask. */
const QUESTIONS_EACH = 5;

/** Asks the configured model about labelled cases, with the cost shown before. */
export function ModelCheck() {
  const hasModel = useHasModel();
  return (
    <section>
      <Title order={2} mb="xs">
        Model check
      </Title>
      <Text c="dimmed" size="sm" mb="sm" maw={640}>
        Measures the configured model with labelled cases and compares it with the built-in
        evaluator. Also available as <code>xplain ai check</code>.
      </Text>
      {hasModel ? (
        <CheckForm />
      ) : (
        <Text size="sm">
          No model is configured. Set <code>XPLAIN_AI_PROVIDER</code> to check one.
        </Text>
      )}
    </section>
  );
}

function CheckForm() {
  const [set, setSet] = useState('sample');
  const [creditsMax, setCreditsMax] = useState<number | string>(CREDITS_MAX);
  const [sum, setSum] = useState<ModelCheckPart>();
  const answers = useQueryClient();
  const plan = useQuery({
    queryKey: ['installation', 'model-check', set],
    queryFn: async ({ signal }) => (await call(api.getModelCheck, { query: { set } }, signal)).data,
    retry: false,
  });
  const run = useMutation({
    mutationFn: async (planned: ModelCheckPlan) => runAll(planned, Number(creditsMax), setSum),
    onSettled: () => answers.invalidateQueries({ queryKey: ['installation', 'audit'] }),
  });
  const isCapValid = Number(creditsMax) > 0;
  return (
    <Stack gap="sm">
      <Group align="flex-end">
        <Select
          label="Cases"
          data={SETS}
          value={set}
          allowDeselect={false}
          disabled={run.isPending}
          onChange={(value) => setSet(value ?? 'sample')}
        />
        <NumberInput
          label="Maximum credits"
          min={0}
          value={creditsMax}
          disabled={run.isPending}
          onChange={setCreditsMax}
        />
        <Button
          variant="default"
          loading={run.isPending}
          disabled={plan.data === undefined || !isCapValid}
          onClick={() => plan.data !== undefined && run.mutate(plan.data)}
        >
          Check model
        </Button>
      </Group>
      {plan.data !== undefined && <Cost plan={plan.data} />}
      <ErrorNotice error={plan.error ?? run.error} />
      {run.isPending && plan.data !== undefined && (
        <Progress
          aria-label="Questions asked"
          value={((sum?.asked.length ?? 0) / plan.data.questions) * 100}
        />
      )}
      {sum !== undefined && <Figures sum={sum} />}
    </Stack>
  );
}

function Cost({ plan }: { readonly plan: ModelCheckPlan }) {
  const { cases, questions, model, provider, region, creditEstimate } = plan;
  return (
    <Text size="sm">
      {cases} cases in {questions} questions to {model} ({provider}, {region}): about{' '}
      {creditEstimate.least.toFixed(1)} credits, at most {creditEstimate.most.toFixed(1)}. No
      organization is charged; the provider bills you.
    </Text>
  );
}

/** The parts so far are shown as they come. */
async function runAll(
  { set, questions: count }: ModelCheckPlan,
  creditsMax: number,
  show: (sum: ModelCheckPart | undefined) => void,
): Promise<void> {
  const parts: ModelCheckPart[] = [];
  show(undefined);
  let open = Array.from({ length: count }, (_, question) => question);
  while (open.length > 0) {
    const spent = sumModelChecks(parts)?.creditsSpent ?? 0;
    const questions = open.slice(0, QUESTIONS_EACH);
    const body = { set, questions, creditsMax: Math.max(0, creditsMax - spent) };
    const part = await askPart({ body });
    if (part.asked.length > 0) parts.push(part);
    show(sumModelChecks(parts));
    open = open.filter((question) => !part.asked.includes(question));
    if (part.stopped === 'cap') throw new Error('The next question could exceed the maximum.');
    if (part.stopped === 'no_answer') {
      throw new Error('The provider did not answer. Check the server log.');
    }
  }
}

/** Waits where the rate limit asks for it. */
async function askPart(input: CheckInput): Promise<ModelCheckPart> {
  for (;;) {
    try {
      return (await call(api.runModelCheck, input)).data;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'RATE_LIMITED') throw error;
      const waitMs = (error.retryAfterSeconds ?? 1) * 1_000;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}

function Figures({ sum }: { readonly sum: ModelCheckPart }) {
  return (
    <Stack gap="xs">
      <WideTable label="Results of the model check" minWidth={520}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{sum.cases} cases</Table.Th>
            <Table.Th>Model</Table.Th>
            <Table.Th>Built-in evaluator</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {checkFigures(sum).map(({ name, model, offline }) => (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              <Table.Td>{model}</Table.Td>
              <Table.Td>{offline}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </WideTable>
      <Button
        component="a"
        variant="subtle"
        w="fit-content"
        download="xplain-ai-check.json"
        href={`data:application/json,${encodeURIComponent(JSON.stringify(sum, null, 2))}`}
      >
        Download results
      </Button>
    </Stack>
  );
}
