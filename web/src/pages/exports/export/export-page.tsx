import { Alert, Button, Group, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { ScheduledExport } from '../../../../../src/contract/exports.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { DAY_MS } from '../../../../../src/spec/units.ts';
import { exportQuery, exportRunsQuery } from '../../../data/exports-queries.ts';
import { CopyYamlButton } from '../../../parts/as-code/copy-yaml.tsx';
import { ManagedBanner } from '../../../parts/as-code/managed-banner.tsx';
import { Icon } from '../../../parts/icons.tsx';
import { ButtonLink } from '../../../parts/links.tsx';
import { PageFrame } from '../../../parts/page-frame.tsx';
import { QueryView } from '../../../parts/query-view.tsx';
import { exportProblemOf } from '../logic/export-words.ts';
import { ExportHealthTag, ModeTag } from '../tags.tsx';
import { DeleteExport } from './delete-export.tsx';
import { ExportFacts } from './export-facts.tsx';
import { ExportProblem } from './export-problem.tsx';
import { RunTable } from './run-table.tsx';
import { ACTION_LABELS, actionsFor, useExportActions } from './use-export-actions.ts';

const route = getRouteApi('/signed-in/exports/$id');

/** One export: how it is doing, its runs, and the files they wrote. */
export function ExportPage() {
  const { id } = route.useParams();
  const shown = useQuery(exportQuery(id));
  return (
    <QueryView query={shown} rows={8}>
      {(found) => <Export shown={found} />}
    </QueryView>
  );
}

function Export({ shown }: { readonly shown: ScheduledExport }) {
  return (
    <PageFrame
      title={shown.name}
      isWide
      about={
        <Group gap={6}>
          <ExportHealthTag health={shown.health} />
          <ModeTag mode={shown.mode} />
          <span className="xp-foreign">{shown.description}</span>
        </Group>
      }
      actions={<Actions shown={shown} />}
    >
      <ManagedBanner kind="exports" id={shown.id} />
      <Problem shown={shown} />
      <ExportFacts shown={shown} />
      <Runs shown={shown} />
    </PageFrame>
  );
}

function Problem({ shown }: { readonly shown: ScheduledExport }) {
  if (exportProblemOf(shown) === undefined) return null;
  const color = shown.health === 'failing' ? 'red' : 'yellow';
  return (
    <Alert color={color} variant="light" icon={<Icon name="warning" />} p="xs">
      <ExportProblem shown={shown} isOnColor />
    </Alert>
  );
}

function Actions({ shown }: { readonly shown: ScheduledExport }) {
  const action = useExportActions(shown);
  const [isDeleting, setIsDeleting] = useState(false);
  const [first, ...others] = actionsFor(shown);
  return (
    <>
      {first !== undefined && (
        <Button
          loading={action.isPending && action.variables === first}
          onClick={() => action.mutate(first)}
        >
          {ACTION_LABELS[first]}
        </Button>
      )}
      {others.map((each) => (
        <Button
          key={each}
          variant="default"
          loading={action.isPending && action.variables === each}
          onClick={() => action.mutate(each)}
        >
          {ACTION_LABELS[each]}
        </Button>
      ))}
      <ButtonLink to="/exports/$id/edit" params={{ id: shown.id }} variant="default">
        Edit
      </ButtonLink>
      <CopyYamlButton kind="exports" id={shown.id} />
      <Button variant="default" c="var(--xp-danger)" onClick={() => setIsDeleting(true)}>
        Delete
      </Button>
      {isDeleting && <DeleteExport shown={shown} onClose={() => setIsDeleting(false)} />}
    </>
  );
}

const HISTORY_DAYS = LIMITS.exports.historyMsMax / DAY_MS;

function Runs({ shown }: { readonly shown: ScheduledExport }) {
  const pages = useInfiniteQuery(exportRunsQuery(shown.id));
  const runs = pages.data?.pages.flatMap(({ data }) => data) ?? [];
  return (
    <section aria-label="Runs">
      <Title order={2} mb="xs">
        Runs
      </Title>
      <QueryView query={pages} rows={4}>
        {() =>
          runs.length === 0 ? (
            <Text c="dimmed">
              {shown.enabled
                ? 'No runs yet. The first run starts as scheduled, or when you select Run now.'
                : 'No recent runs. The export is disabled.'}
            </Text>
          ) : (
            <RunTable shown={shown} runs={runs} />
          )
        }
      </QueryView>
      {pages.hasNextPage ? (
        <Button
          mt="sm"
          variant="default"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          Load more
        </Button>
      ) : (
        runs.length > 0 && (
          <Text size="xs" c="dimmed" mt="xs">
            Run history is kept for {HISTORY_DAYS} days. Files stay at their destination as long as
            it keeps them.
          </Text>
        )
      )}
    </section>
  );
}
