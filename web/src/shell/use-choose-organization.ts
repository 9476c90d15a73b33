import { useMutation } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import * as api from '../api/endpoints.ts';

/** Changes the organization this session works in. A fresh page holds nothing of the other one. */
export function useChooseOrganization() {
  return useMutation({
    mutationFn: async (id: string) => call(api.activateOrganization, { params: { id } }),
    onSuccess: () => window.location.assign('/'),
  });
}
