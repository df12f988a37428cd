import { ActionIcon, Button } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'react-router-dom';
import classes from '@/entities/payment/payment.module.css';
import { NEW_ACCRUAL_DRAFT } from '@/entities/payment/payment.ts';
import { AccrualList } from '@/features/accruals/accrual-list.tsx';
import { OrganizationFigures } from '@/features/payments/figures/organization-figures.tsx';
import { PaymentList } from '@/features/payments/list/payment-list.tsx';
import { PayableList } from '@/features/payments/payable/payable-list.tsx';
import { PermissionGate } from '@/shared/api/permissions.tsx';
import { useDraftDialog } from '@/shared/drafts/use-draft-dialog.ts';
import { MainButton } from '@/shared/list/panel/main-button.tsx';
import { createLocation, paths } from '@/shared/paths.ts';
import { IconPlus, IconUpload } from '@/shared/ui/icons.ts';
import { Page } from '@/shared/ui/page/page.tsx';
import { useIsNarrow, useIsWide } from '@/shared/ui/viewport/use-viewport.ts';
import { ORGANIZATION_SECTIONS } from './section-labels.ts';
import { Sections, useSection } from './sections.tsx';

const Statement = lazy(() => import('@/features/partner-statements/organization-statement.tsx'));
const DocumentList = lazy(() => import('@/features/bank-statements/document-list.tsx'));
const RegistryList = lazy(() => import('@/features/registries/registry-list.tsx'));
const Receipts = lazy(() => import('@/features/receipts/receipts.tsx'));
const ActList = lazy(() => import('@/features/acts/act-list.tsx'));
const TaxMonths = lazy(() => import('@/features/taxes/tax-months.tsx'));
const CreateAccrualDialog = lazy(() => import('@/features/accruals/create-accrual-dialog.tsx'));

const ADD_LABEL = 'Бонус или поправка';
const IMPORT_LABEL = 'Загрузить остатки';

/** Sections in separate chunks, loaded when they are opened. */
const LAZY_SECTIONS = new Set(['registries', 'bank', 'receipts', 'statement', 'acts', 'taxes']);

export function OrganizationPayments() {
  const section = useSection(ORGANIZATION_SECTIONS);
  const isNarrow = useIsNarrow();
  const header = (
    <div className={classes['above']}>
      {/* On phones the figures are shown only above the list that they filter, to leave more room for rows. */}
      {(!isNarrow || section === 'payable') && <OrganizationFigures />}
      <Sections sections={ORGANIZATION_SECTIONS} />
    </div>
  );
  if (section === 'payments') return <PaymentList viewer="organization" header={header} />;
  if (section === 'accruals') return <Accruals header={header} />;
  if (LAZY_SECTIONS.has(section))
    return (
      <Suspense fallback={<Page width="list">{header}</Page>}>
        {section === 'registries' && <RegistryList header={header} />}
        {section === 'bank' && <DocumentList header={header} />}
        {section === 'receipts' && <Receipts header={header} />}
        {section === 'statement' && <Statement header={header} />}
        {section === 'taxes' && <TaxMonths header={header} />}
        {section === 'acts' && <ActList viewer="organization" header={header} />}
      </Suspense>
    );
  return (
    <Page width="list">
      {header}
      <div className={classes['above']}>
        <PayableList />
      </div>
    </Page>
  );
}

function Accruals({ header }: { header: ReactNode }) {
  const { isOpen, open: openDialog, close } = useDraftDialog(NEW_ACCRUAL_DRAFT);
  const isNarrow = useIsNarrow();
  return (
    <>
      <AccrualList
        viewer="organization"
        header={header}
        actions={
          <PermissionGate call="createAccrual">
            <ImportBalances />
            <MainButton
              onClick={openDialog}
              aria-label={ADD_LABEL}
              leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            >
              {isNarrow ? 'Бонус' : ADD_LABEL}
            </MainButton>
          </PermissionGate>
        }
      />
      <Suspense fallback={null}>{isOpen && <CreateAccrualDialog onClose={close} />}</Suspense>
    </>
  );
}

/** Link to the import of opening balances, an icon on narrow screens. */
function ImportBalances() {
  const isWide = useIsWide();
  const to = createLocation(paths.import, { kind: 'balances' });
  const icon = <IconUpload size={16} stroke={1.75} aria-hidden />;
  return isWide ? (
    <Button component={Link} to={to} variant="default" leftSection={icon}>
      {IMPORT_LABEL}
    </Button>
  ) : (
    <ActionIcon component={Link} to={to} variant="default" size={36} aria-label={IMPORT_LABEL}>
      {icon}
    </ActionIcon>
  );
}
