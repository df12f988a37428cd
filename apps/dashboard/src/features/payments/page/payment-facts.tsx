import { Anchor, Text, Title } from '@mantine/core';
import { computeTransfer, computeUntransferred } from '@referral-dashboard/api-contract';
import type { ReactNode } from 'react';
import { generatePath, Link } from 'react-router-dom';
import { actUrl } from '@/entities/act/act.ts';
import classes from '@/entities/payment/payment.module.css';
import type { PaymentDetails } from '@/entities/payment/payment.ts';
import { SettledFact } from '@/entities/payment/settled-fact.tsx';
import { formatMethod } from '@/entities/requisites/format-method.ts';
import { BreakableText } from '@/shared/format/breakable-text/breakable-text.tsx';
import { formatDate } from '@/shared/format/date.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { formatPhone } from '@/shared/format/phone.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { useAddress } from '@/shared/list/use-address.ts';
import { paths } from '@/shared/paths.ts';
import { CopyIcon } from '@/shared/ui/copy-icon.tsx';
import { Fact, Facts } from '@/shared/ui/facts.tsx';
import { PaymentQr } from './payment-qr.tsx';
import { PaymentTaxes } from './payment-taxes.tsx';

type CopyableFactProps = { label: string; copyTarget: string; text: string; display?: ReactNode };

const CopyableFact = ({ label, copyTarget, text, display = text }: CopyableFactProps) => (
  <Fact label={label}>
    {text && (
      <span className={classes['copied']}>
        <span>{display}</span> <CopyIcon target={copyTarget} text={text} />
      </span>
    )}
  </Fact>
);

type PaymentFactsProps = { payment: PaymentDetails; isOrganization: boolean };

/** Payment details, amount and purpose, with copy buttons. */
export function PaymentFacts({ payment, isOrganization }: PaymentFactsProps) {
  const { formatMoment } = useDates();
  const { method, requisites, purpose, partner, external_ref, paid_on, paid_at, returned_on } = payment;
  const { created_at, requested } = payment;
  const { amount_kop, settled_kop, withholding } = payment;
  const { params } = useAddress();
  const untransferred_kop = computeUntransferred(payment);
  const isOpen = !['paid', 'canceled', 'returned'].includes(payment.status);
  const isPartial = isOpen && payment.transferred_kop > 0;
  const isTransferDifferent = withholding !== null || settled_kop !== 0;
  return (
    <section className={classes['panel']} aria-label="Реквизиты">
      <Title order={2}>Реквизиты</Title>
      {method === null && (
        <Text c="dimmed">
          {requisites === null
            ? 'Закрепятся, когда выплата уйдет к оплате: основные реквизиты партнера.'
            : 'Основные реквизиты партнера. Закрепятся, когда выплата уйдет к оплате.'}
        </Text>
      )}
      <Facts labelWidth={112}>
        {requisites && (
          <>
            <Fact label="Куда">{formatMethod(requisites.label)}</Fact>
            <CopyableFact label="Получатель" copyTarget="получателя" text={requisites.payee} />
            <CopyableFact
              label="Телефон"
              copyTarget="телефон"
              text={requisites.phone}
              display={formatPhone(requisites.phone)}
            />
            <CopyableFact label="ИНН" copyTarget="ИНН" text={requisites.inn} />
            <CopyableFact label="КПП" copyTarget="КПП" text={requisites.kpp} />
            <CopyableFact
              label="Счет"
              copyTarget="счет"
              text={requisites.account}
              display={<BreakableText>{requisites.account}</BreakableText>}
            />
            <CopyableFact label="БИК" copyTarget="БИК" text={requisites.bik} />
            <CopyableFact
              label="Корр. счет"
              copyTarget="корр. счет"
              text={requisites.corr_account}
              display={<BreakableText>{requisites.corr_account}</BreakableText>}
            />
          </>
        )}
        {isTransferDifferent && <Fact label="Начислено">{formatMoney(amount_kop + settled_kop)}</Fact>}
        <PaymentTaxes payment={payment} />
        <SettledFact settledKop={settled_kop} />
        <CopyableFact
          label={isTransferDifferent ? 'К перечислению' : 'Сумма'}
          copyTarget="сумму"
          text={amountText(computeTransfer(payment))}
          display={formatMoney(computeTransfer(payment))}
        />
        {isPartial && (
          <CopyableFact
            label="Осталось"
            copyTarget="остаток"
            text={amountText(untransferred_kop)}
            display={formatMoney(untransferred_kop)}
          />
        )}
        <CopyableFact label="Назначение" copyTarget="назначение платежа" text={purpose} />
        <Fact label="Акт">
          {payment.act && (
            <Anchor component={Link} to={{ search: actUrl(params, payment.act.id) }}>
              {payment.act.number}
            </Anchor>
          )}
        </Fact>
        {isOrganization && (
          <Fact label="Партнер">
            <Anchor component={Link} to={generatePath(paths.partner, { id: partner.id })}>
              {partner.name}
            </Anchor>
          </Fact>
        )}
        <Fact label="Дата перевода">{paid_on && formatDate(paid_on)}</Fact>
        <Fact label="Отмечена">{paid_at && formatMoment(paid_at)}</Fact>
        <CopyableFact label="Номер перевода" copyTarget="номер перевода" text={external_ref} />
        <Fact label="Дата возврата">{returned_on && formatDate(returned_on)}</Fact>
        <Fact label={requested ? 'Запрошена' : 'Создана'}>{formatMoment(created_at)}</Fact>
      </Facts>
      {isOrganization && requisites?.kind === 'bank_account' && isOpen && untransferred_kop > 0 && (
        <PaymentQr payment={payment} />
      )}
    </section>
  );
}

/** Amount in roubles for bank forms, for example `1234,56`. */
const amountText = (kop: number) => (kop / 100).toFixed(2).replace('.', ',');
