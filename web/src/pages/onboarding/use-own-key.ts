import { useQueryClient, useQuery } from '@tanstack/react-query';
import { useSignedIn } from '../../shell/signed-in.tsx';

/** The key created here, kept in memory of this window, so that it survives a visit to another page. */
export function useOwnKey(): readonly [string | undefined, (value: string) => void] {
  const { organization } = useSignedIn();
  const answers = useQueryClient();
  const queryKey = ['onboarding-key', organization.id];
  const { data } = useQuery<string | null>({
    queryKey,
    queryFn: () => null,
    initialData: null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  return [data ?? undefined, (value) => answers.setQueryData(queryKey, value)] as const;
}
