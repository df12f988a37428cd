import type { ExportFormat, RouteContract } from '@referral-dashboard/api-contract';
import { buildPath, buildQueryString } from '@/shared/api/call.ts';
import { useDownload } from './use-download.ts';

/** Exports the filtered list to a file, one at a time. */
export function useExport(
  route: RouteContract,
  query: Record<string, string>,
  name: string,
  params: Record<string, string>,
) {
  const { start, ...state } = useDownload();
  return {
    ...state,
    startPdf: (pdf: RouteContract) =>
      start(`${buildPath(pdf, { params })}?${buildQueryString({ query })}`, `${name}.pdf`),
    start: (format: ExportFormat) =>
      start(
        `${buildPath(route, { params })}?${buildQueryString({ query: { ...query, format } })}`,
        `${name}.${format}`,
      ),
  };
}
