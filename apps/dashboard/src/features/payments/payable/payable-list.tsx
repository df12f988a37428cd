import '@mantine/core/styles/Affix.layer.css';
import '@mantine/core/styles/ActionBar.layer.css';
import { ActionBar, Button, Group, Text } from '@mantine/core';
import { paymentRoutes } from '@referral-dashboard/api-contract';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { useRead } from '../../../shared/api/use-read.ts';
import { countOf } from '../../../shared/format/count.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import { queryOf } from '../../../shared/list/address.ts';
import { ListSearch } from '../../../shared/list/list-search.tsx';
import bar from '../../../shared/list/selection/selection-bar.module.css';
import { useAddress } from '../../../shared/list/use-address.ts';
import { LoadProblem } from '../../../shared/ui/feedback/load-problem.tsx';
import { Notice } from '../../../shared/ui/feedback/notice.tsx';
import { IconInbox } from '../../../shared/ui/icons.ts';
import { useIsNarrow } from '../../../shared/ui/use-viewport.ts';
import classes from '../payments.module.css';
import { DueRows, DueSkeleton } from './payable-rows.tsx';
import { usePicked } from './use-picked.ts';

const FormPayments = lazy(() => import('./form-payments.tsx'));

const PARTNERS = ['партнер', 'партнера', 'партнеров'] as const;
/** Under the dialogs that its buttons open. */
const LAYER = 199;

/** Whom something is due to, and the forming of their payments. */
export function DueList() {
  const address = useAddress();
  const query = queryOf(paymentRoutes.eligiblePartners, address.params);
  const read = useRead(paymentRoutes.eligiblePartners, { query }, { keepPrevious: true });
  const picked = usePicked();
  const isNarrow = useIsNarrow();
  const [isForming, setForming] = useState(false);
  const { data, error, isPlaceholderData } = read;
  const search = (
    <div className={classes['search']}>
      <ListSearch address={address} looksAt="Партнер, телефон или почта" />
    </div>
  );
  if (data === undefined)
    return error ? (
      <LoadProblem read={read} title="Не удалось загрузить список" />
    ) : (
      <>
        {search}
        <DueSkeleton />
      </>
    );
  const { results, next, previous } = data;
  const isSearched = query['search'] !== undefined;
  return (
    <>
      {(results.length > 0 || isSearched) && search}
      {results.length === 0 ? (
        <NobodyDue isSearched={isSearched} />
      ) : (
        <DueRows dues={results} picked={picked} isOld={isPlaceholderData} />
      )}
      {(next ?? previous) !== null && (
        <Group justify="flex-end" gap="xs">
          <Turn label="Назад" cursor={previous} />
          <Turn label="Вперед" cursor={next} />
        </Group>
      )}
      <ActionBar
        zIndex={LAYER}
        position={{ bottom: isNarrow ? 0 : 24, left: 0, right: 0 }}
        opened={picked.count > 0}
        onClose={picked.clear}
        aria-label="Действия с выбранными"
        className={bar['bar']}
        transitionProps={{ duration: 120 }}
      >
        <Text role="status">
          {countOf(picked.count, PARTNERS)} · <b>{formatMoney(picked.sum_kop)}</b>
        </Text>
        <ActionBar.Divider />
        <Button onClick={() => setForming(true)}>Сформировать выплаты</Button>
        <ActionBar.CloseButton aria-label="Снять выбор" />
      </ActionBar>
      <Suspense fallback={null}>
        {isForming && <FormPayments picked={picked} onClose={() => setForming(false)} />}
      </Suspense>
    </>
  );
}

function Turn({ label, cursor }: { label: string; cursor: string | null }) {
  const { change } = useAddress();
  return (
    <Button variant="default" disabled={cursor === null} onClick={() => change({ cursor })}>
      {label}
    </Button>
  );
}

const NobodyDue = ({ isSearched }: { isSearched: boolean }) => (
  <Notice
    icon={<IconInbox size={32} stroke={1.75} />}
    title={isSearched ? 'По этим условиям никого нет' : 'Сейчас платить некому'}
    actions={
      !isSearched && (
        <Button component={Link} to="?tab=accruals&status=hold" variant="default">
          На удержании
        </Button>
      )
    }
  >
    {isSearched
      ? 'Измените запрос или сбросьте его'
      : 'Партнеры появятся здесь, когда у их начислений закончится удержание'}
  </Notice>
);
