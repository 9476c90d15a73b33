import { systemClock } from '../base/clock.ts';
import { openMailDelivery } from '../engines/mail/open-mail-delivery.ts';
import { openDueRunner } from '../engines/schedule/open-due-runner.ts';
import { openSchedule } from '../engines/schedule/open-schedule.ts';
import { openStoreMaintenance } from '../engines/store/open-store-maintenance.ts';
import type { OpenRoom } from '../room.ts';
import type { Node } from './node.ts';

/** Whatever runs by itself, of the engines and of every room; the metadata store sees to it that one node does it. */
export function startJobs(node: Node, rooms: readonly OpenRoom[]): void {
  const { config, log, opened } = node;
  const { metadata, store, mail, objects } = node.engines;
  const base = { metadata, clock: systemClock, log };
  const delivery = openMailDelivery({ ...base, carrier: mail, objects });
  const schedule = opened.use(openSchedule({ ...base, nodeId: config.nodeId }));
  const due = opened.use(openDueRunner({ ...base, metrics: node.metrics }));
  due.start(delivery.work);
  schedule.start(delivery.job);
  schedule.start(openStoreMaintenance({ store, metrics: node.metrics }));
  for (const { jobs = [], startDue } of rooms) {
    for (const job of jobs) schedule.start(job);
    startDue?.(due);
  }
}
