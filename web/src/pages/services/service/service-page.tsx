import { KpiTemplates } from './kpi-templates.tsx';
import { KpiRow } from './kpi-row.tsx';
import classes from '../services.module.css';
import { sortKpis } from '../logic/sort-kpis.ts';
import { ActionIcon, Button, Menu, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Service } from '../../../../../src/contract/services.ts';
import { serviceHealthQuery, serviceQuery, kpisQuery } from '../../../data/services-queries.ts';
import { CopyYamlItem } from '../../../parts/as-code/copy-yaml.tsx';
import { ManagedBanner } from '../../../parts/as-code/managed-banner.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { ButtonLink } from '../../../parts/links.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { DeleteService } from './delete-service.tsx';
import { Dependencies } from './dependencies.tsx';
import { ErrorBudgets } from './error-budgets.tsx';
import { ServiceDialog } from './service-dialog.tsx';
import { ServiceFacts } from './service-facts.tsx';
import { ServiceVersions } from './service-versions.tsx';
import { Standing } from './standing.tsx';

const route = getRouteApi('/signed-in/services/$id');

/** One service: its state and the reasons, its KPIs, error budgets and dependencies. */
export function ServicePage() {
  const { id } = route.useParams();
  const service = useQuery(serviceQuery(id));
  return (
    <QueryView query={service} rows={8}>
      {(found) => <Shown key={found.id} service={found} />}
    </QueryView>
  );
}

function Shown({ service }: { readonly service: Service }) {
  const health = useQuery(serviceHealthQuery(service.id));
  return (
    <PageFrame
      title={service.name}
      isWide
      about={[
        `Tier ${service.tier}`,
        ...(service.owner === null ? [] : [service.owner]),
        ...service.tags,
      ].join(' · ')}
      actions={<Actions service={service} />}
    >
      <ManagedBanner kind="services" id={service.id} />
      <QueryView query={health} rows={4}>
        {(standing) => <Standing service={service} health={standing} />}
      </QueryView>
      <Section title="KPIs">
        <KpiList serviceId={service.id} />
      </Section>
      {health.data !== undefined && health.data.slos.length > 0 && (
        <Section title="Error budgets">
          <ErrorBudgets slos={health.data.slos} />
        </Section>
      )}
      <Section title="Dependencies">
        <Dependencies id={service.id} />
      </Section>
      <Section title="About">
        <ServiceFacts service={service} />
      </Section>
    </PageFrame>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack gap="xs" component="section" aria-label={title}>
      <Title order={2}>{title}</Title>
      {children}
    </Stack>
  );
}

function Actions({ service }: { readonly service: Service }) {
  const { may } = useSignedIn();
  const [open, setOpen] = useState<'edit' | 'versions' | 'delete'>();
  const { id, selector } = service;
  return (
    <>
      <ButtonLink to="/search" search={{ q: selector, earliest: '-1h' }} variant="default">
        View logs
      </ButtonLink>
      {may('services:write') && (
        <>
          <Button variant="default" onClick={() => setOpen('edit')}>
            Edit
          </Button>
          <ButtonLink to="/services/$id/kpis/$kpi" params={{ id, kpi: 'new' }}>
            Create KPI
          </ButtonLink>
        </>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label="More actions for this service">
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <CopyYamlItem kind="services" id={id} />
          <Menu.Item
            leftSection={<Icon name="clock" size={14} />}
            onClick={() => setOpen('versions')}
          >
            View versions
          </Menu.Item>
          {may('services:delete') && (
            <Menu.Item
              color="red"
              leftSection={<Icon name="trash" size={14} />}
              onClick={() => setOpen('delete')}
            >
              Delete service
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {open === 'edit' && <ServiceDialog service={service} onClose={() => setOpen(undefined)} />}
      {open === 'versions' && (
        <ServiceVersions service={service} onClose={() => setOpen(undefined)} />
      )}
      {open === 'delete' && <DeleteService service={service} onClose={() => setOpen(undefined)} />}
    </>
  );
}

/** Lists the KPIs of a service, worst first; without any, suggests some. */
function KpiList({ serviceId }: { readonly serviceId: string }) {
  const kpis = useQuery(kpisQuery(serviceId));
  return (
    <QueryView query={kpis} rows={4}>
      {(list) =>
        list.length === 0 ? (
          <KpiTemplates serviceId={serviceId} />
        ) : (
          <ul className={classes['list']} aria-label="KPIs sorted by health">
            {sortKpis(list).map((kpi) => (
              <KpiRow key={kpi.id} kpi={kpi} />
            ))}
          </ul>
        )
      }
    </QueryView>
  );
}
