/** One check, with the events of the last hour to try it on. `new` is one that is not there yet. */
import { Box, Button, Group, SimpleGrid, Switch, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Check } from '../../../../../src/contract/checks.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { CopyYamlButton } from '../../../parts/as-code/copy-yaml.tsx';
import { ManagedBanner } from '../../../parts/as-code/managed-banner.tsx';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { fieldError } from '../../../parts/field-error.ts';
import { ButtonLink } from '../../../parts/links.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { sayDone } from '../../../parts/ready-notice.ts';
import { SaveProblem } from '../../../parts/save-problem.tsx';
import { useUnsavedWarning } from '../../../parts/use-unsaved-warning.ts';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { TryOut } from '../try-out.tsx';
import {
  bodyOf,
  type CheckForm,
  EMPTY_CHECK,
  formOf,
  isSameForm,
  whyNotSavable,
} from './check-form.ts';
import { CheckCompare } from './check-compare.tsx';
import { checkQuery, checksQuery } from './check-queries.ts';
import { CheckTrend } from './check-trend.tsx';
import { CheckVersions } from './check-versions.tsx';
import { gateCommandOf } from './gate-command.ts';

/** What a check is tried on at first. */
const LAST_HOUR = { earliest: '-1h', latest: 'now' };
const SHOWN_FIELDS = ['name', 'description', 'maxCredits', 'criteria', 'model'] as const;

export function CheckEditor({ id }: { readonly id: string }) {
  return <Box p="md">{id === 'new' ? <Editor key="new" /> : <Existing key={id} id={id} />}</Box>;
}

function Existing({ id }: { readonly id: string }) {
  const check = useQuery(checkQuery(id));
  return (
    <QueryView query={check} rows={8}>
      {(found) => <Editor key={found.version} check={found} />}
    </QueryView>
  );
}

function Editor({ check }: { readonly check?: Check }) {
  const { may } = useSignedIn();
  const before = check === undefined ? EMPTY_CHECK : formOf(check);
  const [form, setForm] = useState(before);
  const [range, setRange] = useState(LAST_HOUR);
  const isReadOnly = !may('checks:write');
  const isChanged = !isSameForm(form, before);
  const save = useSave(check);
  const whyNot = whyNotSavable(form);
  useUnsavedWarning(isChanged && !save.isSuccess, 'Leave without saving the check?');
  return (
    <PageFrame
      title={check === undefined ? 'New check' : check.name}
      {...(check === undefined ? {} : { about: `Version ${check.version}` })}
      isWide
      actions={
        <>
          <ButtonLink to="/evaluate" search={{ view: 'checks' }} variant="default">
            All checks
          </ButtonLink>
          {check !== undefined && <CheckActions check={check} isReadOnly={isReadOnly} />}
          {!isReadOnly && (
            <Button
              loading={save.isPending}
              disabled={!isChanged || whyNot !== undefined}
              onClick={() => save.mutate(form)}
            >
              {check === undefined ? 'Create check' : 'Save changes'}
            </Button>
          )}
        </>
      }
    >
      {check !== undefined && <ManagedBanner kind="checks" id={check.id} />}
      <SaveProblem
        error={save.error}
        fields={SHOWN_FIELDS}
        changed={check && checkQuery(check.id)}
      />
      {isChanged && whyNot !== undefined && !isReadOnly && <Text c="dimmed">{whyNot}</Text>}
      <Fields form={form} error={save.error} isReadOnly={isReadOnly} onChange={setForm} />
      <TryOut
        key={String(form.sendsRows)}
        draft={form}
        source={{ query: form.query, ...range }}
        pastesAtFirst={form.sendsRows}
        saveError={save.error}
        onDraft={(draft) => setForm({ ...form, ...draft })}
        onSource={({ query, ...next }) => {
          setRange(next);
          setForm({ ...form, query });
        }}
      />
    </PageFrame>
  );
}

function CheckActions({
  check,
  isReadOnly,
}: {
  readonly check: Check;
  readonly isReadOnly: boolean;
}) {
  const { may } = useSignedIn();
  const [isHistoryOpen, setIsHistoryOpen] = useState(false);
  const [isComparing, setIsComparing] = useState(false);
  const [isTrendOpen, setIsTrendOpen] = useState(false);
  return (
    <>
      <CopyYamlButton kind="checks" id={check.id} />
      <CopyButton value={gateCommandOf(check, location.origin)} what="CI step" isLabelled />
      {check.mode === 'test_classification' && may('evaluations:run') && (
        <Button variant="default" onClick={() => setIsComparing(true)}>
          Compare
        </Button>
      )}
      <Button variant="default" onClick={() => setIsTrendOpen(true)}>
        Trend
      </Button>
      <Button variant="default" onClick={() => setIsHistoryOpen(true)}>
        View versions
      </Button>
      {isComparing && <CheckCompare check={check} onClose={() => setIsComparing(false)} />}
      {isTrendOpen && <CheckTrend check={check} onClose={() => setIsTrendOpen(false)} />}
      {isHistoryOpen && (
        <CheckVersions
          check={check}
          isReadOnly={isReadOnly}
          onClose={() => setIsHistoryOpen(false)}
        />
      )}
    </>
  );
}

interface FieldsProps {
  readonly form: CheckForm;
  readonly error: unknown;
  readonly isReadOnly: boolean;
  readonly onChange: (form: CheckForm) => void;
}

function Fields({ form, error, isReadOnly, onChange }: FieldsProps) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
        <TextInput
          label="Name"
          required
          readOnly={isReadOnly}
          maxLength={LIMITS.checks.nameCharactersMax}
          value={form.name}
          error={fieldError(error, 'name')}
          onChange={(event) => onChange({ ...form, name: event.currentTarget.value })}
        />
        <TextInput
          label="Description"
          readOnly={isReadOnly}
          maxLength={LIMITS.checks.descriptionCharactersMax}
          value={form.description}
          error={fieldError(error, 'description')}
          onChange={(event) => onChange({ ...form, description: event.currentTarget.value })}
        />
        <TextInput
          label="Credit cap of a run"
          placeholder="Default: none"
          inputMode="decimal"
          readOnly={isReadOnly}
          value={form.maxCredits}
          error={fieldError(error, 'maxCredits')}
          onChange={(event) => onChange({ ...form, maxCredits: event.currentTarget.value })}
        />
      </SimpleGrid>
      <Group>
        <Switch
          label="Each run sends its rows"
          description="For logs that are not in Xplain. Otherwise the search selects the events."
          checked={form.sendsRows}
          disabled={isReadOnly}
          onChange={(event) => onChange({ ...form, sendsRows: event.currentTarget.checked })}
        />
      </Group>
    </>
  );
}

function useSave(check: Check | undefined) {
  const answers = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (form: CheckForm) => {
      const body = bodyOf(form);
      if (check === undefined) return call(api.createCheck, { body });
      const { id, version } = check;
      return call(api.changeCheck, { params: { id }, body: { ...body, version } });
    },
    onSuccess: async ({ data }) => {
      answers.setQueryData(checkQuery(data.id).queryKey, data);
      await answers.invalidateQueries({ queryKey: checksQuery.queryKey, exact: true });
      sayDone('Check saved');
      await navigate({ to: '/evaluate', search: { check: data.id }, ignoreBlocker: true });
    },
  });
}
