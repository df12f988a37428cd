import { Anchor, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  type TermsPreview as Preview,
  type TermsPreviewRequest,
  termsRoutes,
} from '@referral-dashboard/api-contract';
import { useIsPermitted } from '@/shared/api/permissions.tsx';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { formatCount } from '@/shared/format/count.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { type RewardTerms, toRewardBody } from './reward-values.ts';

const DEBOUNCE_MS = 500;
const PARTNERS = ['партнер', 'партнера', 'партнеров'] as const;

type TermsPreviewProps = {
  program: string;
  terms: RewardTerms;
  /** Compares the leads of one group. By default, those of the partners with the terms of the program. */
  group?: string | undefined;
  /** Compares the leads of one partner. */
  enrollment?: string;
};

/** Cost of a new reward in the last quarter, compared with the current terms. Computed after a pause in typing. */
export function TermsPreview({ program, terms, group, enrollment }: TermsPreviewProps) {
  const isPermitted = useIsPermitted('previewTerms');
  const { reward_event } = terms;
  const typed = JSON.stringify({ reward: toRewardBody(terms), reward_event, group, enrollment });
  const [settled] = useDebouncedValue(typed, DEBOUNCE_MS);
  const request = termsRoutes.previewTerms.body.safeParse(JSON.parse(settled));
  if (!isPermitted) return null;
  return (
    <Text role="status" c="dimmed" mih="1.45em">
      {request.success &&
        (settled === typed ? <Result program={program} request={request.data} /> : CALCULATING)}
    </Text>
  );
}

const CALCULATING = 'Считаем за прошлый квартал…';

function Result({ program, request }: { program: string; request: TermsPreviewRequest }) {
  const { data, isError, refetch } = useApiQuery(termsRoutes.previewTerms, {
    params: { id: program },
    body: request,
  });
  if (data) return describePreview(data, request.enrollment !== undefined);
  if (!isError) return CALCULATING;
  return (
    <>
      За прошлый квартал посчитать не удалось.{' '}
      <Anchor component="button" type="button" onClick={() => void refetch()}>
        Повторить
      </Anchor>
    </>
  );
}

/** Formats «За прошлый квартал: 37 партнеров, +184 000,00 ₽ к прежним условиям». */
function describePreview({ partners, before_kop, after_kop }: Preview, isOnePartner: boolean): string {
  if (partners === 0) return 'За прошлый квартал: вознаграждений не было';
  const difference = after_kop - before_kop;
  const sum =
    difference === 0
      ? 'столько же, сколько по прежним условиям'
      : `${difference > 0 ? '+' : ''}${formatMoney(difference)} к прежним условиям`;
  return isOnePartner
    ? `За прошлый квартал: ${sum}`
    : `За прошлый квартал: ${formatCount(partners, PARTNERS)}, ${sum}`;
}
