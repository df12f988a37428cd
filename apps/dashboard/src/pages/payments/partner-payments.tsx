import { homeRoutes } from '@referral-dashboard/api-contract';
import { lazy, type ReactNode, Suspense } from 'react';
import classes from '@/entities/payment/payment.module.css';
import { AccrualList } from '@/features/accruals/accrual-list.tsx';
import { Balance } from '@/features/payments/balance/balance.tsx';
import { PaymentList } from '@/features/payments/list/payment-list.tsx';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { LoadProblem } from '@/shared/ui/feedback/load-problem.tsx';
import { Notice } from '@/shared/ui/feedback/notice.tsx';
import { PanelSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import { IconWallet } from '@/shared/ui/icons.ts';
import { Page } from '@/shared/ui/page/page.tsx';
import { PARTNER_SECTIONS } from './section-labels.ts';
import { Sections, useSection } from './sections.tsx';

const Income = lazy(() => import('@/features/partner-statements/income.tsx'));
const Statement = lazy(() => import('@/features/partner-statements/statement.tsx'));
const ActList = lazy(() => import('@/features/acts/act-list.tsx'));

type PartnerPaymentsProps = { payoutMethods: (partnerId: string) => ReactNode };

/** Balance, payments, accruals, income, statement and acts of a partner. */
export default function PartnerPayments({ payoutMethods }: PartnerPaymentsProps) {
  const section = useSection(PARTNER_SECTIONS);
  const read = useApiQuery(homeRoutes.homeBalance, {});
  const cards = read.data?.results;
  const header = <Sections sections={PARTNER_SECTIONS} />;
  if (section === 'payments') return <PaymentList viewer="partner" header={header} />;
  if (section === 'accruals') return <AccrualList viewer="partner" header={header} />;
  if (section === 'acts')
    return (
      <Suspense fallback={<Page width="list">{header}</Page>}>
        <ActList viewer="partner" header={header} />
      </Suspense>
    );
  if (cards === undefined)
    return (
      <Page>
        {header}
        {read.error ? (
          <LoadProblem read={read} title="Баланс не загрузился" />
        ) : (
          <div role="status" aria-label="Баланс загружается" className={classes['columns']}>
            <PanelSkeleton height={270} lines={5} />
            <PanelSkeleton lines={1} />
          </div>
        )}
      </Page>
    );
  return (
    <Page>
      {header}
      {cards.length === 0 && <NoCards />}
      {section === 'income' && cards.length > 0 && (
        <Suspense fallback={<PanelSkeleton lines={6} />}>
          <Income />
        </Suspense>
      )}
      {section === 'statement' && cards.length > 0 && (
        <Suspense fallback={<PanelSkeleton lines={6} />}>
          <Statement cards={cards} />
        </Suspense>
      )}
      {section === 'balance' &&
        cards.map((card) => (
          <div key={card.partner.id} className={classes['columns']}>
            <Balance card={card} />
            <div className={classes['panel']}>{payoutMethods(card.partner.id)}</div>
          </div>
        ))}
    </Page>
  );
}

const NoCards = () => (
  <Notice icon={<IconWallet size={32} stroke={1.75} />} title="Начислений пока нет">
    Баланс появится, когда организация добавит вас партнером
  </Notice>
);
