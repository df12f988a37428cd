import { Anchor, Paper } from '@mantine/core';
import {
  type BankFiles,
  bankFileRoutes,
  DOCUMENT_LABELS,
  type Document,
  ORGANIZATION_FIELD_LABELS,
  type Organization,
  offeredKinds,
  organizationRoutes,
  PARTNER_KIND_LABELS,
  TIME_ZONE_LABELS,
  vatLabel,
  writtenSupport,
} from '@referral-dashboard/api-contract';
import { lazy, type ReactNode } from 'react';
import { useIsPermitted } from '@/shared/api/permissions.tsx';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { serverUrl } from '@/shared/env.ts';
import { BreakableText } from '@/shared/format/breakable-text/breakable-text.tsx';
import { formatCount } from '@/shared/format/count.ts';
import type { Dates } from '@/shared/format/date.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { useDates } from '@/shared/format/use-dates.ts';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { TextSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import { BankDirectoryCard } from './bank-directory.tsx';
import { BankFilesCard } from './bank-files/bank-files.tsx';
import { draftKeys } from './draft-keys.ts';
import { NextStep } from './next-step.tsx';
import { PublicAppearance } from './public-appearance.tsx';
import { SettingsCard } from './settings-card.tsx';

const EditRequisitesDialog = lazy(() => import('./edit-requisites-dialog.tsx'));
const EditBankDialog = lazy(() => import('./edit-bank-dialog.tsx'));
const EditTermsDialog = lazy(() => import('./edit-terms-dialog.tsx'));
const EditDocumentsDialog = lazy(() => import('./documents/edit-documents-dialog.tsx'));

const LABELS = ORGANIZATION_FIELD_LABELS;
const DAY_FORMS = ['день', 'дня', 'дней'] as const;

/** Settings of the organization: defaults for its programs and payments. The children are cards below them. */
export function OrganizationSettings({ children }: { children?: ReactNode }) {
  const { data, error, refetch } = useApiQuery(organizationRoutes.organization, {});
  const bankFilesQuery = useApiQuery(bankFileRoutes.bankFiles, {}, { enabled: useIsPermitted('bankFiles') });
  // All cards render together, because a late card would shift the others.
  const isLoading = bankFilesQuery.isLoading && bankFilesQuery.errorUpdateCount === 0;
  if (data && !isLoading)
    return (
      <>
        <SettingsCards organization={data} bankFilesQuery={bankFilesQuery} />
        {children}
      </>
    );
  return (
    <>
      <Paper withBorder p="lg" radius="lg" component="section" aria-label="Организация">
        {error ? (
          <PartProblem error={error} title="Настройки не загрузились" onRetry={() => void refetch()} />
        ) : (
          <TextSkeleton lines={9} />
        )}
      </Paper>
      {error && children}
    </>
  );
}

type SettingsCardsProps = {
  organization: Organization;
  bankFilesQuery: { data: BankFiles | undefined; error: Error | null; refetch: () => unknown };
};

function SettingsCards({ organization, bankFilesQuery }: SettingsCardsProps) {
  const dates = useDates();
  return (
    <>
      <NextStep />
      <SettingsCard
        title="Реквизиты организации"
        name="requisites"
        draft={draftKeys.requisites}
        facts={[
          [LABELS.name, organization.name],
          [LABELS.legal_name, organization.legal_name],
          [LABELS.inn, organization.inn],
          [LABELS.site, renderBreakable(organization.site)],
          [LABELS.support_url, renderBreakable(writtenSupport(organization.support_url))],
          [LABELS.privacy_policy_url, renderBreakable(organization.privacy_policy_url)],
          [LABELS.time_zone, getTimeZoneLabel(organization)],
        ]}
        form={(onClose) => <EditRequisitesDialog organization={organization} onClose={onClose} />}
      />
      <SettingsCard
        title="Банк"
        call="updateOrganizationBank"
        draft={draftKeys.bank}
        facts={[
          [LABELS.bank_name, organization.bank_name],
          [LABELS.bank_bik, organization.bank_bik],
          [LABELS.bank_account, renderBreakable(organization.bank_account)],
          ['Корр. счет', renderBreakable(organization.bank_corr_account)],
          [LABELS.kpp, organization.kpp],
        ]}
        form={(onClose) => <EditBankDialog organization={organization} onClose={onClose} />}
      />
      {bankFilesQuery.data && <BankFilesCard files={bankFilesQuery.data} />}
      {bankFilesQuery.error && !bankFilesQuery.data && (
        <Paper withBorder p="lg" radius="lg" component="section" aria-label="Файлы для банка">
          <PartProblem
            error={bankFilesQuery.error}
            title="Настройки файлов не загрузились"
            onRetry={() => void bankFilesQuery.refetch()}
          />
        </Paper>
      )}
      <SettingsCard
        title="Работа с партнерами"
        name="terms"
        draft={draftKeys.terms}
        facts={[
          [
            LABELS.partner_kinds,
            offeredKinds(organization)
              .map((kind) => PARTNER_KIND_LABELS[kind])
              .join(', '),
          ],
          ['Удержание', formatCount(organization.default_hold_days, DAY_FORMS)],
          [LABELS.default_min_payout_kop, formatMoney(organization.default_min_payout_kop)],
          ['НДС, выплаты ИП', vatLabel(organization.vat_ip, dates.dayAt(Date.now()))],
          ['НДС, юрлица', vatLabel(organization.vat_legal, dates.dayAt(Date.now()))],
          [LABELS.payment_terms, organization.payment_terms],
          [
            'Чеки самозанятых',
            organization.receipts_required ? 'Без чека нет следующей выплаты' : 'Выплату не останавливают',
          ],
          [
            'НДФЛ и взносы за физлиц',
            organization.withholds_tax_since === null
              ? 'Не удерживаем: физическим лицам не платим'
              : `Удерживаем с ${dates.formatDay(organization.withholds_tax_since)}`,
          ],
        ]}
        form={(onClose) => <EditTermsDialog organization={organization} onClose={onClose} />}
      />
      <SettingsCard
        title="Документы для партнеров"
        name={['documents', 'policy']}
        draft={draftKeys.documents}
        facts={[
          [DOCUMENT_LABELS.offer, formatVersion(organization.offer, dates)],
          [DOCUMENT_LABELS.personal_data, formatVersion(organization.personal_data, dates)],
          [
            LABELS.privacy_policy_url,
            (organization.privacy_policy && (
              <Anchor href={serverUrl(`/policy/${organization.id}`)} target="_blank" rel="noopener">
                Размещена здесь
              </Anchor>
            )) ||
              (organization.privacy_policy_url && 'На своей странице, адрес в реквизитах'),
          ],
        ]}
        form={(onClose) => <EditDocumentsDialog organization={organization} onClose={onClose} />}
      />
      <PublicAppearance organization={organization} />
      <BankDirectoryCard />
    </>
  );
}

const getTimeZoneLabel = ({ time_zone }: Organization) =>
  new Map<string, string>(Object.entries(TIME_ZONE_LABELS)).get(time_zone) ?? time_zone;

const renderBreakable = (text: string) => text && <BreakableText>{text}</BreakableText>;

const formatVersion = (document: Document | null, { formatDay }: Dates) =>
  document && `Версия ${document.version} от ${formatDay(document.since)}`;
