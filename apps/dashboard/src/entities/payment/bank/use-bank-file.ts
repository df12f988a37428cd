import { paymentRoutes, registryRoutes } from '@referral-dashboard/api-contract';
import { useQueryClient } from '@tanstack/react-query';
import { buildQueryKey } from '@/shared/api/use-api-query.ts';
import { useDownload } from '@/shared/list/export/use-download.ts';

/** Downloads a bank file. The server records it, so registries and payments are read again afterwards. */
export function useBankFile() {
  const client = useQueryClient();
  const { start, ...state } = useDownload();
  return {
    ...state,
    start: async (url: string, fallbackName: string) => {
      await start(url, fallbackName);
      for (const route of [registryRoutes.registries, paymentRoutes.payments])
        void client.invalidateQueries({ queryKey: buildQueryKey(route) });
    },
  };
}
