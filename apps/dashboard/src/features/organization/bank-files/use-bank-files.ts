import { type BankFilePatch, type BankFiles, bankFileRoutes } from '@referral-dashboard/api-contract';
import { useApiMutation } from '../../../shared/api/use-api-mutation.ts';

/** Error for concurrent edits. Untouched fields are updated to the saved values. */
export const OVERTAKEN = {
  title: 'Настройки успел изменить кто-то другой',
  advice: 'Ваши правки на месте, остальное показано как сохранено. Проверьте и сохраните еще раз.',
};

/** Saves some of the settings. The version detects concurrent edits. */
export function useBankFiles({ version }: BankFiles) {
  const write = useApiMutation(bankFileRoutes.updateBankFiles, [bankFileRoutes.bankFiles]);
  const save = (change: BankFilePatch) => write.mutateAsync({ body: { ...change, version } });
  return { ...write, save };
}
