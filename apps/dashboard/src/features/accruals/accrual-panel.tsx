import { Anchor, Stack, Text } from '@mantine/core';
import {
  ACCRUAL_KIND_LABELS,
  type Accrual,
  accrualRoutes,
  REVIEW_REASON_LABELS,
  shownAccrualStatus,
} from '@referral-dashboard/api-contract';
import { generatePath, Link } from 'react-router-dom';
import { CLIENTS_VIEW } from '@/entities/lead/views.ts';
import classes from '@/entities/payment/payment.module.css';
import { type AnyAccrual, paymentUrl } from '@/entities/payment/payment.ts';
import { Status } from '@/entities/status/status.tsx';
import { StatusMeaning } from '@/entities/status/status-meaning.tsx';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { PanelFrame } from '@/shared/list/panel/panel-frame.tsx';
import { PanelPlaceholder } from '@/shared/list/panel/panel-placeholder.tsx';
import { useAddress } from '@/shared/list/use-address.ts';
import { createLocation, paths } from '@/shared/paths.ts';
import { Fact, Facts } from '@/shared/ui/facts.tsx';
import { AccrualTransitions } from './accrual-transitions.tsx';
import { ClaimEntries } from './claim-entries.tsx';

const isComplete = (accrual: AnyAccrual): accrual is Accrual => 'comment' in accrual;

const TITLES = { title: 'Начисление', failed: 'Начисление не открылось', missing: 'Такого начисления нет' };

/** Panel of an accrual: amount, calculation, availability date and actions. */
export default function AccrualPanel({ id, item }: { id: string; item: AnyAccrual | undefined }) {
  const read = useApiQuery(accrualRoutes.accrual, { params: { id } }, { placeholder: item });
  const { data: accrual, error, refetch } = read;
  if (accrual === undefined)
    return <PanelPlaceholder error={error} onRetry={() => void refetch()} titles={TITLES} />;
  return (
    <PanelFrame
      number={accrual.number}
      title={ACCRUAL_KIND_LABELS[accrual.kind]}
      status={<Status kind="accrual" state={shownAccrualStatus(accrual)} isPill />}
    >
      <Stack gap="xs">
        <span className={classes['sum']} data-void={accrual.status === 'canceled' || undefined}>
          {formatMoney(accrual.amount_kop)}
        </span>
        <Text>{accrual.explanation}</Text>
        <StatusMeaning kind="accrual" state={shownAccrualStatus(accrual)} />
      </Stack>
      {isComplete(accrual) && <ClaimAccruals accrual={accrual} />}
      <AccrualFacts accrual={accrual} />
    </PanelFrame>
  );
}

/** Actions of an accrual, with the other accruals of its lead or sale. */
function ClaimAccruals({ accrual }: { accrual: Accrual }) {
  const { id, lead, sale } = accrual;
  const query = { lead: lead?.id, sale: sale?.id, page_size: '100' } as const;
  const { data } = useApiQuery(accrualRoutes.accruals, { query }, { enabled: (lead ?? sale) !== null });
  const others = (data?.results ?? []).filter(isComplete).filter((other) => other.id !== id);
  return (
    <>
      <AccrualTransitions accrual={accrual} others={others} />
      <ClaimEntries accrual={accrual} others={others} />
    </>
  );
}

function AccrualFacts({ accrual }: { accrual: AnyAccrual }) {
  const { formatDay, formatMoment } = useDates();
  const { params } = useAddress();
  const { partner, organization, program, lead, sale, payment, hold_until, created_at } = accrual;
  return (
    <Facts labelWidth={128}>
      {isComplete(accrual) ? (
        <Fact label="Партнер">
          <Anchor component={Link} to={generatePath(paths.partner, { id: partner.id })}>
            {partner.name}
          </Anchor>
        </Fact>
      ) : (
        <Fact label="Организация">{organization.name}</Fact>
      )}
      <Fact label="Программа">
        {program && (
          <Anchor component={Link} to={generatePath(paths.program, { id: program.id })}>
            {program.name}
          </Anchor>
        )}
      </Fact>
      <Fact label="Лид">
        {lead && (
          <Anchor component={Link} to={{ pathname: paths.leads, search: `?id=${lead.id}` }}>
            {[lead.number, lead.name].filter(Boolean).join(' ')}
          </Anchor>
        )}
      </Fact>
      <Fact label="Продажа">
        {sale && (
          <Anchor component={Link} to={createLocation(paths.leads, { view: CLIENTS_VIEW, id: sale.client })}>
            {[sale.number, sale.name].filter(Boolean).join(' · ')}
          </Anchor>
        )}
      </Fact>
      <Fact label="Выплата">
        {payment && (
          <Anchor component={Link} to={paymentUrl(params, payment.id)}>
            {payment.number}
          </Anchor>
        )}
      </Fact>
      <Fact label="Доступно с">{hold_until && formatDay(hold_until)}</Fact>
      {isComplete(accrual) && (
        <>
          <Fact label="На проверке">
            {accrual.review_reason && REVIEW_REASON_LABELS[accrual.review_reason]}
          </Fact>
          <Fact label="Комментарий">{accrual.comment}</Fact>
        </>
      )}
      <Fact label="Начислено">{formatMoment(created_at)}</Fact>
    </Facts>
  );
}
