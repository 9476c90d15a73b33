import { ConfirmChange } from '../../../parts/confirm-change.tsx';
import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Kpi } from '../../../../../src/contract/kpis.ts';
import { STRIP_CELLS } from '../../../../../src/spec/services.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { Sparkline } from '../../../charts/sparkline.tsx';
import { kpiHistoryQuery, everyServiceQuery } from '../../../data/services-queries.ts';
import { ManagedMark } from '../../../parts/as-code/managed-mark.tsx';
import { messageOf } from '../../../parts/error-notice.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { sayDone, sayFailed } from '../../../parts/ready-notice.ts';
import { countOf } from '../../../parts/sizes.ts';
import { TimeText } from '../../../parts/time-text.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { historyPoints } from '../logic/kpi-points.ts';
import { EVERY_WORDS, measureWords } from '../logic/measure-words.ts';
import { isMeasured } from '../logic/state-words.ts';
import { limitsWords, valueWords } from '../logic/value-words.ts';
import { KpiStateTag } from '../state-tag.tsx';
import classes from '../services.module.css';
import { KpiPast } from './kpi-past.tsx';
import type { AlertRuleDraft } from '../../../../../src/contract/alert-rule-settings.ts';

export function KpiRow({ kpi }: { readonly kpi: Kpi }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li className={classes['kpi']}>
      <div className={classes['kpiLine']}>
        <div className={classes['name']}>
          {kpi.isEnabled ? <KpiStateTag state={kpi.state} /> : <Text c="dimmed">disabled</Text>}
          <Text fw={600} component="span" className="xp-foreign">
            {kpi.name}
          </Text>
          <ManagedMark kind="kpis" id={kpi.id} />
          <span className={`${classes['about']} xp-foreign`}>
            {measureWords(kpi.measure)}, {EVERY_WORDS[kpi.everySeconds]}
          </span>
        </div>
        <Value kpi={kpi} />
        <div className={classes['trend']}>
          <Trend kpi={kpi} />
        </div>
        <div className={classes['why']}>
          <Text size="xs">{limitsWords(kpi)}</Text>
          <Text size="xs" c="dimmed">
            weight {kpi.importance}
            {kpi.decisive && ', gating'}
            {kpi.slo !== null && `, SLO ${kpi.slo.target}%, ${kpi.slo.windowDays} days`}
          </Text>
        </div>
        <KpiActions kpi={kpi} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} />
      </div>
      {isOpen && <KpiPast kpi={kpi} />}
    </li>
  );
}

/** The last value and what it rests on, or why there is none. */
function Value({ kpi }: { readonly kpi: Kpi }) {
  const { state, value, unit, total, detail, since, minimumEvents } = kpi;
  if (isMeasured(state) && value !== null) {
    return (
      <div>
        <span className={classes['value']}>{valueWords(value, unit)}</span>
        <Text size="xs" c="dimmed">
          {total !== null && `${countOf(total, 'event')}, `}
          status changed <TimeText at={since} none="never" />
        </Text>
      </div>
    );
  }
  const why =
    state === 'no_data'
      ? 'No events to measure.'
      : state === 'too_few'
        ? `${countOf(total ?? 0, 'event')}; minimum ${minimumEvents}.`
        : detail;
  return (
    <Text size="xs" c="dimmed" className="xp-foreign">
      {why}
    </Text>
  );
}

function Trend({ kpi }: { readonly kpi: Kpi }) {
  const history = useQuery(kpiHistoryQuery(kpi.id, 24, STRIP_CELLS));
  const { critical, warning, name } = kpi;
  const limit = critical ?? warning;
  if (history.data === undefined) return null;
  return (
    <Sparkline
      values={historyPoints(history.data).map(({ value }) => value)}
      places={history.data.cells.length}
      label={`Last 24 hours of ${name}`}
      noun="cells"
      {...(typeof limit === 'number' ? { threshold: limit } : {})}
    />
  );
}

interface KpiActionsProps {
  readonly kpi: Kpi;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function KpiActions({ kpi, isOpen, onToggle }: KpiActionsProps) {
  const { may } = useSignedIn();
  const navigate = useNavigate();
  const [isDeleting, setIsDeleting] = useState(false);
  const alert = useAlert(kpi);
  const params = { id: kpi.serviceId, kpi: kpi.id };
  return (
    <Group gap={4} wrap="nowrap" className={classes['actions'] ?? ''}>
      <Button
        size="compact-xs"
        variant="default"
        aria-expanded={isOpen}
        aria-label={`History of ${kpi.name}`}
        onClick={onToggle}
      >
        History
      </Button>
      {may('alerts:write') && (
        <Button
          size="compact-xs"
          variant="default"
          loading={alert.isPending}
          // Without a limit, a rule could never fire.
          disabled={kpi.warning === null && kpi.critical === null}
          aria-label={`Create alert on ${kpi.name}`}
          onClick={() => alert.mutate()}
        >
          Create alert
        </Button>
      )}
      {may('services:write') && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={`More actions for ${kpi.name}`}>
              <Icon name="dots" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => void navigate({ to: '/services/$id/kpis/$kpi', params })}>
              Edit
            </Menu.Item>
            {may('services:delete') && (
              <Menu.Item color="red" onClick={() => setIsDeleting(true)}>
                Delete
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {isDeleting && <DeleteKpi kpi={kpi} onClose={() => setIsDeleting(false)} />}
    </Group>
  );
}

/** Opens the editor of a rule with what the server suggests for this KPI. */
function useAlert({ id }: Kpi) {
  const navigate = useNavigate();
  return useMutation({
    mutationFn: async () => (await call(api.suggestKpiAlert, { params: { id } })).data,
    onSuccess: ({ rule, secondsToFire }) => {
      sayDone(`The alert fires at most ${valueWords(secondsToFire, 's')} after the event.`);
      void navigate({
        to: '/alerts/rules/$id',
        params: { id: 'new' },
        search: alertLink(rule),
      });
    },
    onError: (error) => sayFailed(messageOf(error)),
  });
}

/** The address of the rule editor with a suggested rule in it. */
function alertLink(rule: AlertRuleDraft): Record<string, string> {
  const { name, query, severity, window, interval, condition } = rule;
  return {
    name,
    q: query ?? '',
    kind: condition.kind,
    ...(severity === undefined ? {} : { severity }),
    ...(window === undefined ? {} : { window: String(window) }),
    ...(interval === undefined ? {} : { interval: String(interval) }),
    ...(condition.kind === 'threshold' ? { op: condition.op, value: String(condition.value) } : {}),
  };
}

interface DeleteKpiProps {
  readonly kpi: Pick<Kpi, 'id' | 'name'>;
  readonly onClose: () => void;
}

/** Rendered while it is open. */
function DeleteKpi({ kpi, onClose }: DeleteKpiProps) {
  return (
    <ConfirmChange
      title="Delete KPI"
      action="Delete KPI"
      change={async () => call(api.deleteKpi, { params: { id: kpi.id } })}
      stale={everyServiceQuery}
      done={'KPI deleted'}
      onClose={onClose}
    >
      This deletes <b>{kpi.name}</b> and its SLO, and removes it from the health score. Past values
      stay in the index <code>_kpi</code>.
    </ConfirmChange>
  );
}
