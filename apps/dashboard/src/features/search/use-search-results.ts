import { useDebouncedValue } from '@mantine/hooks';
import { SEARCH_MIN, searchRoutes } from '@referral-dashboard/api-contract';
import { generatePath } from 'react-router-dom';
import { CLIENTS_VIEW } from '@/entities/lead/views.ts';
import { statusLabels } from '@/entities/status/labels.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { formatMoney } from '@/shared/format/money.ts';
import { createLocation, paths } from '@/shared/paths.ts';
import { findItems, type SearchItem } from './search-item.ts';

const DEBOUNCE_MS = 200;

/** A search result: name, description and link. */
export type Choice = Pick<SearchItem, 'name' | 'to' | 'run'> & { id: string; note?: string };
export type Group = { title: string; choices: Choice[] };

/** Search results: pages and actions immediately, records after a debounce. */
export function useSearchResults(text: string, items: readonly SearchItem[]) {
  const [debouncedText] = useDebouncedValue(text.trim(), DEBOUNCE_MS);
  const isDebouncedLongEnough = debouncedText.length >= SEARCH_MIN;
  const { data, error, refetch, isPlaceholderData } = useApiQuery(
    searchRoutes.search,
    { query: { search: debouncedText } },
    { enabled: isDebouncedLongEnough, keepPrevious: true },
  );
  const isLongEnough = text.trim().length >= SEARCH_MIN;
  const results = isLongEnough && isDebouncedLongEnough ? data : undefined;
  const matchingItems = findItems(items, text);
  const getItemsOfKind = (kind: SearchItem['kind']) =>
    matchingItems
      .filter((item) => item.kind === kind)
      .map((item) => ({ ...item, id: `${item.note ?? ''} ${item.name}` }));
  const groups: Group[] = [
    { title: 'Действия', choices: getItemsOfKind('action') },
    { title: 'Разделы', choices: getItemsOfKind('page') },
    {
      title: 'Партнеры',
      choices: (results?.partners ?? []).map(({ id, name, status }) => ({
        id,
        name,
        note: statusLabels.partner[status],
        to: generatePath(paths.partner, { id }),
      })),
    },
    {
      title: 'Лиды',
      choices: (results?.leads ?? []).map(({ id, name, number, program, status }) => ({
        id,
        name,
        note: [number, program, statusLabels.lead[status]].join(' · '),
        to: `${paths.leads}?id=${id}`,
      })),
    },
    {
      title: 'Клиенты',
      choices: (results?.clients ?? []).map(({ id, name, number }) => ({
        id,
        name,
        note: number,
        to: createLocation(paths.leads, { view: CLIENTS_VIEW, id }),
      })),
    },
    {
      title: 'Выплаты',
      choices: (results?.payments ?? []).map(({ id, number, partner, amount_kop, status }) => ({
        id,
        name: `${number} на ${formatMoney(amount_kop)}`,
        note: [partner, statusLabels.payment[status]].join(' · '),
        to: `${paths.payments}?tab=payments&payment=${id}`,
      })),
    },
    {
      title: 'Программы',
      choices: (results?.programs ?? []).map(({ id, name, status }) => ({
        id,
        name,
        note: statusLabels.program[status],
        to: generatePath(paths.program, { id }),
      })),
    },
  ].filter(({ choices }) => choices.length > 0);
  return {
    groups,
    isLongEnough,
    /** The results for the current text are loading. */
    isLoading:
      isLongEnough &&
      error === null &&
      (results === undefined || isPlaceholderData || debouncedText !== text.trim()),
    error: isLongEnough ? error : null,
    retry: () => void refetch(),
  };
}
