import type { Log } from '../../base/log.ts';
import type { Listener } from './metadata.ts';

/** Who hears which channel on this node. */
export interface Listeners {
  add(channel: string, listener: Listener): void;
  remove(channel: string, listener: Listener): void;
  channels(): readonly string[];
  deliver(channel: string, payload: string): void;
  announceGap(): void;
}

export function createListeners(log: Log): Listeners {
  const byChannel = new Map<string, Set<Listener>>();

  /** One listener that throws must not keep the others from hearing. */
  function callSafely(channel: string, call: () => void): void {
    try {
      call();
    } catch (error) {
      log.error({ err: error, channel }, 'notification listener failed');
    }
  }

  return {
    add(channel, listener) {
      const known = byChannel.get(channel) ?? new Set();
      byChannel.set(channel, known.add(listener));
    },
    remove(channel, listener) {
      byChannel.get(channel)?.delete(listener);
      if (byChannel.get(channel)?.size === 0) byChannel.delete(channel);
    },
    channels: () => [...byChannel.keys()],
    deliver(channel, payload) {
      for (const listener of byChannel.get(channel) ?? []) {
        callSafely(channel, () => listener.onMessage(payload));
      }
    },
    announceGap() {
      for (const [channel, listeners] of byChannel) {
        for (const listener of listeners) callSafely(channel, () => listener.onGap());
      }
    },
  };
}
