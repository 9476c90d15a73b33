/** What the platform itself has of the status page: it reads it, for the foot of its web app. The page is the probe's. */
import { isoTime } from '../../base/clock.ts';
import * as status from '../../contract/status.ts';
import type { Room } from '../../room.ts';
import { followStatusPage, type FollowNeeds } from './follow/follow-status-page.ts';

interface Needs extends FollowNeeds {
  readonly opened: AsyncDisposableStack;
  readonly hasApi: boolean;
}

export const statusRoom = {
  contract: [status],
  open: (needs) => {
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
      },
    };
  },
} as const satisfies Room<Needs>;
