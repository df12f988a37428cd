import type { ExportFormat, RouteContract } from '@referral-dashboard/api-contract';
import { pathOf, searchOf } from '../../api/call.ts';
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
      start(`${pathOf(pdf, { params })}?${searchOf({ query })}`, `${name}.pdf`),
    start: (format: ExportFormat) =>
      start(`${pathOf(route, { params })}?${searchOf({ query: { ...query, format } })}`, `${name}.${format}`),
  };
}
