import { HealthTag, RuleStateTag } from '../badges.tsx';
import { TimeText } from '../../../parts/time-text.tsx';
import { TextLink } from '../../../parts/links.tsx';
import { Button, TextInput, Group, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { AlertRule } from '../../../../../src/contract/alert-rules.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { alertRuleQuery, alertRulesQuery } from '../../../data/alerts-queries.ts';
import { CopyYamlButton } from '../../../parts/as-code/copy-yaml.tsx';
import { ManagedBanner } from '../../../parts/as-code/managed-banner.tsx';
import { fieldError } from '../../../parts/field-error.ts';
import { FormBeside } from '../../../parts/form-beside.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { sayDone } from '../../../parts/ready-notice.ts';
import { SaveProblem } from '../../../parts/save-problem.tsx';
import { useUnsavedWarning } from '../../../parts/use-unsaved-warning.ts';
import { readFacts } from '../../../query/text/query-facts.ts';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { readGiven } from '../logic/given-rule.ts';
import {
  bodyOf,
  changeOf,
  draftOf,
  isSameRule,
  RULE_SETTINGS,
  type RuleDraft,
  settledOf,
  withSetting,
  withThreshold,
} from '../logic/rule-draft.ts';
import { AboutFields } from './about-fields.tsx';
import { BackTest } from './back-test.tsx';
import { ConditionFields } from './condition-fields.tsx';
import { Cost } from './cost.tsx';
import classes from './editor.module.css';
import type { RuleFieldProps } from './field-props.ts';
import { Members } from './members.tsx';
import { MessagePreview } from './message-preview.tsx';
import { NotifyFields } from './notify-fields.tsx';
import { PatienceFields } from './patience-fields.tsx';
import { RuleVersions } from './rule-versions.tsx';
import { SourceFields } from './source-fields.tsx';
import { useBackTest } from './use-back-test.ts';

const route = getRouteApi('/signed-in/alerts/rules/$id');

/** One rule; `new` is one that is not there yet, with what the address brings along. */
export function RulePage() {
  const { id } = route.useParams();
  return id === 'new' ? <New /> : <Existing key={id} id={id} />;
}

function New() {
  const given = route.useSearch();
  const before = useMemo(() => readGiven(given), [given]);
  return <Editor key={JSON.stringify(before)} before={before} />;
}

function Existing({ id }: { readonly id: string }) {
  const rule = useQuery(alertRuleQuery(id));
  return (
    <QueryView query={rule} rows={8}>
      {(found) => <Editor key={found.version} rule={found} before={draftOf(found)} />}
    </QueryView>
  );
}

interface EditorProps {
  readonly rule?: AlertRule;
  readonly before: RuleDraft;
}

function Editor({ rule, before }: EditorProps) {
  const { may } = useSignedIn();
  const [draft, setDraft] = useState(before);
  const isReadOnly = !may('alerts:write');
  const test = useBackTest(draft, !isReadOnly);
  const save = useSave(rule, before);
  const isChanged = !isSameRule(draft, before);
  useUnsavedWarning(isChanged && !save.isSuccess, 'Leave without saving the rule?');
  const settled = settledOf(draft);
  const isTable = useMemo(() => readFacts(draft.query ?? '').isTable, [draft.query]);
  const problemOf = (path: string): string | undefined =>
    fieldError(save.error, path) ??
    fieldError(test.error, `rule.${path}`) ??
    fieldError(test.error, path);
  const fields = { draft, settled, problemOf, onChange: setDraft };
  return (
    <PageFrame
      title={rule === undefined ? 'New alert rule' : rule.name}
      isWide
      {...(rule === undefined ? {} : { about: <RuleStanding rule={rule} /> })}
      actions={
        <>
          {rule !== undefined && <CopyYamlButton kind="alertRules" id={rule.id} />}
          {rule !== undefined && <RuleVersions {...{ rule, isReadOnly }} onUse={setDraft} />}
          {!isReadOnly && (
            <Button
              loading={save.isPending}
              disabled={draft.name.trim() === '' || (rule !== undefined && !isChanged)}
              onClick={() => save.mutate(draft)}
            >
              {rule === undefined ? 'Create rule' : 'Save changes'}
            </Button>
          )}
        </>
      }
    >
      {rule !== undefined && <ManagedBanner kind="alertRules" id={rule.id} />}
      <SaveProblem error={save.error} fields={FIELDS} changed={rule && alertRuleQuery(rule.id)} />
      <FormBeside
        beside={
          <>
            <BackTest
              test={test}
              condition={draft.condition}
              fields={SHOWN_BY_FIELDS}
              basis={settled.basis}
              onEventTime={() => setDraft((present) => withSetting(present, 'basis', 'event'))}
              onThreshold={(value) => setDraft((present) => withThreshold(present, value))}
            />
            <MessagePreview settled={settled} test={test.data} />
            <Cost settled={settled} test={test.data} />
            {rule !== undefined && <Members rule={rule} />}
          </>
        }
      >
        <fieldset className={classes['fields']} disabled={isReadOnly}>
          <legend className="xp-hidden">Rule settings</legend>
          <NameField {...fields} />
          <SourceFields {...fields} isReadOnly={isReadOnly} onRun={test.runNow} />
          <ConditionFields {...fields} isTable={isTable} />
          <NotifyFields {...fields} />
          <AboutFields {...fields} />
          <PatienceFields {...fields} ruleId={rule?.id} />
        </fieldset>
      </FormBeside>
    </PageFrame>
  );
}

function NameField({ draft, problemOf, onChange }: RuleFieldProps) {
  return (
    <TextInput
      label="Name"
      required
      placeholder="High error rate"
      maxLength={LIMITS.alerts.nameCharactersMax}
      value={draft.name}
      error={problemOf('name')}
      onChange={(event) => onChange({ ...draft, name: event.currentTarget.value })}
    />
  );
}

/** Every setting shows its own problem, also where it is part of a back-test. */
const FIELDS = RULE_SETTINGS.map(String);
const SHOWN_BY_FIELDS = [...FIELDS, ...FIELDS.map((name) => `rule.${name}`)];

function useSave(rule: AlertRule | undefined, before: RuleDraft) {
  const answers = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async (draft: RuleDraft) => {
      if (rule === undefined) return call(api.createAlertRule, { body: bodyOf(draft) });
      const { id, version } = rule;
      return call(api.changeAlertRule, { params: { id }, body: changeOf(draft, before, version) });
    },
    onSuccess: async ({ data }) => {
      answers.setQueryData(alertRuleQuery(data.id).queryKey, data);
      await answers.invalidateQueries(alertRulesQuery);
      sayDone(rule === undefined ? 'Rule created' : 'Rule saved');
      await navigate({ to: '/alerts/rules', ignoreBlocker: true });
    },
  });
}

/** The current state of a rule: the list is refetched periodically, the form is not. */
function RuleStanding({ rule }: { readonly rule: AlertRule }) {
  const rules = useQuery(alertRulesQuery);
  const now = rules.data?.find(({ id }) => id === rule.id) ?? rule;
  return (
    <Group gap={8}>
      <RuleStateTag rule={now} />
      <HealthTag health={now.health} />
      {now.healthDetail !== '' && <span className="xp-foreign">{now.healthDetail}</span>}
      <Text component="span">
        Last check: <TimeText at={now.lastTickAt} none="never" />.
      </Text>
      <TextLink to="/alerts" search={{ rule: rule.id, status: 'all' }}>
        View incidents
      </TextLink>
    </Group>
  );
}
