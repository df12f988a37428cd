import { Alert, Anchor, Text, Title } from '@mantine/core';
import {
  keptFileRoutes,
  PARTNER_KIND_LABELS,
  RAIL_LABELS,
  registryRoutes,
} from '@referral-dashboard/api-contract';
import { Link } from 'react-router-dom';
import { BackLink } from '@/entities/payment/back-link.tsx';
import { Downloads } from '@/entities/payment/bank/downloads.tsx';
import { NotFoundNotice } from '@/entities/payment/not-found-notice.tsx';
import classes from '@/entities/payment/payment.module.css';
import { PAYMENT_NOUN } from '@/entities/payment/payment.ts';
import { describeWithheld, WithheldAmounts } from '@/entities/payment/withheld.tsx';
import { Status } from '@/entities/status/status.tsx';
import { StatusMeaning } from '@/entities/status/status-meaning.tsx';
import { PermissionGate } from '@/shared/api/permissions.tsx';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { formatCount } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { paths } from '@/shared/paths.ts';
import { Fact, Facts } from '@/shared/ui/facts.tsx';
import { LoadProblem } from '@/shared/ui/feedback/load-problem.tsx';
import { PanelSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import { Page } from '@/shared/ui/page/page.tsx';
import type { RegistryDetails } from './registry.ts';
import { RegistryActions } from './registry-actions.tsx';
import { RegistryLines, useRegistryLines } from './registry-lines.tsx';

/** Page of a registry: status, actions and payments. */
export default function RegistryPage({ id }: { id: string }) {
  const read = useApiQuery(registryRoutes.registry, { params: { id } });
  const lines = useRegistryLines(id);
  const { data: registry, error } = read;
  return (
    <Page subject={registry ? `Реестр ${registry.number}` : 'Реестр'}>
      <BackLink removedParam="registry" tab="registries" label="К реестрам" />
      {registry && !lines.isLoading ? (
        <>
          <RegistryHeader registry={registry} />
          <div className={classes['columns']}>
            <RegistryLines registry={registry} />
            <RegistryFacts registry={registry} />
          </div>
          <Downloads route={keptFileRoutes.registryDownloads} id={registry.id} />
        </>
      ) : error ? (
        <LoadProblem read={read} title="Реестр не открылся" notFound={<NoSuchRegistry />} />
      ) : (
        <div role="status" aria-label="Реестр загружается" className={classes['above']}>
          <PanelSkeleton height={200} lines={3} />
          <div className={classes['columns']}>
            <PanelSkeleton lines={8} />
            <PanelSkeleton lines={5} />
          </div>
        </div>
      )}
    </Page>
  );
}

function RegistryHeader({ registry }: { registry: RegistryDetails }) {
  const { status, kind, amount_kop, payments, cancel_reason, problem } = registry;
  return (
    <section className={classes['panel']} aria-label="Статус реестра">
      <div className={classes['head']}>
        <div>
          <Text c="dimmed">
            {RAIL_LABELS[kind]}, {formatCount(payments, PAYMENT_NOUN)}
          </Text>
          <span className={classes['sum']} data-void={status === 'canceled' || undefined}>
            {formatMoney(amount_kop)}
          </span>
          <WithheldAmounts amounts={registry} />
        </div>
        <Status kind="registry" state={status} isPill />
      </div>
      <StatusMeaning kind="registry" state={status} />
      {status === 'canceled' && cancel_reason && <Text>Причина: {cancel_reason}</Text>}
      {problem && (
        <Alert color="amber" title="Банк не примет файл реестра">
          {problem}{' '}
          <Anchor component={Link} to={paths.organization}>
            Открыть настройки организации
          </Anchor>
        </Alert>
      )}
      <PermissionGate call="approveRegistry">
        <RegistryActions registry={registry} />
      </PermissionGate>
    </section>
  );
}

const LINE_LABELS = {
  open: 'В банке',
  paid: 'Выплачено',
  failed: 'Не прошли',
  returned: 'Вернул банк',
  out: 'Убраны',
} as const;
const LINE_NAMES = Object.keys(LINE_LABELS) as (keyof typeof LINE_LABELS)[];

function RegistryFacts({ registry }: { registry: RegistryDetails }) {
  const { formatMoment } = useDates();
  const { kinds, lines, created_by, created_at, approved_at, sent_at, closed_at } = registry;
  const total = ({ count, ...sum }: { count: number; amount_kop: number; tax_kop: number }) =>
    count > 0 &&
    [formatCount(count, PAYMENT_NOUN), formatMoney(sum.amount_kop), describeWithheld(sum)]
      .filter(Boolean)
      .join(', ');
  return (
    <section className={classes['panel']} aria-label="Итоги">
      <Title order={2}>Итоги</Title>
      <Facts labelWidth={144}>
        {LINE_NAMES.map((name) => (
          <Fact
            key={name}
            label={name === 'open' && registry.status === 'draft' ? 'В реестре' : LINE_LABELS[name]}
          >
            {total(lines[name])}
          </Fact>
        ))}
        {kinds.map(({ kind, ...one }) => (
          <Fact key={kind} label={PARTNER_KIND_LABELS[kind]}>
            {total(one)}
          </Fact>
        ))}
        <Fact label="Создан">
          {/* Keeps the initials with the last name. */}
          {[formatMoment(created_at), created_by?.replaceAll(' ', '\u00a0')].filter(Boolean).join(', ')}
        </Fact>
        <Fact label="Утвержден">{approved_at && formatMoment(approved_at)}</Fact>
        <Fact label="Отправлен">{sent_at && formatMoment(sent_at)}</Fact>
        <Fact label="Закрыт">{closed_at && formatMoment(closed_at)}</Fact>
      </Facts>
    </section>
  );
}

const NoSuchRegistry = () => (
  <NotFoundNotice title="Такого реестра нет" tab="registries" linkLabel="Все реестры">
    Возможно, ссылка неполная или реестр другой организации.
  </NotFoundNotice>
);
