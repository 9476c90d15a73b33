import type { Actor } from '../../../base/actor.ts';
import { AppError } from '../../../base/errors.ts';
import type { KpiSettings } from '../../../contract/kpi-settings.ts';
import type { Service, ServiceDraft } from '../../../contract/services.ts';
import type {
  KpiTemplate,
  ServicePicks,
  ServiceSuggestion,
} from '../../../contract/service-suggestions.ts';
import { everySearch, hasWildcard } from '../../../language/index.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { SERVICE_FIELDS, type ServiceField } from '../../../spec/services.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../spec/units.ts';
import { readSelector } from '../managing/check-searches.ts';
import { readKpis } from '../managing/kpis-table.ts';
import { addKpi } from '../managing/manage-kpis.ts';
import {
  addService,
  readService,
  requireService,
  withOwnName,
} from '../managing/manage-services.ts';
import { readAllServices } from '../managing/services-table.ts';
import { settleDraft } from '../managing/settle-kpi.ts';
import type { ServiceNeeds } from '../service-needs.ts';
import { measurePast } from './measure-past.ts';
import { countServices, readFacts } from './read-facts.ts';
import { type FittingTemplate, fittingTemplates, type TemplateDraft } from './templates.ts';

/** Hours to count: one field is covered by the minute summary, the other needs the events. */
const HOURS: Readonly<Record<ServiceField, number>> = { service: 24, 'service.name': 1 };

export async function suggestServices(
  needs: Pick<ServiceNeeds, 'metadata' | 'search' | 'clock'>,
  actor: Actor,
  signal: AbortSignal,
): Promise<{ suggestions: ServiceSuggestion[]; isCut: boolean }> {
  const { search, metadata, clock } = needs;
  const now = clock.now();
  const rows = await readAllServices(metadata, actor.organization, LIMITS.services.overviewMax);
  const covered = new Set(
    rows.flatMap(({ name, selector }) => [name, ...namedIn(selector)]).map(lower),
  );
  const suggestions: ServiceSuggestion[] = [];
  const to = Math.floor(now / MINUTE_MS) * MINUTE_MS + MINUTE_MS;
  for (const field of SERVICE_FIELDS) {
    const from = to - (HOURS[field] === 24 ? DAY_MS : HOUR_MS);
    const counts = await countServices(search, actor, field, { from, to, now }, signal);
    const facts = await readFacts(search, actor, { by: field }, now, signal);
    for (const { name, events, errors } of counts) {
      if (name === '' || covered.has(lower(name)) || !isNameable(name)) continue;
      covered.add(lower(name));
      const known = facts.get(name);
      suggestions.push({
        field,
        value: name,
        name,
        selector: selectorOf(field, name),
        events,
        hours: HOURS[field],
        errorShare: Math.round((1_000 * errors) / events) / 10,
        templates:
          known === undefined ? [] : fittingTemplates(known).map(({ template }) => template),
      });
    }
  }
  const max = LIMITS.services.suggestionsMax;
  return {
    suggestions: suggestions.toSorted((a, b) => b.events - a.events).slice(0, max),
    isCut: suggestions.length > max,
  };
}

function lower(text: string): string {
  return text.toLowerCase();
}

function isNameable(name: string): boolean {
  return name.trim() !== '' && name.length <= LIMITS.services.nameCharactersMax;
}

/** Service names that a selector requires. */
function namedIn(selector: string): string[] {
  const fields = new Set<string>(SERVICE_FIELDS);
  const { expression } = readSelector(selector);
  return [...everySearch(expression)].flatMap((part) => {
    if (part.kind !== 'comparison' && part.kind !== 'in') return [];
    if (!fields.has(part.field.name)) return [];
    const values = part.kind === 'in' ? part.values : [part.value];
    return values.flatMap(({ pattern }) => (hasWildcard(pattern) ? [] : [pattern[0]]));
  });
}

function selectorOf(field: ServiceField, value: string): string {
  return `${field}="${value.replaceAll(/["\\]/g, (mark) => `\\${mark}`)}"`;
}

/** The KPIs that fit a service, with limits from the last seven days. */
export async function suggestKpis(
  needs: Pick<ServiceNeeds, 'metadata' | 'search' | 'clock'>,
  actor: Actor,
  id: string,
  signal: AbortSignal,
): Promise<{ templates: KpiTemplate[] }> {
  const { selector } = await requireService(needs.metadata, actor.organization, id);
  const kpis = await readKpis(needs.metadata, actor.organization, id);
  const names = new Set(kpis.map(({ name }) => lower(name)));
  const fitting = await fitTemplates(needs, actor, selector, signal);
  const wanted = fitting.filter(({ draft }) => !names.has(lower(draft.name)));
  const drafts = await withLimits(needs, actor, selector, wanted, signal);
  return {
    templates: wanted.map(({ template, reason }, at) => ({
      template,
      reason,
      draft: drafts[at] ?? wanted[at]?.draft ?? raise(),
    })),
  };
}

function raise(): never {
  throw new Error('a template without a draft');
}

async function fitTemplates(
  { search, clock }: Pick<ServiceNeeds, 'search' | 'clock'>,
  actor: Actor,
  selector: string,
  signal: AbortSignal,
): Promise<FittingTemplate[]> {
  const of = { selector: readSelector(selector) };
  const facts = (await readFacts(search, actor, of, clock.now(), signal)).get('');
  return facts === undefined ? [] : fittingTemplates(facts);
}

async function withLimits(
  needs: Pick<ServiceNeeds, 'search' | 'clock'>,
  actor: Actor,
  selector: string,
  fitting: readonly FittingTemplate[],
  signal: AbortSignal,
): Promise<TemplateDraft[]> {
  const settings = fitting.map(({ draft }) => settleDraft(draft));
  const pasts = await measurePast(needs, actor, readSelector(selector), settings, signal);
  return fitting.map(({ draft }, at) => ({ ...draft, ...pasts[at]?.suggested }));
}

/** All of them or none. */
export async function createSuggested(
  needs: ServiceNeeds,
  actor: Actor,
  { services }: ServicePicks,
  signal: AbortSignal,
): Promise<{ services: Service[] }> {
  const planned: { draft: ServiceDraft; kpis: { name: string; settings: KpiSettings }[] }[] = [];
  for (const { field, value, name, templates } of services) {
    const draft = { name: name ?? value, selector: selectorOf(field, value) };
    readSelector(draft.selector);
    const fitting = await fitTemplates(needs, actor, draft.selector, signal);
    const picked = fitting.filter(({ template }) => templates?.includes(template) ?? true);
    const missing = templates?.find((each) => !picked.some(({ template }) => template === each));
    if (missing !== undefined) {
      const message = `No data for “${missing}” in the events of ${value}.`;
      throw new AppError('CONFLICT', message);
    }
    const drafts = await withLimits(needs, actor, draft.selector, picked, signal);
    const kpis = drafts.map((each) => ({ name: each.name, settings: settleDraft(each) }));
    planned.push({ draft, kpis });
  }
  const ids = await withOwnName(() =>
    needs.metadata.transaction(async (unit) => {
      const made: string[] = [];
      for (const { draft, kpis } of planned) {
        const id = await addService(unit, needs, actor, draft);
        made.push(id);
        for (const { name, settings } of kpis) {
          await addKpi(unit, needs, actor, { serviceId: id, name }, settings);
        }
      }
      return made;
    }),
  );
  return { services: await Promise.all(ids.map((id) => readService(needs, actor, id))) };
}
