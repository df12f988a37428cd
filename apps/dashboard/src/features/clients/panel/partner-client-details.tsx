import { Anchor } from '@mantine/core';
import { type ClientForPartner, describeReward } from '@referral-dashboard/api-contract';
import { generatePath, Link } from 'react-router-dom';
import { formatAttachmentTerm } from '@/entities/lead/attachment-term.ts';
import { formatDate } from '@/shared/format/date.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { PanelSection } from '@/shared/list/panel/panel-section.tsx';
import { paths } from '@/shared/paths.ts';
import { Fact, Facts } from '@/shared/ui/facts.tsx';

/** Program and term of a client for its partner. */
export function PartnerClientDetails({ client }: { client: ClientForPartner }) {
  const { dayAt, formatDay } = useDates();
  return (
    <PanelSection label="Сведения">
      <Facts labelWidth={128}>
        <Fact label="Организация">{client.organization.name}</Fact>
        <Fact label="Программа">
          <Anchor component={Link} to={generatePath(paths.program, { id: client.program.id })}>
            {client.program.name}
          </Anchor>
        </Fact>
        <Fact label="Начало">{formatDate(client.starts_at)}</Fact>
        <Fact label="Срок">
          {client.closed_at === null
            ? formatAttachmentTerm(client.ends_at, dayAt(Date.now()))
            : `закрепление закрыто ${formatDay(client.closed_at)}`}
        </Fact>
        <Fact label="Условия">
          {client.reward && client.reward_event && describeReward(client.reward, client.reward_event)}
        </Fact>
        <Fact label="Телефон">{client.phone}</Fact>
      </Facts>
    </PanelSection>
  );
}
