import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isObject } from '../../../base/is-object.ts';
import { LIMITS } from '../../../spec/limits.ts';
import { incidentView, namesOf } from '../make-view.ts';
import {
  type MaintenanceWords,
  type Read,
  readIncident,
  readMaintenance,
  readUpdate,
} from '../operator-words.ts';
import { incidentJson } from '../render/other-forms.ts';
import { timeText } from '../render/words.ts';
import { newStatusId } from '../status-ids.ts';
import { incidentEvent, maintenanceEvent } from '../webhooks/status-event.ts';
import { readBody } from './read-body.ts';
import { sendJson } from './reply.ts';
import type { StatusNeeds } from './status-needs.ts';

/** Whether the request carries the operator's token; without one configured, none does. */
export function isOperator(request: IncomingMessage, token: string | undefined): boolean {
  const given = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (token === undefined || given === undefined) return false;
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(token));
}

/** Maintenance and incidents, as the command line sends them. */
export async function answerOperator(
  needs: StatusNeeds,
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<void> {
  const [, , collection = '', id, part, ...rest] = path.split('/');
  if (request.method === 'GET' && path === '/api/incidents') {
    return sendJson(response, 200, { data: needs.board.incidents(1).map(incidentJson) });
  }
  if (request.method !== 'POST' || rest.length > 0) return sendMissing(response);
  const body = parse(await readBody(request));
  if (collection === 'maintenance' && part === undefined) {
    return id === undefined
      ? announce(needs, response, undefined, readMaintenance(body, needs.now()))
      : changeMaintenance(needs, response, id, body);
  }
  if (collection === 'incidents' && id === undefined) return openIncident(needs, response, body);
  if (collection === 'incidents' && id !== undefined && part === 'updates') {
    return addUpdate(needs, response, id, body);
  }
  return sendMissing(response);
}

function announce(
  needs: StatusNeeds,
  response: ServerResponse,
  changed: string | undefined,
  words: Read<MaintenanceWords>,
): void {
  if (!words.ok) return sendProblems(response, words.problems);
  const { from, to, components, text } = words.value;
  // The record is stamped with the probe's own clock, so that nothing can be announced in the past.
  const [id, madeAt] = [changed ?? newStatusId('mnt'), needs.now()];
  const record = { id, madeAt, ...words.value };
  const isKept = needs.board.write((history) => history.appendMaintenance(record));
  if (!isKept) return sendUnwritable(response);
  const span = `${timeText(from)} to ${timeText(to)}`;
  const names = namesOf(components);
  const subject = `Maintenance: ${names}`.slice(0, LIMITS.mail.subjectCharactersMax);
  const happening = changed === undefined ? 'announced' : 'changed';
  needs.board.tell({ subject, text: `${span}\n${names}\n\n${text}` }, () =>
    maintenanceEvent(happening, record, needs.settings.url),
  );
  needs.refresh();
  const isInTime = from - madeAt >= LIMITS.targets.maintenanceNoticeMs;
  return sendJson(response, 201, {
    data: { id, madeAt: new Date(madeAt).toISOString(), isInTime },
  });
}

/** A change is a further record. Cancelling leaves one that is over. */
function changeMaintenance(
  needs: StatusNeeds,
  response: ServerResponse,
  id: string,
  body: unknown,
): void {
  const last = needs.history.maintenance(0).findLast((record) => record.id === id);
  if (last === undefined) return sendMissing(response);
  if (!isObject(body) || body['cancel'] !== true) {
    return announce(needs, response, id, readMaintenance(body, needs.now()));
  }
  const name = typeof body['name'] === 'string' ? body['name'].trim() : '';
  if (name === '' || name.length > LIMITS.status.headingCharactersMax) {
    return sendProblems(response, [{ path: 'name', message: "Expected a person's name." }]);
  }
  const madeAt = needs.now();
  const to = Math.max(last.from, Math.min(last.to, madeAt));
  const record = { ...last, madeAt, to, name };
  if (!needs.board.write((history) => history.appendMaintenance(record))) {
    return sendUnwritable(response);
  }
  const names = namesOf(last.components);
  const subject = `Maintenance ended: ${names}`.slice(0, LIMITS.mail.subjectCharactersMax);
  const text = `${names}: the announced maintenance was cancelled or has ended.`;
  needs.board.tell({ subject, text }, () => maintenanceEvent('ended', record, needs.settings.url));
  needs.refresh();
  return sendJson(response, 200, { data: { id, to: new Date(to).toISOString() } });
}

function openIncident(needs: StatusNeeds, response: ServerResponse, body: unknown): void {
  const words = readIncident(body);
  if (!words.ok) return sendProblems(response, words.problems);
  const { title, components, isOutage, ...update } = words.value;
  const [id, now] = [newStatusId('inc'), needs.now()];
  const closedAt = update.step === 'resolved' ? now : null;
  const incident = { id, title, components, isOutage, openedAt: now, closedAt };
  const isKept = needs.board.write((history) => {
    history.addIncident(incident);
    history.addUpdate({ incident: id, madeAt: now, ...update });
  });
  if (!isKept) return sendUnwritable(response);
  const notification = { subject: title, text: `${namesOf(components)}\n\n${update.text}` };
  needs.board.tell(notification, (history) =>
    incidentEvent(history, closedAt === null ? 'opened' : 'closed', incident, needs.settings.url),
  );
  needs.refresh();
  return sendJson(response, 201, { data: { id } });
}

/** “resolved” closes what people opened; what the probe opened ends when all is well again. */
function addUpdate(needs: StatusNeeds, response: ServerResponse, id: string, body: unknown): void {
  const incident = needs.history.incident(id);
  if (incident === undefined) return sendMissing(response);
  const words = readUpdate(body);
  if (!words.ok) return sendProblems(response, words.problems);
  if (needs.history.updates(id).length >= LIMITS.status.updatesMax) {
    const message = `An incident can have at most ${LIMITS.status.updatesMax} updates.`;
    return sendProblems(response, [{ path: '', message }]);
  }
  const now = needs.now();
  const isEnd =
    words.value.step === 'resolved' && incident.title !== '' && incident.closedAt === null;
  const changed = isEnd ? { ...incident, closedAt: now } : incident;
  const isKept = needs.board.write((history) => {
    history.addUpdate({ incident: id, madeAt: now, ...words.value });
    if (isEnd) history.changeIncident(changed);
  });
  if (!isKept) return sendUnwritable(response);
  const { title } = incidentView(needs.history, incident);
  const subject = `${words.value.step}: ${title}`.slice(0, LIMITS.mail.subjectCharactersMax);
  needs.board.tell({ subject, text: words.value.text }, (history) =>
    incidentEvent(history, isEnd ? 'closed' : 'updated', changed, needs.settings.url),
  );
  needs.refresh();
  return sendJson(response, 201, { data: { id } });
}

function parse(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

function sendProblems(response: ServerResponse, details: readonly object[]): void {
  sendJson(response, 400, { error: 'Invalid input.', code: 'VALIDATION_ERROR', details });
}

function sendMissing(response: ServerResponse): void {
  sendJson(response, 404, { error: 'Not found.', code: 'NOT_FOUND' });
}

function sendUnwritable(response: ServerResponse): void {
  const error = "The probe can't write to its disk. Nothing was changed.";
  sendJson(response, 503, { error, code: 'STORAGE_UNAVAILABLE' });
}
