import { Anchor, Text, Title } from '@mantine/core';
import type { Payment } from '@referral-dashboard/api-contract';
import { generatePath, Link } from 'react-router-dom';
import { formatDate, formatMoment } from '../../../shared/format/date.ts';
import { formatPhone } from '../../../shared/format/phone.ts';
import { paths } from '../../../shared/paths.ts';
import { CopyIcon } from '../../../shared/ui/copy-icon.tsx';
import { Fact, Facts } from '../../../shared/ui/facts.tsx';
import classes from '../payments.module.css';

type CopiedProps = { label: string; what: string; text: string; shown?: string };

const Copied = ({ label, what, text, shown = text }: CopiedProps) => (
  <Fact label={label}>
    {text && (
      <span className={classes['copied']}>
        <span>{shown}</span> <CopyIcon what={what} text={text} />
      </span>
    )}
  </Fact>
);

/** Requisites of a payment and its purpose, ready to be copied. */
export function PaymentFacts({ payment, isOrganization }: { payment: Payment; isOrganization: boolean }) {
  const { method, purpose, partner, external_ref, paid_on, created_at, requested } = payment;
  return (
    <section className={classes['sheet']} aria-label="Реквизиты">
      <Title order={2}>Реквизиты</Title>
      {method === null && (
        <Text c="dimmed">Закрепятся, когда выплата уйдет к оплате: основные реквизиты партнера.</Text>
      )}
      <Facts labelWidth={104}>
        {method && (
          <>
            <Fact label="Куда">{method.label}</Fact>
            <Copied label="Телефон" what="телефон" text={method.phone} shown={formatPhone(method.phone)} />
            <Copied label="Счет" what="счет" text={method.account} />
            <Copied label="БИК" what="БИК" text={method.bik} />
          </>
        )}
        <Copied label="Назначение" what="назначение платежа" text={purpose} />
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
    </section>
  );
}
