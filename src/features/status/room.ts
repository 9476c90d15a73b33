/**
 * The platform's part of the status page: reads the page of the probe for the footer of the web app, and serves the
 * reliability targets with the measurements of the nodes. The page itself belongs to the probe. Owns no tables.
 */
import { isoTime } from '../../base/clock.ts';
import * as status from '../../contract/status.ts';
import * as targets from '../../contract/targets.ts';
import type { Room } from '../../room.ts';
import { followStatusPage, type FollowNeeds } from './follow/follow-status-page.ts';
import { type HistogramReader, readCounts } from './targets/read-counts.ts';
import { type MeasureNeeds, shareMeasures } from './targets/share-measures.ts';
import { showTargets, type TargetNeeds } from './targets/show-targets.ts';

interface Needs extends FollowNeeds, Omit<MeasureNeeds, 'readCounts'> {
  readonly opened: AsyncDisposableStack;
  readonly hasApi: boolean;
  readonly metrics: HistogramReader;
  readonly recovery: TargetNeeds['recovery'];
}

export const statusRoom = {
  contract: [status, targets],
  open: (needs) => {
    const measures = needs.opened.use(
      shareMeasures({ ...needs, readCounts: () => readCounts(needs.metrics) }),
    );
    if (!needs.hasApi) return {};
    const followed = needs.opened.use(followStatusPage(needs));
    return {
      routes: (app) => {
        app.route({
          ...status.getPlatformStatus,
          handler: async () => {
            const { state, readAt } = followed.current();
            return { data: { state, readAt: readAt === null ? null : isoTime(readAt) } };
          },
        });
        app.route({
          ...targets.getReliabilityTargets,
          handler: async () => {
            const uptime = needs.statusPage === undefined ? undefined : () => followed.uptime();
            return { data: await showTargets({ ...needs, measures, uptime }) };
          },
        });
      },
    };
  },
} as const satisfies Room<Needs>;
