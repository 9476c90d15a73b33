/** Contents of a public link: its pinned version, range and indexes, and nothing except the results. */
import { systemActor } from '../../../base/actor.ts';
import { isoTime } from '../../../base/clock.ts';
import { AppError, invalid } from '../../../base/errors.ts';
import { organizationId } from '../../../base/ids.ts';
import type { ChosenVariables } from '../../../contract/dashboard-data.ts';
import type { PublicDashboard } from '../../../contract/dashboard-sharing.ts';
import { type CompleteDefinition, completeDefinition } from '../../../contract/definition-form.ts';
import type { Counters } from '../../../engines/counters/counters.ts';
import type { Metadata } from '../../../engines/metadata/metadata.ts';
import type { DashboardLinkRow } from '../../../engines/metadata/tables/dashboards.ts';
import {
  hashCredential,
  isAllowedAddress,
  isWellFormedCredential,
  organizationFacts,
} from '../../../guard/access/index.ts';
import { LINK_TOKEN_PREFIX } from '../../../spec/dashboards.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { RESERVED_INDEXES } from '../../../spec/reserved-indexes.ts';
import { KPI_INDEX } from '../../../spec/services.ts';
import { beginRefresh } from '../refreshing/begin-refresh.ts';
import type { RefreshAsk, RefreshNeeds } from '../refreshing/refresh.ts';
import type { RefreshTerms } from '../refreshing/refresh-scope.ts';
import { gatherRefresh } from '../refreshing/tell-refresh.ts';
import { definitionOf } from '../managing/dashboards-table.ts';
import { findLinkByHash } from './dashboard-links-table.ts';
import { withPins } from './link-pins.ts';
import type { LinkSettings } from './link-settings.ts';
import { showPublic } from './show-public.ts';

export type PublicNeeds = RefreshNeeds & {
  readonly metadata: Pick<Metadata, 'db'>;
  readonly counters: Pick<Counters, 'hit'>;
};

export interface Visit {
  readonly authorization: string | undefined;
  readonly ipAddress: string;
  readonly variables: ChosenVariables;
}

export async function readPublic(
  given: PublicNeeds,
  visit: Visit,
  signal: AbortSignal,
): Promise<{ readonly dashboard: PublicDashboard; readonly embedOrigins: readonly string[] }> {
  const link = await requireLink(given, visit);
  const definition = publicDefinition(completeDefinition(definitionOf(link)));
  const { variables: pinned, pins, ...range } = JSON.parse(link.settings) as LinkSettings;
  const needs = { ...given, search: withPins(given.search, pins) };
  const terms = termsOf(needs, link);
  const ask = { ...range, definition, version: link.version };
  const variables = await checkChoice(needs, terms, ask, pinned, visit.variables, signal);
  const refresh = await beginRefresh(needs, terms, { ...ask, variables }, signal);
  const data = await gatherRefresh(refresh);
  return {
    dashboard: showPublic(definition, data, isoTime(link.expires_at)),
    embedOrigins: JSON.parse(link.embed_origins) as string[],
  };
}

/** Any problem with a token gets the same response. */
async function requireLink(needs: PublicNeeds, visit: Visit): Promise<DashboardLinkRow> {
  const token = /^bearer +(\S+)$/i.exec(visit.authorization ?? '')?.[1] ?? '';
  const link = isWellFormedCredential(token, [LINK_TOKEN_PREFIX])
    ? await findLinkByHash(needs.metadata, hashCredential(token))
    : undefined;
  if (link === undefined || link.expires_at <= needs.search.clock.now()) {
    throw new AppError('UNAUTHORIZED', 'This link is invalid. It has expired or was revoked.');
  }
  const facts = await organizationFacts(needs.search, organizationId(link.organization_id));
  if (isAllowedAddress(facts?.allowedNetworks, visit.ipAddress)) return link;
  throw new AppError('IP_NOT_ALLOWED', "This link isn't available from your IP address.");
}

/**
 * The platform queries, without anybody's permissions: reserved indexes are closed to it. Only panels that show
 * services read one, with a built-in search.
 */
function termsOf({ counters }: PublicNeeds, link: DashboardLinkRow): RefreshTerms {
  const organization = organizationId(link.organization_id);
  return {
    actor: systemActor(organization, 'public-links', ['logs:read']),
    searchKind: 'public',
    indexes: new Set(JSON.parse(link.indexes) as string[]),
    services: {
      actor: systemActor(organization, 'public-links', [RESERVED_INDEXES[KPI_INDEX].readBy]),
      indexes: new Set([KPI_INDEX]),
    },
    mayShowRaw: link.raw_rows === 1,
    countRate: async () => {
      const { linkComputationsPerMinute } = LIMITS.dashboards;
      const { windowMs } = LIMITS.rates;
      const key = `rate:link:${link.id}`;
      const state = await counters.hit(key, linkComputationsPerMinute, windowMs);
      if (state.isAllowed) return;
      throw new AppError('RATE_LIMITED', 'Too many requests for this link. Retry in a moment.', {
        retryAfterSeconds: state.retryAfterMs / 1000,
      });
    },
  };
}

/** Incidents are shown only to signed-in users. */
function publicDefinition(definition: CompleteDefinition): CompleteDefinition {
  const annotations = definition.annotations.filter(({ source }) => source === 'query');
  return { ...definition, annotations };
}

/** Visitors can only choose from the options; free text is not accepted from them. */
async function checkChoice(
  needs: PublicNeeds,
  terms: RefreshTerms,
  ask: RefreshAsk,
  pinned: ChosenVariables,
  wished: ChosenVariables,
  signal: AbortSignal,
): Promise<ChosenVariables> {
  let chosen = pinned;
  const { variables } = ask.definition;
  for (const name of Object.keys(wished)) {
    if (!variables.some((each) => each.name === name)) throw outside(name);
  }
  for (const [at, variable] of variables.entries()) {
    const wish = wished[variable.name];
    if (wish === undefined) continue;
    const values = typeof wish === 'string' ? [wish] : wish;
    if (variable.type === 'text') throw outside(variable.name);
    if (variable.type === 'query' && values.length > 0) {
      const above = { ...ask.definition, variables: variables.slice(0, at + 1), annotations: [] };
      const part = { ...ask, definition: above, variables: known(above, chosen), panels: [] };
      const data = await gatherRefresh(await beginRefresh(needs, terms, part, signal));
      const options = data.variables[variable.name]?.options ?? [];
      const isKnown = values.every((value) => options.some((option) => option.value === value));
      if (!isKnown) throw outside(variable.name);
    }
    chosen = { ...chosen, [variable.name]: wish };
  }
  return chosen;
}

function known({ variables }: CompleteDefinition, chosen: ChosenVariables): ChosenVariables {
  return Object.fromEntries(
    Object.entries(chosen).filter(([name]) => variables.some((each) => each.name === name)),
  );
}

function outside(name: string): AppError {
  return invalid(`variables.${name}`, "This value can't be selected here.");
}
