import '@mantine/core/styles/Tabs.layer.css';
import '@mantine/core/styles/Scroller.layer.css';
import { Scroller, Tabs } from '@mantine/core';
import type { Partner } from '@referral-dashboard/api-contract';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { EditPartner } from './edit-partner.tsx';
import classes from './partner-card.module.css';
import { PartnerContacts } from './partner-contacts.tsx';
import { PartnerFigures } from './partner-figures.tsx';
import { PartnerHistory } from './partner-history.tsx';
import { PartnerLinks } from './partner-links.tsx';
import { PartnerAccruals, PartnerLeads, PartnerPayments } from './partner-records.tsx';

const TABS = {
  overview: 'Обзор',
  leads: 'Лиды',
  accruals: 'Начисления',
  payments: 'Выплаты',
  history: 'История',
  edit: 'Данные',
};
type TabName = keyof typeof TABS;
const isTab = (name: string | null): name is TabName => name !== null && name in TABS;

type PartnerTabsProps = { partner: Partner; payoutMethods: ReactNode };

/** The parts of the card; which one is open stands in the address. */
export function PartnerTabs({ partner, payoutMethods }: PartnerTabsProps) {
  const [params, setParams] = useSearchParams();
  const name = params.get('tab');
  const [wasEditing, setWasEditing] = useState(name === 'edit');
  const open = (tab: string | null) => {
    if (tab === 'edit') setWasEditing(true);
    setParams(tab === 'overview' || tab === null ? {} : { tab });
  };
  const { id } = partner;
  return (
    <Tabs value={isTab(name) ? name : 'overview'} onChange={open} keepMounted={false}>
      <Scroller
        className={classes['tabs']}
        startControlProps={{ 'aria-label': 'Прокрутить влево' }}
        endControlProps={{ 'aria-label': 'Прокрутить вправо' }}
        edgeGradientColor="var(--app-canvas)"
      >
        <Tabs.List aria-label="Карточка партнера" style={{ flexWrap: 'nowrap', flex: 1 }}>
          {Object.entries(TABS).map(([value, label]) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Scroller>
      <Tabs.Panel value="overview" className={classes['overview']}>
        <div className={classes['whole']}>
          <PartnerFigures partner={partner} />
        </div>
        <div className={classes['sheet']}>
          <PartnerLinks partner={partner} />
        </div>
        <div className={classes['column']}>
          <div className={classes['sheet']}>
            <PartnerContacts partner={partner} onEdit={() => open('edit')} />
          </div>
          <div className={classes['sheet']}>{payoutMethods}</div>
        </div>
      </Tabs.Panel>
      <Tabs.Panel value="leads" className={classes['sheet']}>
        <PartnerLeads id={id} />
      </Tabs.Panel>
      <Tabs.Panel value="accruals" className={classes['sheet']}>
        <PartnerAccruals id={id} />
      </Tabs.Panel>
      <Tabs.Panel value="payments" className={classes['sheet']}>
        <PartnerPayments id={id} />
      </Tabs.Panel>
      <Tabs.Panel value="history" className={classes['sheet']}>
        <PartnerHistory id={id} />
      </Tabs.Panel>
      {/* What is typed outlives a look at another tab. */}
      <Tabs.Panel value="edit" keepMounted={wasEditing}>
        <EditPartner partner={partner} />
      </Tabs.Panel>
    </Tabs>
  );
}
