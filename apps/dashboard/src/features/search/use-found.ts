import { useDebouncedValue } from '@mantine/hooks';
import { SEARCH_MIN, searchRoutes } from '@referral-dashboard/api-contract';
import { generatePath } from 'react-router-dom';
import { statusLabels } from '../../entities/status/labels.ts';
import { useApiQuery } from '../../shared/api/use-api-query.ts';
import { formatMoney } from '../../shared/format/money.ts';
import { paths } from '../../shared/paths.ts';
import { type Place, placesFor } from './place.ts';

const PAUSE_MS = 200;

/** A search result: name, description and link. */
export type Choice = Pick<Place, 'name' | 'to' | 'state' | 'act'> & { id: string; note?: string };
export type Group = { title: string; choices: Choice[] };

/** Search results: places immediately, records after a debounce. */
export function useFound(typed: string, places: readonly Place[]) {
  const [asked] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const isAsked = asked.length >= SEARCH_MIN;
  const { data, error, refetch, isPlaceholderData } = useApiQuery(
    searchRoutes.search,
    { query: { search: asked } },
    { enabled: isAsked, keepPrevious: true },
  );
  const isLong = typed.trim().length >= SEARCH_MIN;
  const found = isLong && isAsked ? data : undefined;
  const matching = placesFor(places, typed);
  const ofKind = (kind: Place['kind']) =>
    matching.filter((place) => place.kind === kind).map((place) => ({ ...place, id: place.name }));
  const groups: Group[] = [
    { title: 'Действия', choices: ofKind('action') },
    { title: 'Разделы', choices: ofKind('page') },
    {
      title: 'Партнеры',
      choices: (found?.partners ?? []).map(({ id, name, status }) => ({
        id,
        name,
        note: statusLabels.partner[status],
        to: generatePath(paths.partner, { id }),
      })),
    },
    {
      title: 'Лиды',
      choices: (found?.leads ?? []).map(({ id, name, number, program, status }) => ({
        id,
        name,
        note: [number, program, statusLabels.lead[status]].join(' · '),
        to: `${paths.leads}?id=${id}`,
      })),
    },
    {
      title: 'Выплаты',
      choices: (found?.payments ?? []).map(({ id, number, partner, amount_kop, status }) => ({
        id,
        name: `${number} на ${formatMoney(amount_kop)}`,
        note: [partner, statusLabels.payment[status]].join(' · '),
        to: `${paths.payments}?tab=payments&payment=${id}`,
      })),
    },
    {
      title: 'Программы',
      choices: (found?.programs ?? []).map(({ id, name, status }) => ({
        id,
        name,
        note: statusLabels.program[status],
        to: generatePath(paths.program, { id }),
      })),
    },
  ].filter(({ choices }) => choices.length > 0);
  return {
    groups,
    isLong,
    /** The results for the current text are loading. */
    isWaiting:
      isLong && error === null && (found === undefined || isPlaceholderData || asked !== typed.trim()),
    error: isLong ? error : null,
    retry: () => void refetch(),
  };
}
