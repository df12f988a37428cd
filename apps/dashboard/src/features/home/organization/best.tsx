import { Anchor } from '@mantine/core';
import { type HomeTop, homeRoutes, LEAD_SOURCE_LABELS } from '@referral-dashboard/api-contract';
import { generatePath, Link } from 'react-router-dom';
import { useRead } from '../../../shared/api/use-read.ts';
import { formatNumber } from '../../../shared/format/count.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import { paths } from '../../../shared/paths.ts';
import { type RecordColumn, Records } from '../../../shared/ui/records.tsx';
import { Section } from '../parts/section.tsx';
import { leadsOf } from '../places.ts';
import classes from './organization-home.module.css';

type Named<Row> = Row & { id: string };
type BestPartner = Named<HomeTop['partners'][number]>;
type Source = Named<HomeTop['sources'][number]>;

const partnerColumns: readonly RecordColumn<BestPartner>[] = [
  {
    label: 'Партнер',
    cell: ({ partner: { id, name } }) => (
      <Anchor component={Link} to={generatePath(paths.partner, { id })}>
        {name}
      </Anchor>
    ),
  },
  { label: 'Лиды', cell: ({ leads }) => formatNumber(leads), isFigure: true, isSpare: true },
  { label: 'Сделки', cell: ({ won }) => formatNumber(won), isFigure: true },
  { label: 'Вознаграждения', cell: ({ rewards_kop }) => formatMoney(rewards_kop), isFigure: true },
];

const LEADS = 'new,in_progress,qualified,won,lost,rejected';

const sourceColumns = (days: HomeTop): readonly RecordColumn<Source>[] => [
  {
    label: 'Источник',
    cell: ({ source }) => (
      <Anchor component={Link} to={leadsOf(days, LEADS, { source })}>
        {LEAD_SOURCE_LABELS[source]}
      </Anchor>
    ),
  },
  { label: 'Лиды', cell: ({ leads }) => formatNumber(leads), isFigure: true },
  { label: 'Сделки', cell: ({ won }) => formatNumber(won), isFigure: true },
  { label: 'На сумму', cell: ({ deal_kop }) => formatMoney(deal_kop), isFigure: true, isSpare: true },
];

/** A short list as one page. */
const asPage = <Row,>(results: Row[] | undefined) => results && { results, next: null, previous: null };
const stays = () => undefined;

/** Who and what brought the leads of the period. */
export function Best({ period }: { period: { from?: string; to?: string } }) {
  const { data, ...read } = useRead(
    homeRoutes.homeTop,
    { query: period },
    { keepPrevious: true, isLive: true },
  );
  const partners = data?.partners.map((row) => ({ ...row, id: row.partner.id }));
  const sources = data?.sources.map((row) => ({ ...row, id: row.source }));
  return (
    <div className={classes['halves']}>
      <Section title="Лучшие партнеры">
        <Records
          label="Лучшие партнеры"
          columns={partnerColumns}
          read={{ ...read, data: asPage(partners) }}
          onTurn={stays}
          nothing="За эти дни вознаграждений не было. Выберите период длиннее."
        />
      </Section>
      <Section title="Источники">
        <Records
          label="Источники лидов"
          columns={data ? sourceColumns(data) : []}
          read={{ ...read, data: asPage(sources) }}
          onTurn={stays}
          nothing="За эти дни лидов не было."
        />
      </Section>
    </div>
  );
}
