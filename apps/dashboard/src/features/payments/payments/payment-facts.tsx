import { Anchor, Text, Title } from '@mantine/core';
import { transferOf } from '@referral-dashboard/api-contract';
import type { ReactNode } from 'react';
import { generatePath, Link } from 'react-router-dom';
import { BreakableText } from '../../../shared/format/breakable-text.tsx';
import { formatDate, formatMoment } from '../../../shared/format/date.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import { formatPhone } from '../../../shared/format/phone.ts';
import { useAddress } from '../../../shared/list/use-address.ts';
import { paths } from '../../../shared/paths.ts';
import { CopyIcon } from '../../../shared/ui/copy-icon.tsx';
import { Fact, Facts } from '../../../shared/ui/facts.tsx';
import { addressOfAct } from '../acts/act.ts';
import type { OpenPayment } from '../payment.ts';
import classes from '../payments.module.css';
import { PaymentTaxes } from '../taxes/payment-taxes.tsx';
import { PaymentQr } from './payment-qr.tsx';

type CopiedProps = { label: string; what: string; text: string; shown?: ReactNode };

const Copied = ({ label, what, text, shown = text }: CopiedProps) => (
  <Fact label={label}>
    {text && (
      <span className={classes['copied']}>
        <span>{shown}</span> <CopyIcon target={what} text={text} />
      </span>
    )}
  </Fact>
);

type PaymentFactsProps = { payment: OpenPayment; isOrganization: boolean };

/** Payment details, amount and purpose, with copy buttons. */
export function PaymentFacts({ payment, isOrganization }: PaymentFactsProps) {
  const { method, requisites, purpose, partner, external_ref, paid_on, created_at, requested } = payment;
  const { params } = useAddress();
  return (
    <section className={classes['sheet']} aria-label="Реквизиты">
      <Title order={2}>Реквизиты</Title>
      {method === null && (
        <Text c="dimmed">
          {requisites === null
            ? 'Закрепятся, когда выплата уйдет к оплате: основные реквизиты партнера.'
            : 'Основные реквизиты партнера. Закрепятся, когда выплата уйдет к оплате.'}
        </Text>
      )}
      <Facts labelWidth={120}>
        {requisites && (
          <>
            <Fact label="Куда">{requisites.label}</Fact>
            <Copied label="Получатель" what="получателя" text={requisites.payee} />
            <Copied
              label="Телефон"
              what="телефон"
              text={requisites.phone}
              shown={formatPhone(requisites.phone)}
            />
            <Copied label="ИНН" what="ИНН" text={requisites.inn} />
            <Copied label="КПП" what="КПП" text={requisites.kpp} />
            <Copied
              label="Счет"
              what="счет"
              text={requisites.account}
              shown={<BreakableText>{requisites.account}</BreakableText>}
            />
            <Copied label="БИК" what="БИК" text={requisites.bik} />
            <Copied
              label="Корр. счет"
              what="корр. счет"
              text={requisites.corr_account}
              shown={<BreakableText>{requisites.corr_account}</BreakableText>}
            />
          </>
        )}
        <PaymentTaxes of={payment} />
        <Copied
          label={payment.withholding === null ? 'Сумма' : 'К перечислению'}
          what="сумму"
          text={amountText(transferOf(payment))}
          shown={formatMoney(transferOf(payment))}
        />
        <Copied label="Назначение" what="назначение платежа" text={purpose} />
        <Fact label="Акт">
          {payment.act && (
            <Anchor component={Link} to={{ search: addressOfAct(params, payment.act.id) }}>
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
        <Copied label="Номер перевода" what="номер перевода" text={external_ref} />
        <Fact label={requested ? 'Запрошена' : 'Создана'}>{formatMoment(created_at)}</Fact>
      </Facts>
      {isOrganization && requisites?.kind === 'bank_account' && payment.status !== 'paid' && (
        <PaymentQr payment={payment} />
      )}
    </section>
  );
}

/** Amount in roubles for bank forms, for example `1234,56`. */
const amountText = (kop: number) => (kop / 100).toFixed(2).replace('.', ',');
