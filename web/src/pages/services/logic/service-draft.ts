/** A service while it is edited. */
import type { Service, ServiceChange, ServiceDraft } from '../../../../../src/contract/services.ts';

export interface ServiceForm {
  readonly name: string;
  readonly selector: string;
  readonly owner: string;
  readonly tier: number;
  readonly tags: readonly string[];
  readonly links: readonly LinkForm[];
  readonly dependsOn: readonly string[];
}

interface LinkForm {
  readonly name: string;
  readonly url: string;
}

/** Default tier. */
const USUAL_TIER = 3;

export const EMPTY_SERVICE: ServiceForm = {
  name: '',
  selector: '',
  owner: '',
  tier: USUAL_TIER,
  tags: [],
  links: [],
  dependsOn: [],
};

export function formOfService(service: Service): ServiceForm {
  const { name, selector, owner, tier, tags, links, dependsOn } = service;
  return { name, selector, owner: owner ?? '', tier, tags, links, dependsOn };
}

/** Links of which nothing is filled in are not there. */
export function draftOfService(form: ServiceForm): ServiceDraft {
  const { name, selector, owner, tier, tags, links, dependsOn } = form;
  return {
    name: name.trim(),
    selector: selector.trim(),
    owner: owner.trim() === '' ? null : owner.trim(),
    tier,
    tags: [...tags],
    links: links
      .map((link) => ({ name: link.name.trim(), url: link.url.trim() }))
      .filter((link) => link.name !== '' || link.url !== ''),
    dependsOn: [...dependsOn],
  };
}

/** Returns only the changed fields, so that two people can change different things one after the other. */
export function changeOfService(form: ServiceForm, before: Service): ServiceChange | undefined {
  const known = draftOfService(formOfService(before));
  const changed = Object.entries(draftOfService(form)).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(known[key as keyof ServiceDraft]),
  );
  if (changed.length === 0) return undefined;
  return { ...Object.fromEntries(changed), version: before.version };
}
