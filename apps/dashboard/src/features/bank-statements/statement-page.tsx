import { Alert, Text } from '@mantine/core';
import { type BankStatement, bankStatementRoutes } from '@referral-dashboard/api-contract';
import { BackLink } from '@/entities/payment/back-link.tsx';
import { NotFoundNotice } from '@/entities/payment/not-found-notice.tsx';
import classes from '@/entities/payment/payment.module.css';
import { formatMethod } from '@/entities/requisites/format-method.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { formatCount } from '@/shared/format/count.ts';
import { formatDate } from '@/shared/format/date.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { useAddress } from '@/shared/list/use-address.ts';
import { Fact, Facts } from '@/shared/ui/facts.tsx';
import { LoadProblem } from '@/shared/ui/feedback/load-problem.tsx';
import { PanelSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import { Page } from '@/shared/ui/page/page.tsx';
import { useBankDocuments } from './bank-document.ts';
import { BankDocuments } from './bank-documents.tsx';
import { DismissedDocuments } from './dismissed-documents.tsx';

const DOCUMENTS = ['документ', 'документа', 'документов'] as const;

/** Page of a bank statement: summary, documents that match payments, and documents that need a check. */
export default function StatementPage({ id }: { id: string }) {
  const read = useApiQuery(bankStatementRoutes.bankStatement, { params: { id } });
  const isLoading = [
    useBankDocuments(id, { match: ['exact'], state: ['proposed'] }),
    useBankDocuments(id, { match: ['doubtful'], state: ['proposed'] }),
  ].some((one) => one.isLoading);
  const { get } = useAddress();
  const hasRegistry = get('registry') !== '';
  const { data: statement, error } = read;
  return (
    <Page subject="Выписка банка">
      <BackLink
        removedParam="statement"
        {...(!hasRegistry && { tab: 'bank' })}
        label={hasRegistry ? 'К реестру' : 'К документам банка'}
      />
      {statement && !isLoading ? (
        <>
          <StatementSummary statement={statement} />
          <BankDocuments statement={statement} match="exact" />
          <BankDocuments statement={statement} match="doubtful" />
          <DismissedDocuments statement={statement} />
        </>
      ) : error ? (
        <LoadProblem read={read} title="Выписка не открылась" notFound={<NoSuchStatement />} />
      ) : (
        <div role="status" aria-label="Выписка загружается" className={classes['above']}>
          <PanelSkeleton lines={4} />
          <PanelSkeleton lines={8} />
        </div>
      )}
    </Page>
  );
}

function StatementSummary({ statement }: { statement: BankStatement }) {
  const {
    name,
    from,
    to,
    accounts,
    is_own,
    documents,
    foreign,
    repeated,
    unreadable,
    exact,
    doubtful,
    applied,
    dismissed,
  } = statement;
  const total = ({ count, amount_kop }: BankStatement['exact']) =>
    count > 0 && `${formatCount(count, DOCUMENTS)} на ${formatMoney(amount_kop)}`;
  const period = [from, to].flatMap((day) => (day === null ? [] : [formatDate(day)])).join(' – ');
  return (
    <section className={classes['panel']} aria-label="Что в выписке">
      <div>
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text c="dimmed">
          {[
            period,
            accounts
              .filter(Boolean)
              .map((account) => formatMethod(`счет •• ${account.slice(-4)}`))
              .join(', '),
          ]
            .filter(Boolean)
            .join(', ')}
        </Text>
      </div>
      {!is_own && (
        <Alert color="amber" title="Выписка по другому счету">
          В настройках организации указан другой расчетный счет. Поэтому все совпадения помечены как
          сомнительные.
        </Alert>
      )}
      <Facts labelWidth={170}>
        <Fact label="Сходятся с выплатами">{total(exact)}</Fact>
        <Fact label="Нужно проверить">{total(doubtful)}</Fact>
        <Fact label="Отмечены">{total(applied)}</Fact>
        <Fact label="Не выплаты">{total(dismissed)}</Fact>
        <Fact label="Уже были загружены">{repeated > 0 && formatCount(repeated, DOCUMENTS)}</Fact>
        <Fact label="Не относятся к выплатам">{foreign > 0 && formatCount(foreign, DOCUMENTS)}</Fact>
        <Fact label="Не прочитаны">{unreadable > 0 && formatCount(unreadable, DOCUMENTS)}</Fact>
        <Fact label="Всего в файле">{formatCount(documents, DOCUMENTS)}</Fact>
      </Facts>
      {exact.count + doubtful.count + applied.count + dismissed.count === 0 && (
        <Text>В этой выписке нет списаний, похожих на выплаты партнерам.</Text>
      )}
    </section>
  );
}

const NoSuchStatement = () => (
  <NotFoundNotice title="Такой выписки нет" tab="bank" linkLabel="Все документы банка">
    Возможно, ссылка неполная или выписка другой организации.
  </NotFoundNotice>
);
