/** What the readers of a body put into an intake, as lists that can be compared. */
import assert from 'node:assert/strict';
import { AppError } from '../../../src/base/errors.ts';
import { organizationId } from '../../../src/base/ids.ts';
import type { EventDefaults } from '../../../src/flow/ingest/normalise-event.ts';
import { type Intake, openIntake } from '../../../src/flow/ingest/partial-intake.ts';
import { LIMITS } from '../limits.ts';

export const NOW = 1_763_208_000_000;
export const EVENT_MAX = 600;
export const EXPANDED_MAX = 6_000;
export const DEPTH_MAX = 6;
export const limits = {
  ...LIMITS.events,
  eventBytesMax: EVENT_MAX,
  expandedBytesMax: EXPANDED_MAX,
  perRequestMax: 12,
  attributesMax: 6,
};
export const defaults: EventDefaults = {
  organization: organizationId('org_a'),
  index: 'main',
  source: 'shipper',
  now: NOW,
  limits,
  retentionOf: (index) => ({ main: 30, apps: 7 })[index],
};

export function taken(read: (intake: Intake) => unknown) {
  const intake = openIntake(defaults);
  read(intake);
  return {
    records: intake.records.map(({ timestamp, index, level, source, id, body, attributes }) => [
      timestamp - NOW,
      index,
      level,
      source,
      id,
      body,
      Object.fromEntries(attributes),
    ]),
    refusals: intake.refusals.map(({ position, code, message }) => [position, code, message]),
    bytes: intake.bytes,
  };
}

/** Why a whole body is refused, with what its answer says beside the message. */
export function refusalOf(read: (intake: Intake) => unknown): string {
  try {
    read(openIntake(defaults));
  } catch (error) {
    assert.ok(error instanceof AppError, String(error));
    const { fields } = error.facts;
    const also = fields === undefined ? '' : ` ${JSON.stringify(fields)}`;
    return `${error.code} ${error.message}${also}`;
  }
  return 'taken';
}

export function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}
