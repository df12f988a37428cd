import { Anchor, DataList, Group, Text } from '@mantine/core';
import { LEAD_SOURCE_LABELS } from '@referral-dashboard/api-contract';
import type { ReactNode } from 'react';
import { generatePath, Link } from 'react-router-dom';
import { formatMoment } from '../../../shared/format/date.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import { formatPhone } from '../../../shared/format/phone.ts';
import { paths } from '../../../shared/paths.ts';
import { CopyIcon } from '../../../shared/ui/copy-icon.tsx';
import { useIsNarrow } from '../../../shared/ui/use-viewport.ts';
import { type AnyLead, isWhole } from '../lead.ts';
import classes from '../leads.module.css';
import { EditLeadButton } from './edit-lead-button.tsx';

const Fact = ({ label, children }: { label: string; children: ReactNode }) =>
  children && (
    <DataList.Item>
      <DataList.ItemLabel>{label}</DataList.ItemLabel>
      <DataList.ItemValue className={classes['value']}>{children}</DataList.ItemValue>
    </DataList.Item>
  );

const Reference = ({ path, of }: { path: string; of: { id: string; name: string } }) => (
  <Anchor component={Link} to={generatePath(path, { id: of.id })}>
    {of.name}
  </Anchor>
);

/** Who the lead is and where it came from, as far as the reader may know. */
export const LeadFacts = ({ lead }: { lead: AnyLead }) => (
  <section className={classes['section']} aria-label="Сведения">
    <Group justify="space-between">
      <Text c="dimmed">Сведения</Text>
      {isWhole(lead) && <EditLeadButton lead={lead} />}
    </Group>
    <DataList labelWidth={useIsNarrow() ? 104 : 128} gap="xs">
      <Fact label="Телефон">
        {isWhole(lead) ? (
          <>
            <Anchor href={`tel:${lead.phone}`}>{formatPhone(lead.phone)}</Anchor>
            <CopyIcon what="телефон" text={lead.phone} />
          </>
        ) : (
          lead.phone
        )}
      </Fact>
      {isWhole(lead) && (
        <>
          <Fact label="Почта">
            {lead.email && (
              <>
                <Anchor href={`mailto:${lead.email}`}>{lead.email}</Anchor>
                <CopyIcon what="почту" text={lead.email} />
              </>
            )}
          </Fact>
          <Fact label="Компания">{lead.company}</Fact>
          <Fact label="Комментарий">
            {lead.comment && <span className={classes['pre']}>{lead.comment}</span>}
          </Fact>
        </>
      )}
      <Fact label="Сумма сделки">{lead.deal_amount_kop !== null && formatMoney(lead.deal_amount_kop)}</Fact>
      <Fact label="Программа">
        <Reference path={paths.program} of={lead.program} />
      </Fact>
      {isWhole(lead) && (
        <Fact label="Партнер">{lead.partner && <Reference path={paths.partner} of={lead.partner} />}</Fact>
      )}
      <Fact label="Источник">
        {[LEAD_SOURCE_LABELS[lead.source], lead.link?.code].filter(Boolean).join(', ')}
      </Fact>
      <Fact label="Создан">{formatMoment(lead.created_at)}</Fact>
    </DataList>
  </section>
);
