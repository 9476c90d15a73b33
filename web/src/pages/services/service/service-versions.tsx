import { useState } from 'react';
import type { Service, ServiceVersion } from '../../../../../src/contract/services.ts';
import { call } from '../../../api/call.ts';
import * as api from '../../../api/endpoints.ts';
import { serviceQuery } from '../../../data/services-queries.ts';
import { VersionDifferences } from '../../../parts/version-differences.tsx';
import { VersionsDrawer } from '../../../parts/versions-drawer.tsx';
import { useSignedIn } from '../../../shell/signed-in.tsx';
import { ServiceDialog } from './service-dialog.tsx';

interface ServiceVersionsProps {
  readonly service: Service;
  readonly onClose: () => void;
}

/** Rendered while it is open. A version that is used is shown in the form first. */
export function ServiceVersions({ service, onClose }: ServiceVersionsProps) {
  const { may } = useSignedIn();
  const { id } = service;
  const [used, setUsed] = useState<ServiceVersion>();
  if (used !== undefined) {
    return <ServiceDialog service={service} used={used} onClose={onClose} />;
  }
  return (
    <VersionsDrawer<ServiceVersion>
      queryKey={serviceQuery(id).queryKey}
      read={async (signal) =>
        (await call(api.listServiceVersions, { params: { id } }, signal)).data
      }
      savedOf={({ savedAt, savedBy }) => [savedAt, savedBy]}
      shown={(version) => <VersionDifferences present={service} version={version} />}
      use={may('services:write') ? { label: 'Use', onUse: setUsed } : undefined}
      onClose={onClose}
    />
  );
}
