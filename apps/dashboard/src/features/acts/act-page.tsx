import { Alert, Text, Title } from '@mantine/core';
import { actRoutes, CONTRACT_KIND_LABELS } from '@referral-dashboard/api-contract';
import { type ActDetails, type Contract, taxText } from '@/entities/act/act.ts';
import { BackLink } from '@/entities/payment/back-link.tsx';
import { NotFoundNotice } from '@/entities/payment/not-found-notice.tsx';
import classes from '@/entities/payment/payment.module.css';
import { Status } from '@/entities/status/status.tsx';
import { StatusMeaning } from '@/entities/status/status-meaning.tsx';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { formatDate } from '@/shared/format/date.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { monthInWords } from '@/shared/period/month.ts';
import { Fact, Facts } from '@/shared/ui/facts.tsx';
import { LoadProblem } from '@/shared/ui/feedback/load-problem.tsx';
import { PanelSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import { Page } from '@/shared/ui/page/page.tsx';
import { ActActions } from './act-actions.tsx';
import { ActChanges } from './act-changes.tsx';
import { ActLines } from './act-lines.tsx';

/** Page of an act: content, actions and files. */
export default function ActPage({ id }: { id: string }) {
  const read = useApiQuery(actRoutes.act, { params: { id } });
  const { data: act, error } = read;
  return (
    <Page subject={act ? `Акт ${act.number}` : 'Акт'}>
      <BackLink removedParam="act" tab="acts" label="К актам" />
      {act ? (
        <>
          <ActHead act={act} />
          <div className={classes['columns']}>
            <ActLines act={act} />
            <ActFacts act={act} />
          </div>
        </>
      ) : error ? (
        <LoadProblem read={read} title="Акт не открылся" notFound={<NoSuchAct />} />
      ) : (
        <div role="status" aria-label="Акт загружается" className={classes['above']}>
          <PanelSkeleton height={200} lines={3} />
          <div className={classes['columns']}>
            <PanelSkeleton lines={5} />
            <PanelSkeleton lines={8} />
          </div>
        </div>
      )}
    </Page>
  );
}

function ActHead({ act }: { act: ActDetails }) {
  const { title, month, amount_kop, status, objection } = act;
  return (
    <section className={classes['panel']} aria-label="Статус акта">
      <div className={classes['head']}>
        <div>
          <Text c="dimmed">
            {title}, {monthInWords(month)}
          </Text>
          <span
            className={classes['sum']}
            data-void={status === 'replaced' || status === 'annulled' || undefined}
          >
            {formatMoney(amount_kop)}
          </span>
          <Text c="dimmed">{taxText(act)}</Text>
        </div>
        <Status kind="act" state={status} isPill />
      </div>
      <StatusMeaning kind="act" state={status} />
      {objection && (
        <Alert color={status === 'objected' ? 'red' : 'gray'} title="Возражение партнера">
          {objection}
        </Alert>
      )}
      <ActChanges act={act} />
      <ActActions act={act} />
    </section>
  );
}

function formatContract({ kind, number, date }: Contract): string {
  const details = [number && `№ ${number}`, date && `от ${formatDate(date)}`].filter(Boolean).join(' ');
  return details === '' ? CONTRACT_KIND_LABELS[kind] : `${CONTRACT_KIND_LABELS[kind]}, ${details}`;
}

function ActFacts({ act }: { act: ActDetails }) {
  const { formatMoment } = useDates();
  const { content, replaces, replaced_by, answered_at, created_at } = act;
  return (
    <section className={classes['panel']} aria-label="Стороны и договор">
      <Title order={2}>Стороны и договор</Title>
      <Facts labelWidth={104}>
        {[content.customer, content.contractor].map(({ role, name, requisites }) => (
          <Fact key={role} label={role}>
            <div>
              {[name, ...requisites].map((line) => (
                <Text key={line}>{line}</Text>
              ))}
            </div>
          </Fact>
        ))}
        <Fact label="Договор">{formatContract(content.contract)}</Fact>
        <Fact label="Сформирован">{formatMoment(created_at)}</Fact>
        <Fact label="Ответ партнера">{answered_at && formatMoment(answered_at)}</Fact>
        <Fact label="Вместо акта">{replaces}</Fact>
        <Fact label="Заменен актом">{replaced_by}</Fact>
      </Facts>
    </section>
  );
}

const NoSuchAct = () => (
  <NotFoundNotice title="Такого акта нет" tab="acts" linkLabel="Все акты">
    Возможно, ссылка неполная или акт другой организации.
  </NotFoundNotice>
);
