/** Who is signed in, in which organization, and what they may do there. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { OwnOrganization } from '../../../src/contract/organizations.ts';
import { isAbove, type Role } from '../../../src/spec/roles.ts';
import { call } from '../api/call.ts';
import * as api from '../api/endpoints.ts';
import { keepAnswer, keptAnswer, NOBODY } from '../data/recent-answers.ts';
import type { Wanted } from './places.ts';

type Session = NonNullable<Awaited<ReturnType<typeof readSession>>>;

export interface SignedIn {
  readonly user: Session['user'];
  readonly session: Session['session'];
  readonly organization: OwnOrganization;
  readonly organizations: readonly OwnOrganization[];
  /** What counts now, a role held for a while included. */
  readonly role: Role;
  readonly may: (wanted: Wanted) => boolean;
}

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }) => readSession(signal),
  staleTime: 5 * 60_000,
});

/** On the sign-in page: a visitor without a session a moment ago still has none, unless they signed in here. */
export const publicSessionQuery = queryOptions({
  ...sessionQuery,
  queryFn: async ({ signal }) =>
    keptAnswer<null>(NOBODY) === undefined ? readSession(signal) : null,
});

export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: async ({ signal }) => (await call(api.listOrganizations, {}, signal)).data,
  staleTime: 60_000,
});

export const elevationsQuery = queryOptions({
  queryKey: ['elevations'],
  queryFn: async ({ signal }) => (await call(api.listElevations, {}, signal)).data,
  staleTime: 60_000,
});

/** What the installation allows, and whether one runs it. */
export const installationQuery = queryOptions({
  queryKey: ['installation', 'own'],
  queryFn: async ({ signal }) => (await call(api.getInstallation, {}, signal)).data,
  staleTime: 5 * 60_000,
});

/** False if mail is written to a folder on the server; assumed true until known. */
export function useIsMailSent(): boolean {
  return useQuery(installationQuery).data?.isMailSent ?? true;
}

/** False where the built-in evaluator answers; taken for true until it is known. */
export function useHasModel(): boolean {
  return useQuery(installationQuery).data?.hasModel ?? true;
}

async function readSession(signal: AbortSignal) {
  const session = await call(api.getSession, {}, signal);
  if (session === null) keepAnswer(NOBODY, null);
  return session;
}

export const SignedInContext = createContext<SignedIn | undefined>(undefined);

/** On pages for people who are signed in. */
export function useSignedIn(): SignedIn {
  const signedIn = useContext(SignedInContext);
  if (signedIn === undefined) throw new Error('This page requires a signed-in user.');
  return signedIn;
}

interface HeldRole {
  readonly email: string;
  readonly role: Role;
  readonly state: string;
  readonly endsAt: string | null;
}

/** The role that counts: one's own, or a higher one held for a while. */
export function presentRole(
  own: Role,
  email: string,
  held: readonly HeldRole[],
  now: number,
): Role {
  const running = held.find(
    (elevation) =>
      elevation.email === email &&
      elevation.state === 'approved' &&
      elevation.endsAt !== null &&
      Date.parse(elevation.endsAt) > now,
  );
  return running !== undefined && isAbove(running.role, own) ? running.role : own;
}
