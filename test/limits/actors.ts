import { systemActor } from '../../src/base/actor.ts';
import { organizationId } from '../../src/base/ids.ts';

/** The platform itself, at work for an organization. */
export const SYSTEM = systemActor(organizationId('org_probe'), 'probe');
