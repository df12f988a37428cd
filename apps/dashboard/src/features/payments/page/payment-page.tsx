import { Alert, Text } from '@mantine/core';
import { keptFileRoutes, paymentRoutes } from '@referral-dashboard/api-contract';
import { BackLink } from '@/entities/payment/back-link.tsx';
import { Downloads } from '@/entities/payment/bank/downloads.tsx';
import { NotFoundNotice } from '@/entities/payment/not-found-notice.tsx';
import classes from '@/entities/payment/payment.module.css';
import type { PaymentDetails } from '@/entities/payment/payment.ts';
import { WithheldAmounts } from '@/entities/payment/withheld.tsx';
import { Status } from '@/entities/status/status.tsx';
import { StatusMeaning } from '@/entities/status/status-meaning.tsx';
import { PermissionGate } from '@/shared/api/permissions.tsx';
import { useRole } from '@/shared/api/use-api.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { LoadProblem } from '@/shared/ui/feedback/load-problem.tsx';
import { PanelSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import { Page } from '@/shared/ui/page/page.tsx';
import { PaymentAttempts } from '../history/payment-attempts.tsx';
import { RemovedItems } from '../history/payment-items.tsx';
import { PaymentTransitions } from '../transition/payment-transitions.tsx';
import { MissingActNotice } from './missing-act-notice.tsx';
import { PaymentAccruals, usePaymentAccruals } from './payment-accruals.tsx';
import { PaymentFacts } from './payment-facts.tsx';
import { PaymentProgress } from './payment-progress.tsx';
import { PaymentReceipt, usePaymentReceipt } from './payment-receipt.tsx';
import { PaymentTransfers } from './payment-transfers.tsx';

/** Page of a payment: progress, accruals, payment details and actions. */
export default function PaymentPage({ id }: { id: string }) {
  const read = useApiQuery(paymentRoutes.payment, { params: { id } });
  const accruals = usePaymentAccruals(id);
  const isOrganization = useRole() === 'organization';
  const { data: payment, error } = read;
  const { isLoading: isReceiptLoading } = usePaymentReceipt(id);
  return (
    <Page subject={payment ? `Выплата ${payment.number}` : 'Выплата'}>
      <BackLink removedParam="payment" label="К выплатам" />
      {payment && !accruals.isLoading && !isReceiptLoading ? (
        <>
          <PaymentHeader payment={payment} isOrganization={isOrganization} />
          {(payment.status === 'paid' || payment.status === 'returned') && <PaymentReceipt id={payment.id} />}
          <div className={classes['columns']}>
            <PaymentAccruals payment={payment} />
            <PaymentFacts payment={payment} isOrganization={isOrganization} />
          </div>
          {isOrganization && <RemovedItems id={payment.id} />}
          <PaymentTransfers payment={payment} />
          {isOrganization && <Downloads route={keptFileRoutes.paymentDownloads} id={payment.id} />}
          {isOrganization && payment.approved_at !== null && <PaymentAttempts id={payment.id} />}
        </>
      ) : error ? (
        <LoadProblem read={read} title="Выплата не открылась" notFound={<NoSuchPayment />} />
      ) : (
        <div role="status" aria-label="Выплата загружается" className={classes['above']}>
          <PanelSkeleton height={200} lines={3} />
          <div className={classes['columns']}>
            <PanelSkeleton lines={5} />
            <PanelSkeleton lines={5} />
          </div>
        </div>
      )}
    </Page>
  );
}

function PaymentHeader({ payment, isOrganization }: { payment: PaymentDetails; isOrganization: boolean }) {
  const { status, amount_kop, partner, organization, failure_reason, cancel_reason, return_reason } = payment;
  return (
    <section className={classes['panel']} aria-label="Статус выплаты">
      <div className={classes['head']}>
        <div>
          <Text c="dimmed">{isOrganization ? partner.name : organization.name}</Text>
          <span
            className={classes['sum']}
            data-void={status === 'canceled' || status === 'returned' || undefined}
          >
            {formatMoney(amount_kop)}
          </span>
          <WithheldAmounts amounts={payment} />
        </div>
        <Status kind="payment" state={status} isPill />
      </div>
      {payment.is_final && (
        <Text c="dimmed">Финальная выплата: статус партнера и минимальная выплата ее не останавливают.</Text>
      )}
      <PaymentProgress payment={payment} />
      {status === 'failed' ? (
        <Alert color="red" title="Перевод не прошел">
          {failure_reason}
          {!isOrganization && <Text inherit>Проверьте реквизиты в профиле.</Text>}
        </Alert>
      ) : (
        <StatusMeaning kind="payment" state={status} />
      )}
      {payment.without_act && <MissingActNotice payment={payment} missingAct={payment.without_act} />}
      {status === 'canceled' && cancel_reason && <Text>Причина: {cancel_reason}</Text>}
      {status === 'returned' && return_reason && <Text>Причина: {return_reason}</Text>}
      {isOrganization && (
        <PermissionGate call="approvePayment">
          <PaymentTransitions payment={payment} />
        </PermissionGate>
      )}
    </section>
  );
}

const NoSuchPayment = () => (
  <NotFoundNotice title="Такой выплаты нет" tab="payments" linkLabel="Все выплаты">
    Возможно, ссылка неполная или выплата другой организации.
  </NotFoundNotice>
);
