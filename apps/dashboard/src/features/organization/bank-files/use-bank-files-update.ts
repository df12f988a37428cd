import { type BankFilePatch, type BankFiles, bankFileRoutes } from '@referral-dashboard/api-contract';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';

/** Error for concurrent edits. Untouched fields are updated to the saved values. */
export const CONFLICT_MESSAGE = {
  title: 'Настройки успел изменить кто-то другой',
  advice: 'Ваши правки на месте, остальное показано как сохранено. Проверьте и сохраните еще раз.',
};

/** Saves some of the settings. The version detects concurrent edits. */
export function useBankFilesUpdate({ version }: BankFiles) {
  const mutation = useApiMutation(bankFileRoutes.updateBankFiles, [bankFileRoutes.bankFiles]);
  const save = (patch: BankFilePatch) => mutation.mutateAsync({ body: { ...patch, version } });
  return { ...mutation, save };
}
