/** Destination of an export: its form state and its descriptions. */
import type {
  Destination,
  DestinationDraft,
} from '../../../../../src/contract/export-destinations.ts';
import type { DestinationKind } from '../../../../../src/spec/exports.ts';
import { LIMITS } from '../../../../../src/spec/limits.ts';
import { DAY_MS } from '../../../../../src/spec/units.ts';
import { formatBytes } from '../../../parts/sizes.ts';
import {
  addressProblem,
  type BucketForm,
  bucketOf,
  bucketProblems,
  EMPTY_BUCKET,
  folderProblem,
  found,
  prefixOf,
  prefixProblem,
  type Problems,
} from './bucket-form.ts';

/** Every field of every kind: what a kind does not take is not sent. */
export interface DestinationForm extends BucketForm {
  readonly kind: DestinationKind;
  readonly folder: string;
  readonly recipients: readonly string[];
  readonly url: string;
  /** Days; empty or 0: not locked. */
  readonly lockDays: string;
}

export const EMPTY_DESTINATION: DestinationForm = {
  ...EMPTY_BUCKET,
  kind: 'keep',
  folder: '',
  recipients: [],
  url: '',
  lockDays: '',
};

interface KindFacts {
  readonly name: string;
  readonly hint: string;
  /** Describes the test; follows the word “Testing”. */
  readonly test: string;
}

const { keepMsMax, keepBytesMax } = LIMITS.exports;
const KEPT = `${keepMsMax / DAY_MS} days and up to ${formatBytes(keepBytesMax)} per organization; oldest files are deleted first`;

export const DESTINATION_FACTS: Readonly<Record<DestinationKind, KindFacts>> = {
  keep: {
    name: 'Xplain storage (download)',
    hint: `Files are stored by this installation: ${KEPT}.`,
    test: 'writes and deletes a small file',
  },
  folder: {
    name: 'Server folder',
    hint: 'A folder on the server, configured by the operator.',
    test: 'writes and deletes a small file',
  },
  s3: {
    name: 'S3 bucket',
    hint: 'Amazon S3 or compatible. The key needs permission to put, get, list and delete objects.',
    test: 'writes and deletes a small object',
  },
  mail: {
    name: 'Email to members',
    hint: 'Small files are attached. Larger files are stored in Xplain, and the email contains a link that requires sign-in.',
    test: 'sends a test email',
  },
  webhook: {
    name: 'Xplain storage + webhook',
    hint: `Files are stored by this installation: ${KEPT}. After each run, Xplain posts the manifest to the webhook, signed per Standard Webhooks.`,
    test: 'sends a test request',
  },
};

/** Addresses to call and secrets are not there to be filled in again. */
export function formOfDestination(destination: Destination): DestinationForm {
  switch (destination.kind) {
    case 'keep':
    case 'webhook':
      return { ...EMPTY_DESTINATION, kind: destination.kind };
    case 's3': {
      const { lockDays = 0, ...bucket } = destination;
      return { ...EMPTY_DESTINATION, ...bucket, lockDays: lockDays === 0 ? '' : String(lockDays) };
    }
    case 'folder':
    case 'mail':
      return { ...EMPTY_DESTINATION, ...destination };
  }
}

export function draftOfDestination(form: DestinationForm): DestinationDraft {
  switch (form.kind) {
    case 'keep':
      return { kind: 'keep' };
    case 'folder':
      return { kind: 'folder', folder: form.folder.trim(), ...prefixOf(form.prefix) };
    case 's3':
      return { kind: 's3', ...bucketOf(form), ...lockOf(form.lockDays) };
    case 'mail':
      return { kind: 'mail', recipients: [...form.recipients] };
    case 'webhook':
      return { kind: 'webhook', ...(form.url.trim() === '' ? {} : { url: form.url.trim() }) };
  }
}

/** Problems to fix before the destination can be tested; `kept` is the destination already saved. */
export function destinationProblems(form: DestinationForm, kept?: Destination): Problems {
  switch (form.kind) {
    case 'keep':
      return {};
    case 'folder':
      return found([
        ['folder', folderProblem(form.folder)],
        ['prefix', prefixProblem(form.prefix)],
      ]);
    case 's3':
      return {
        ...bucketProblems(form, isSecretKept(form, kept)),
        ...found([['lockDays', lockProblem(form.lockDays)]]),
      };
    case 'mail':
      return form.recipients.length === 0 ? { recipients: 'Select at least one member.' } : {};
    case 'webhook':
      if (form.url.trim() === '' && kept?.kind === 'webhook') return {};
      return found([['url', addressProblem(form.url)]]);
  }
}

function lockOf(days: string): { readonly lockDays?: number } {
  return Number(days) === 0 ? {} : { lockDays: Number(days) };
}

function lockProblem(days: string): string | undefined {
  const isFitting = /^\d{0,4}$/.test(days.trim()) && Number(days) <= LIMITS.exports.lockDaysMax;
  return isFitting ? undefined : `Enter a number of days, at most ${LIMITS.exports.lockDaysMax}.`;
}

/** A secret goes along with the key and the address it was entered for, and with no other. */
export function isSecretKept(
  { endpoint, accessKeyId }: BucketForm,
  kept: Destination | undefined,
): boolean {
  return (
    kept?.kind === 's3' &&
    kept.endpoint === endpoint.trim() &&
    kept.accessKeyId === accessKeyId.trim()
  );
}

export function isSameDestination(form: DestinationForm, kept: Destination): boolean {
  const saved = draftOfDestination(formOfDestination(kept));
  return JSON.stringify(draftOfDestination(form)) === JSON.stringify(saved);
}

/** Where its files are, as far as it may be shown. */
export function destinationWords(destination: Destination): string {
  switch (destination.kind) {
    case 'keep':
      return 'Xplain storage';
    case 'folder':
      return `folder ${under(destination.folder, destination.prefix)}`;
    case 's3':
      return `bucket ${under(destination.bucket, destination.prefix)} at ${hostOf(destination.endpoint)}`;
    case 'mail': {
      const { length } = destination.recipients;
      return length === 1 ? 'email to 1 member' : `email to ${length} members`;
    }
    case 'webhook':
      return `Xplain storage + webhook to ${destination.host}`;
  }
}

function under(place: string, prefix: string | undefined): string {
  return prefix === undefined || prefix === '' ? place : `${place}/${prefix}`;
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
