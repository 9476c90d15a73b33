/** A role held for a while: what is asked for, and what became of it. */
import { type Static, Type } from 'typebox';
import { LIMITS } from '../spec/limits.ts';
import { ROLES } from '../spec/roles.ts';
import { described, fields, named, nameOf } from './schema.ts';

export const Role = Type.Enum([...ROLES]);
export const Moment = Type.Union([Type.String(), Type.Null()]);

export const Elevation = named(
  'Elevation',
  Type.Object({
    id: Type.String(),
    memberId: Type.String({ description: 'Member who requests the role.' }),
    email: Type.String(),
    role: Role,
    reason: Type.String({ description: 'Why the role is needed, as the member stated it.' }),
    minutes: Type.Integer({ description: 'Requested duration in minutes.' }),
    state: Type.Enum(['requested', 'approved', 'denied', 'ended']),
    requestedAt: Type.String(),
    decidedBy: Type.Union([Type.String(), Type.Null()], {
      description: 'Member who approved or denied the request. Null: pending.',
    }),
    endsAt: described(Moment, 'When the role ends. Null: not granted.'),
  }),
);
export type Elevation = Static<typeof Elevation>;

const MINUTE_MS = 60_000;
export const ElevationDraft = named(
  'ElevationDraft',
  fields({
    role: Role,
    minutes: Type.Integer({
      minimum: LIMITS.organizations.elevationMsMin / MINUTE_MS,
      maximum: LIMITS.organizations.elevationMsMax / MINUTE_MS,
      description: 'Requested duration in minutes.',
    }),
    reason: described(nameOf(500), 'Why the role is needed. Recorded in the audit log.'),
  }),
);
export type ElevationDraft = Static<typeof ElevationDraft>;
