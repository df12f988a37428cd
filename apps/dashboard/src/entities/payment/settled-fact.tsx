import { formatMoney } from '@/shared/format/money.ts';
import { Fact } from '@/shared/ui/facts.tsx';

/**
 * Why a transfer differs from what partners earned: debts that it settles, or money that the bank returned before and that it sends again.
 *
 * @param settledKop settled debts in kopecks; negative for returned money.
 */
export function SettledFact({ settledKop }: { settledKop: number }) {
  if (settledKop === 0) return null;
  return settledKop > 0 ? (
    <Fact label="Зачтено">{formatMoney(settledKop)}, переведено раньше</Fact>
  ) : (
    <Fact label="Добавлено">{formatMoney(-settledKop)}, банк вернул раньше</Fact>
  );
}
