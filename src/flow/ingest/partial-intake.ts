/**
 * For protocols that accept some events of a request and reject others: which were accepted, and why the rest were not.
 * Accepted events are queued as one batch, so a response never reports events that are not on disk.
 */
import { AppError, type ErrorDetail } from '../../base/errors.ts';
import { type DraftRecord, type EventDefaults, placeInIndex } from './normalise-event.ts';

export interface Intake {
  readonly defaults: EventDefaults;
  readonly records: DraftRecord[];
  readonly refusals: Refusal[];
  /** Size of the taken events as they were sent, and of what they share with others, copied to each. */
  bytes: number;
}

export interface Refusal {
  /** Which event of the request, from 0. */
  readonly position: number;
  readonly code: RefusalCode;
  readonly message: string;
}

export type RefusalCode = 'VALIDATION_ERROR' | 'UNKNOWN_INDEX' | 'EVENT_TOO_LARGE';

export function openIntake(defaults: EventDefaults): Intake {
  return { defaults, records: [], refusals: [], bytes: 0 };
}

/** The position of the next event. */
export function nextPosition({ records, refusals, defaults }: Intake): number {
  const position = records.length + refusals.length;
  const { perRequestMax } = defaults.limits;
  if (position < perRequestMax) return position;
  throw badRequest(`Too many events in one request (maximum ${perRequestMax}).`);
}

export function refuse(intake: Intake, code: RefusalCode, message: string): void {
  intake.refusals.push({ position: nextPosition(intake), code, message });
}

/** Rejects an event that is too large before it is parsed; returns true if so. */
export function refusesSize(intake: Intake, bytes: number): boolean {
  const { eventBytesMax } = intake.defaults.limits;
  if (bytes <= eventBytesMax) return false;
  refuse(intake, 'EVENT_TOO_LARGE', `The event is too large (maximum ${eventBytesMax} bytes).`);
  return true;
}

/**
 * Takes a finished record, or refuses it. `bytes` is the event as it was sent, `sharedBytes` what it has in
 * common with others of its request: a small body must not become a huge block.
 */
export function take(intake: Intake, record: DraftRecord, bytes: number, sharedBytes = 0): void {
  const { defaults } = intake;
  nextPosition(intake);
  if (refusesSize(intake, bytes + sharedBytes)) return;
  if (record.timestamp > defaults.now + defaults.limits.futureMsMax) {
    return refuse(intake, 'VALIDATION_ERROR', 'The timestamp is too far in the future.');
  }
  const placed = placeInIndex(record, '', defaults, {
    add: ({ message }: ErrorDetail) => refuse(intake, 'VALIDATION_ERROR', message),
    addUnknownIndex: (_path, index) =>
      refuse(intake, 'UNKNOWN_INDEX', `Unknown index ${JSON.stringify(index)}.`),
  });
  if (!placed) return;
  intake.records.push(record);
  intake.bytes += bytes + sharedBytes;
  const { expandedBytesMax } = defaults.limits;
  if (intake.bytes <= expandedBytesMax) return;
  const message = `The events are too large (maximum ${expandedBytesMax} bytes, with shared data counted for each event).`;
  throw new AppError('FST_ERR_CTP_BODY_TOO_LARGE', message);
}

/** One line for answers that have room for no more. */
export function summaryOf(refusals: readonly Refusal[]): string {
  const [first] = refusals;
  if (first === undefined) return '';
  const what = refusals.length === 1 ? 'One event was' : `${refusals.length} events were`;
  return `${what} refused; the first, at position ${first.position}: ${first.message}`;
}

/** For protocols with one code for the whole request: an event that is too large takes precedence over other errors. */
export function refusalError(refusals: readonly Refusal[]): AppError | undefined {
  const [first] = refusals;
  const large = refusals.find(({ code }) => code === 'EVENT_TOO_LARGE');
  if (large === undefined) return first && new AppError(first.code, summaryOf(refusals));
  const others = summaryOf(refusals.filter((each) => each !== large));
  const message = `The event at position ${large.position} is refused: ${large.message}`;
  return new AppError(large.code, others === '' ? message : `${message} ${others}`);
}

export function badRequest(message: string): AppError {
  return new AppError('VALIDATION_ERROR', message, { details: [{ path: '', message }] });
}
