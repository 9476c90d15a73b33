import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { exportQuery } from '../../../data/exports-queries.ts';
import { QueryView } from '../../../parts/query-view.tsx';
import { formOf } from '../logic/export-form.ts';
import { ExportEditor } from './export-editor.tsx';

const route = getRouteApi('/signed-in/exports/$id/edit');

export function EditExportPage() {
  const { id } = route.useParams();
  // Runs continue in the meantime. The form keeps the version that was opened until the user loads the current one.
  const shown = useQuery({ ...exportQuery(id), refetchInterval: false });
  return (
    <QueryView query={shown} rows={8}>
      {(found) => <ExportEditor key={id} shown={found} before={formOf(found)} />}
    </QueryView>
  );
}
