/** The verbs of channels, on a metadata store alone. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { AppError, type ErrorDetail } from '../../../src/base/errors.ts';
import type { AlertChannelDraft } from '../../../src/contract/alert-channel-settings.ts';
import { openSecrets } from '../../../src/engines/secrets/open-secrets.ts';
import type { ChannelNeeds } from '../../../src/features/alerts/channels/channel-needs.ts';
import { findChannel } from '../../../src/features/alerts/tables/alert-channels-table.ts';
import { openAccess } from '../open-access.ts';

export const HOOK = {
  kind: 'webhook',
  name: 'hook',
  url: 'https://x.example/abcd',
} as const satisfies AlertChannelDraft;
export const PAGER = {
  kind: 'pagerduty',
  name: 'pager',
  key: 'k'.repeat(32),
} as const satisfies AlertChannelDraft;

export async function openChannels(t: TestContext, status = 204) {
  const access = await openAccess(t);
  const { metadata, clock, mails } = access;
  const { id: organization, owner } = await access.newOrganization();
  const calls: string[] = [];
  const needs: ChannelNeeds = {
    metadata,
    clock,
    secrets: openSecrets({ secret: 'x'.repeat(40), previous: undefined }),
    outbound: {
      check: () => {},
      send: async ({ url }: { url: string }) => {
        calls.push(url);
        return { status, headers: {}, body: new Uint8Array() };
      },
    },
    access: access.needs,
  };
  return {
    access,
    needs,
    clock,
    mails,
    calls,
    organization,
    owner,
    actor: owner.actor,
    row: async (id: string) => (await findChannel(metadata, organization, id)) ?? assert.fail(),
    audit: async () =>
      (await access.auditOf(organization)).map(({ action, details }) => `${action} ${details}`),
  };
}

export async function refusal(work: Promise<unknown>): Promise<unknown> {
  try {
    await work;
    return undefined;
  } catch (error) {
    assert(error instanceof AppError);
    return [error.code, error.message];
  }
}

export async function problem(work: Promise<unknown>): Promise<ErrorDetail | undefined> {
  const error: unknown = await work.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  assert(error instanceof AppError);
  assert.equal(error.code, 'VALIDATION_ERROR');
  return error.facts.details?.[0];
}
