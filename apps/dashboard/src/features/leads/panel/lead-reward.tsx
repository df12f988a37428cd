import { Anchor, Button, Group, Text } from '@mantine/core';
import type { Lead, LeadStatus } from '@referral-dashboard/api-contract';
import { generatePath, Link } from 'react-router-dom';
import { getCalculation } from '@/entities/accrual/source.ts';
import { CLIENTS_VIEW } from '@/entities/lead/views.ts';
import { Status } from '@/entities/status/status.tsx';
import { PermissionGate } from '@/shared/api/permissions.tsx';
import type { Dates } from '@/shared/format/date.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { PanelSection, PanelSum } from '@/shared/list/panel/panel-section.tsx';
import { createLocation, paths } from '@/shared/paths.ts';
import { type AnyLead, isFullLead } from '../lead.ts';
import { getOverpayment, getPaidLabel } from '../overpayment.ts';

/** Calculation and hold date, for example «5 % от 39 000,00 ₽, удержание до 6 дек 2026». Either part can be missing. */
function describeReward(reward: NonNullable<AnyLead['reward']>, { formatDay }: Dates): string {
  const { status, hold_until } = reward;
  const calculation = getCalculation(reward);
  const holdDay = status === 'hold' && hold_until ? formatDay(hold_until) : null;
  if (holdDay === null) return calculation;
  return calculation ? `${calculation}, удержание до ${holdDay}` : `Удержание до ${holdDay}`;
}

/** Leads with these statuses earn no reward unless they are moved back. */
const CLOSED_STATUSES: readonly LeadStatus[] = ['rejected', 'lost', 'duplicate'];

/** Example: «Уже выплачено 44 673,39 ₽, вычтем из следующих выплат». Empty without an overpayment. */
function describeOverpayment(lead: AnyLead): string {
  const { settled_kop, over_kop } = getOverpayment(lead);
  if (over_kop <= 0) return '';
  const excess = over_kop === settled_kop ? '' : `${formatMoney(over_kop)} `;
  return `${getPaidLabel(lead)} ${formatMoney(settled_kop)}, ${excess}вычтем из следующих выплат`;
}

/** For the organization: the partner that the client of the deal was already attached to, with a link to transfer the client. */
function AttachedClient({ lead: { attached_to, client, client_attached } }: { lead: Lead }) {
  if (attached_to === null || client === null) return null;
  const clientCard = createLocation(paths.leads, { view: CLIENTS_VIEW, id: client.id });
  return (
    <>
      <Text>
        {'Клиент '}
        <Anchor component={Link} to={clientCard}>
          {client.number}
        </Anchor>
        {' уже закреплен за партнером '}
        <Anchor component={Link} to={generatePath(paths.partner, { id: attached_to.id })}>
          {attached_to.name}
        </Anchor>
        . Вознаграждение за эту сделку считается по условиям закрепления.
      </Text>
      {client_attached === 'other' && (
        <PermissionGate call="transferClient">
          <Group>
            <Button component={Link} to={clientCard} size="compact-sm" h={32} mx={-8} variant="subtle">
              Передать клиента
            </Button>
          </Group>
        </PermissionGate>
      )}
    </>
  );
}

/** Sentences for the partner of the lead. They do not name another partner. */
const ATTACHED_TEXTS = {
  self: 'Клиент уже закреплен за вами. Вознаграждение за эту сделку считается по условиям закрепления.',
  other: 'Клиент уже закреплен за другим партнером, вознаграждение не начислено',
} as const;

/** Reward of a lead with its calculation, hold date and overpayment. */
export function LeadReward({ lead }: { lead: AnyLead }) {
  const dates = useDates();
  const { reward, status, client_attached, cap_reached, unrewarded } = lead;
  const overpayment = describeOverpayment(lead);
  if (unrewarded)
    return (
      <PanelSection label="Вознаграждение">
        <Text>Загружен из файла без вознаграждения</Text>
      </PanelSection>
    );
  const earner = isFullLead(lead) ? lead.earned_by?.name : undefined;
  return (
    <PanelSection label="Вознаграждение">
      {reward && (
        <>
          <Group justify="space-between" gap="xs">
            <PanelSum>{formatMoney(reward.amount_kop)}</PanelSum>
            <Status kind="accrual" state={reward.status} />
          </Group>
          <Text c="dimmed">{describeReward(reward, dates)}</Text>
          {earner && <Text>{`Начислено прежнему партнеру: ${earner}`}</Text>}
        </>
      )}
      {overpayment && <Text>{overpayment}</Text>}
      {isFullLead(lead) ? (
        <AttachedClient lead={lead} />
      ) : (
        client_attached && <Text>{ATTACHED_TEXTS[client_attached]}</Text>
      )}
      {!reward && !overpayment && !client_attached && (
        <Text>
          {cap_reached ?? (CLOSED_STATUSES.includes(status) ? 'Не начислено' : 'Пока не начислено')}
        </Text>
      )}
    </PanelSection>
  );
}
