import { Group, Skeleton, Text } from '@mantine/core';
import { type Partner, partnerRoutes } from '@referral-dashboard/api-contract';
import { lazy, type ReactNode, Suspense } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { usePartnerLinks } from '@/entities/link/use-partner-links.ts';
import { SharedRequisitesAlert, useSharedRequisites } from '@/entities/requisites/shared-requisites.tsx';
import { Status } from '@/entities/status/status.tsx';
import { StatusMeaning } from '@/entities/status/status-meaning.tsx';
import { PermissionGate } from '@/shared/api/permissions.tsx';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { LoadProblem } from '@/shared/ui/feedback/load-problem.tsx';
import { PanelSkeleton } from '@/shared/ui/feedback/text-skeleton.tsx';
import { Page } from '@/shared/ui/page/page.tsx';
import { useIsNarrow } from '@/shared/ui/viewport/use-viewport.ts';
import { PartnerInvitation } from '../invitation/partner-invitation.tsx';
import { getPartnerName } from '../partner.ts';
import { FinalPaymentNotice } from '../transition/final-payment-notice.tsx';
import { PartnerTransitions } from '../transition/partner-transitions.tsx';
import { MissingPartner } from './missing-partner.tsx';
import classes from './partner-card.module.css';
import { PartnerTabs } from './partner-tabs.tsx';
import { PaymentBlockers, usePayoutReadiness } from './payment-blockers.tsx';

const PartnerApplications = lazy(() => import('./partner-applications.tsx'));

type PartnerCardProps = {
  /** Renders the payout methods. The page passes it, because features do not import each other. */
  payoutMethods: (partnerId: string) => ReactNode;
};

export function PartnerCard({ payoutMethods }: PartnerCardProps) {
  const { id = '' } = useParams();
  const [params] = useSearchParams();
  const partnerQuery = useApiQuery(partnerRoutes.partner, { params: { id } });
  const links = usePartnerLinks(id);
  const sharedRequisites = useSharedRequisites({ partner: id });
  const readiness = usePayoutReadiness(id);
  const isNarrow = useIsNarrow();
  const { data: partner, isError } = partnerQuery;
  // Waits for all requests, so that the page does not shift while its parts load.
  if (partner && !links.isLoading && !sharedRequisites.isLoading && !readiness.isLoading) {
    const transitions = (
      <PermissionGate call="approvePartner">
        <PartnerTransitions partner={partner} />
      </PermissionGate>
    );
    return (
      <Page subject={getPartnerName(partner)} actions={!isNarrow && transitions}>
        <PartnerHeader partner={partner}>{isNarrow && transitions}</PartnerHeader>
        <PaymentBlockers partner={partner} read={readiness} />
        <FinalPaymentNotice partner={partner} />
        <PermissionGate call="invitePartner">
          {isInvitationNeeded(partner) && <PartnerInvitation partner={partner} />}
        </PermissionGate>
        <SharedRequisitesAlert requisites={sharedRequisites.requisites} />
        <PartnerTabs partner={partner} payoutMethods={payoutMethods(partner.id)} />
        <Suspense fallback={null}>
          <PartnerApplications partner={partner} />
        </Suspense>
      </Page>
    );
  }
  return (
    <Page>
      {isError ? (
        <LoadProblem read={partnerQuery} title="Карточка не загрузилась" notFound={<MissingPartner />} />
      ) : (
        <CardSkeleton isOverview={!params.has('tab')} isNarrow={isNarrow} />
      )}
    </Page>
  );
}

/** Returns true if the partner is invited, or is active but cannot sign in yet. */
const isInvitationNeeded = ({ status, sign_in }: Partner) =>
  status === 'invited' || (status === 'active' && sign_in === 'none');

type PartnerHeaderProps = { partner: Partner; children: ReactNode };

/** Status of a partner and its meaning. On phones the transition buttons are in the same row. */
const PartnerHeader = ({ partner: { status, status_reason }, children }: PartnerHeaderProps) => (
  <div>
    <div className={classes['head']}>
      <Status kind="partner" state={status} isPill />
      {children && (
        <Group gap="xs" ml="auto">
          {children}
        </Group>
      )}
      <StatusMeaning kind="partner" state={status} />
    </div>
    {status_reason && <Text mt="xs">Причина: {status_reason}</Text>}
  </div>
);

/** On phones the page starts with the name, and the figures take four rows. */
const CardSkeleton = ({ isOverview, isNarrow }: { isOverview: boolean; isNarrow: boolean }) => (
  <>
    {isNarrow && <Skeleton height={64} width="70%" />}
    <Skeleton height={isNarrow ? 92 : 24} width="40%" />
    <div role="status" aria-label="Карточка загружается">
      <div className={classes['tabs']}>
        <Skeleton height={12} width="40%" my="sm" />
      </div>
      {isOverview ? (
        <div className={classes['overview']}>
          <div className={classes['fullWidth']}>
            <PanelSkeleton height={isNarrow ? 322 : 130} lines={2} />
          </div>
          <PanelSkeleton lines={7} />
          <div className={classes['column']}>
            <PanelSkeleton lines={4} />
            <PanelSkeleton lines={1} />
          </div>
        </div>
      ) : (
        <PanelSkeleton lines={8} />
      )}
    </div>
  </>
);
