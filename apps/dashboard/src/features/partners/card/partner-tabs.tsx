import { Tabs } from '@mantine/core';
import type { Partner } from '@referral-dashboard/api-contract';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PermissionGate, useIsPermitted } from '@/shared/api/permissions.tsx';
import { PanelSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import { SideScroller, scrollTabIntoView } from '@/shared/ui/side-scroller.tsx';
import { PartnerLinks } from '../links/partner-links.tsx';
import classes from './partner-card.module.css';
import { PartnerContacts } from './partner-contacts.tsx';
import { PartnerFigures } from './partner-figures.tsx';

const EditPartnerForm = lazy(async () => ({
  default: (await import('../form/edit-partner-form.tsx')).EditPartnerForm,
}));
const TaxCard = lazy(() => import('../tax/tax-card.tsx'));
const ContractCard = lazy(() => import('../tax/contract-card.tsx'));
const PartnerTerms = lazy(() => import('../terms/partner-terms.tsx'));
const PartnerHistory = lazy(async () => ({
  default: (await import('./partner-history.tsx')).PartnerHistory,
}));
const PartnerRecords = lazy(async () => ({
  default: (await import('./partner-records.tsx')).PartnerRecords,
}));

const TABS = {
  overview: 'Обзор',
  terms: 'Условия',
  leads: 'Лиды',
  accruals: 'Начисления',
  payments: 'Выплаты',
  history: 'История',
  edit: 'Данные',
};
type TabName = keyof typeof TABS;
const isTabName = (name: string | null): name is TabName => name !== null && name in TABS;

type PartnerTabsProps = { partner: Partner; payoutMethods: ReactNode };

/** Tabs of the partner page. The URL contains the open tab. */
export function PartnerTabs({ partner, payoutMethods }: PartnerTabsProps) {
  const [params, setParams] = useSearchParams();
  const requestedTab = params.get('tab');
  const [isEditMounted, setEditMounted] = useState(requestedTab === 'edit');
  const selectTab = (nextTab: string | null) => {
    if (nextTab === 'edit') setEditMounted(true);
    setParams(nextTab === 'overview' || nextTab === null ? {} : { tab: nextTab });
  };
  const { id } = partner;
  const isEditable = useIsPermitted('updatePartner');
  const tabs = Object.entries(TABS).filter(([value]) => value !== 'edit' || isEditable);
  const tab =
    isTabName(requestedTab) && tabs.some(([value]) => value === requestedTab) ? requestedTab : 'overview';
  return (
    <Tabs value={tab} onChange={selectTab} keepMounted={false}>
      <SideScroller className={classes['tabs'] ?? ''}>
        <Tabs.List aria-label="Карточка партнера" style={{ flexWrap: 'nowrap', flex: 1 }}>
          {tabs.map(([value, label]) => (
            <Tabs.Tab key={value} value={value} {...(value === tab && { ref: scrollTabIntoView })}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </SideScroller>
      <Tabs.Panel value="overview" className={classes['overview']}>
        <div className={classes['fullWidth']}>
          <PartnerFigures partner={partner} />
        </div>
        <div className={classes['panel']}>
          <PartnerLinks partner={partner} />
        </div>
        <div className={classes['column']}>
          <div className={classes['panel']}>
            <PartnerContacts partner={partner} onEdit={() => selectTab('edit')} />
          </div>
          <PermissionGate call="payoutMethods">
            <div className={classes['panel']}>{payoutMethods}</div>
          </PermissionGate>
          <PermissionGate call="taxStatus">
            <Suspense fallback={<PanelSkeleton lines={4} />}>
              <div className={classes['panel']}>
                {partner.kind === 'self_employed' ? (
                  <TaxCard partner={partner} />
                ) : (
                  <ContractCard partner={partner} />
                )}
              </div>
            </Suspense>
          </PermissionGate>
        </div>
      </Tabs.Panel>
      <Suspense fallback={<PanelSkeleton lines={6} />}>
        <Tabs.Panel value="terms">
          <PartnerTerms id={id} />
        </Tabs.Panel>
        {(['leads', 'accruals', 'payments'] as const).map((kind) => (
          <Tabs.Panel key={kind} value={kind} className={classes['panel']}>
            <PartnerRecords kind={kind} id={id} />
          </Tabs.Panel>
        ))}
        <Tabs.Panel value="history" className={classes['panel']}>
          <PartnerHistory id={id} />
        </Tabs.Panel>
        {/* The edit form stays mounted after the first visit, so that the input is kept when the user changes tabs. */}
        <Tabs.Panel value="edit" keepMounted={isEditMounted}>
          <EditPartnerForm partner={partner} />
        </Tabs.Panel>
      </Suspense>
    </Tabs>
  );
}
