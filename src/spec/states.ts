/** The states of things that have a life cycle, with what moves them on. */
interface Transition {
  readonly from: string;
  readonly on: string;
  readonly to: string;
}

export const STATES = {
  apiKey: ['active', 'revoked', 'expired'],
  accessToken: ['active', 'revoked', 'expired'],
  invitation: ['pending', 'accepted', 'expired', 'revoked'],
  resetLink: ['valid', 'used', 'expired'],
  session: ['active', 'expired'],
  event: ['accepted', 'queued', 'stored', 'dead_letter'],
  dailyQuota: ['normal', 'warned', 'throttled'],
} as const;

export const TRANSITIONS = {
  apiKey: [
    { from: 'active', on: 'revoke', to: 'revoked' },
    { from: 'active', on: 'expiration date reached', to: 'expired' },
  ],
  accessToken: [
    { from: 'active', on: 'revoke', to: 'revoked' },
    { from: 'active', on: 'expiration date reached', to: 'expired' },
  ],
  invitation: [
    { from: 'pending', on: '48 hours elapse', to: 'expired' },
    { from: 'pending', on: 'resend', to: 'pending' },
    { from: 'expired', on: 'resend', to: 'pending' },
    { from: 'pending', on: 'revoke', to: 'revoked' },
    { from: 'pending', on: 'accept', to: 'accepted' },
  ],
  resetLink: [
    { from: 'valid', on: 'use', to: 'used' },
    { from: 'valid', on: '1 hour elapses', to: 'expired' },
  ],
  session: [
    { from: 'active', on: '24 hours since the last refresh', to: 'active' },
    { from: 'active', on: '7 days elapse', to: 'expired' },
  ],
  event: [
    { from: 'accepted', on: 'persisted to the durable queue', to: 'queued' },
    { from: 'queued', on: 'batch write succeeds', to: 'stored' },
    { from: 'queued', on: 'batch write fails, retries remain', to: 'queued' },
    { from: 'queued', on: 'retries exhausted', to: 'dead_letter' },
    { from: 'queued', on: 'store away over 5 minutes and queue full', to: 'dead_letter' },
    { from: 'dead_letter', on: 'replay', to: 'queued' },
  ],
  dailyQuota: [
    { from: 'normal', on: 'usage reaches 80%', to: 'warned' },
    { from: 'warned', on: 'usage reaches 100%', to: 'throttled' },
    { from: 'throttled', on: 'the day ends (00:00 UTC) or the quota is raised', to: 'normal' },
  ],
} as const satisfies Record<keyof typeof STATES, readonly Transition[]>;
