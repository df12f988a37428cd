import { Button, Group, Menu } from '@mantine/core';
import { paymentRoutes } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { Link, type To } from 'react-router-dom';
import { describeReady } from '@/entities/payment/describe-ready.ts';
import { PermissionGate } from '@/shared/api/permissions.tsx';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { formatCount } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { ListSearch } from '@/shared/list/filters/list-search.tsx';
import { ListFrame } from '@/shared/list/list-frame.tsx';
import { SelectionBar } from '@/shared/list/selection/selection-bar.tsx';
import { MoreMenu } from '@/shared/ui/dropdown/more-menu.tsx';
import { Notice } from '@/shared/ui/feedback/notice.tsx';
import { IconInbox } from '@/shared/ui/icons.ts';
import { PageButtons } from '@/shared/ui/page-buttons.tsx';
import { useIsNarrow } from '@/shared/ui/viewport/use-viewport.ts';
import { BlockReasons } from './block-reasons.tsx';
import { DueFilter } from './due-filter.tsx';
import { sumAvailable, usePayableList } from './payable.ts';
import { PayableRows, PayableSkeleton } from './payable-rows.tsx';
import classes from './payable-tools.module.css';

const FormPayments = lazy(() => import('./form-payments.tsx'));

const FormRegistries = lazy(() => import('@/entities/payment/form-registries-dialog.tsx'));

const REGISTRY_FOR_ALL = 'Реестр на всех';
const PARTNERS = ['партнер', 'партнера', 'партнеров'] as const;

/** Partners with money to be paid, and the actions that create their payments. */
export function PayableList() {
  const { address, page, payables, precedingKop, next, previous, isSearched, isBlocked, selection } =
    usePayableList();
  const [openDialog, setOpenDialog] = useState<'payments' | 'registry' | 'all' | null>(null);
  const summary = `${formatCount(selection.count, PARTNERS)} на ${formatMoney(sumAvailable(selection.selected))}`;
  const { data: totals, isPending: isCounting } = useApiQuery(paymentRoutes.payoutTotals, {});
  const hasReady = totals !== undefined && totals.ready.count > 0;
  const hasRows = payables.length > 0;
  const isNarrow = useIsNarrow();
  const formAll = () => setOpenDialog('all');
  // Invisible until the totals are loaded, so that the layout does not shift.
  const hiddenStyle = hasReady ? undefined : { visibility: 'hidden' as const };
  return (
    <>
      {(hasRows || isSearched || page.isPending) && (
        <div className={classes['tools']}>
          <div className={classes['search']}>
            <ListSearch address={address} searchedFields="Партнер, телефон или почта" />
          </div>
          <DueFilter address={address} />
          <PermissionGate call="createRegistry">
            {isNarrow ? (
              <div style={hiddenStyle}>
                <MoreMenu label="Другие действия">
                  <Menu.Item onClick={formAll}>{REGISTRY_FOR_ALL}</Menu.Item>
                </MoreMenu>
              </div>
            ) : (
              <Button ml="auto" variant="default" onClick={formAll} style={hiddenStyle}>
                {REGISTRY_FOR_ALL}
              </Button>
            )}
          </PermissionGate>
        </div>
      )}
      <ListFrame
        page={page}
        hasRows={hasRows}
        empty={
          <EmptyPayables
            isSearched={isSearched}
            resetTarget={address.linkTo({ due: null, reason: null, search: null })}
          />
        }
      >
        {page.isPending || (isBlocked && isCounting) ? (
          <PayableSkeleton />
        ) : (
          <>
            {isBlocked && totals && <BlockReasons blocked={totals.blocked} address={address} />}
            <PayableRows payables={payables} selection={selection} precedingKop={precedingKop} />
          </>
        )}
      </ListFrame>
      {(next ?? previous) !== null && (
        <Group justify="flex-end" gap="xs">
          <PageButtons
            previous={previous}
            next={next}
            onPageChange={(cursor) => address.change({ cursor })}
          />
        </Group>
      )}
      <SelectionBar
        selection={selection}
        summary={
          <>
            {formatCount(selection.count, PARTNERS)} · <b>{formatMoney(sumAvailable(selection.selected))}</b>
          </>
        }
      >
        <PermissionGate call="createPayment">
          <Button onClick={() => setOpenDialog('payments')}>Сформировать выплаты</Button>
          <Button variant="default" onClick={() => setOpenDialog('registry')}>
            В реестр
          </Button>
        </PermissionGate>
      </SelectionBar>
      <Suspense fallback={null}>
        {openDialog === 'payments' && (
          <FormPayments selection={selection} onClose={() => setOpenDialog(null)} />
        )}
        {openDialog === 'all' && totals && (
          <FormRegistries
            target={{ all: true }}
            summary={describeReady(totals.ready, totals.blocked.count)}
            onDone={selection.clear}
            onClose={() => setOpenDialog(null)}
          />
        )}
        {openDialog === 'registry' && (
          <FormRegistries
            target={{ partners: selection.selected.map(({ id }) => id) }}
            summary={summary}
            onDone={selection.clear}
            onClose={() => setOpenDialog(null)}
          />
        )}
      </Suspense>
    </>
  );
}

const REQUESTS = ['запрос', 'запроса', 'запросов'] as const;

/** Empty state of the list. Requested money is not in this list, so it links to the pending requests. */
function EmptyPayables({ isSearched, resetTarget }: { isSearched: boolean; resetTarget: To }) {
  const { data: counts } = useApiQuery(paymentRoutes.paymentCounts, { query: {} });
  const requested = counts?.requested ?? 0;
  const notice = isSearched
    ? {
        title: 'По этим условиям никого нет',
        text: 'Проверьте запрос или сбросьте условия',
        to: resetTarget,
        action: 'Показать всех',
      }
    : requested > 0
      ? {
          title: 'Партнеры ждут ответа',
          text: `${formatCount(requested, REQUESTS)} на выплату: примите или отклоните`,
          to: '?tab=payments&status=requested',
          action: 'Открыть запросы',
        }
      : {
          title: 'Сейчас платить некому',
          text: 'Партнеры появятся здесь, когда у их начислений закончится удержание',
          to: '?tab=accruals&status=hold',
          action: 'На удержании',
        };
  return (
    <Notice
      icon={<IconInbox size={32} stroke={1.75} />}
      title={notice.title}
      actions={
        <Button component={Link} to={notice.to} variant="default">
          {notice.action}
        </Button>
      }
    >
      {notice.text}
    </Notice>
  );
}
