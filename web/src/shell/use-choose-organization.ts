import { useMutation } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import * as api from '../api/endpoints.ts';

/** Switches the organization of this session. Reloads the page, so that no data of the other one remains. */
export function useChooseOrganization() {
  return useMutation({
    mutationFn: async (id: string) => call(api.activateOrganization, { params: { id } }),
    onSuccess: () => window.location.assign('/'),
  });
}
