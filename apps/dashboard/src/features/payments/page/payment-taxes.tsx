import { type Payment, TAX_RESIDENCE_LABELS } from '@referral-dashboard/api-contract';
import { formatMoney, formatRate } from '@/shared/format/money.ts';
import { Fact } from '@/shared/ui/facts.tsx';

/** Taxes on a payment to an individual. Renders nothing without withholding. */
export function PaymentTaxes({ payment: { tax_kop, withholding, approved_at } }: { payment: Payment }) {
  if (withholding === null) return null;
  const { rates, residence, year, contributions_kop } = withholding;
  const [singleRate, ...others] = rates;
  const isOneRate = singleRate !== undefined && others.length === 0;
  return (
    <>
      <Fact label={isOneRate ? `НДФЛ ${formatRate(singleRate.bps)}` : 'НДФЛ'}>
        {formatMoney(tax_kop)}
        {approved_at === null && '. Закрепится при утверждении'}
      </Fact>
      {!isOneRate && (
        <Fact label="Ставки">
          {rates.map(({ bps, kop }) => `${formatRate(bps)} с ${formatMoney(kop)}`).join(', ')}
        </Fact>
      )}
      <Fact label="Налог">
        {TAX_RESIDENCE_LABELS[residence]}, доход за {year} год
      </Fact>
      {contributions_kop !== null && (
        <Fact label="Взносы">{formatMoney(contributions_kop)}, платите сверх выплаты</Fact>
      )}
    </>
  );
}
