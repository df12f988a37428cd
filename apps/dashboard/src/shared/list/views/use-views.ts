import { type ListView, listViewRoutes, type RouteContract } from '@referral-dashboard/api-contract';
import { useApiMutation } from '@/shared/api/use-api-mutation.ts';
import { useApiQuery } from '@/shared/api/use-api-query.ts';
import { showErrorToast } from '@/shared/errors/show-error-toast.ts';
import { toast } from '@/shared/ui/toast/toast.ts';
import { ALL_STATES } from '../address.ts';
import type { ListItem } from '../definition.ts';
import type { ListModel } from '../use-list.ts';

/** URL parameters that control the layout. */
const LAYOUT_PARAMS = ['columns', 'density', 'view'];
const STALE = [listViewRoutes.listViews];

/** URL parameters that a saved view stores: all except the page and the open row. */
const storedParams = ({ query }: RouteContract) => [
  ...Object.keys(query?.shape ?? {}).filter((name) => name !== 'cursor'),
  ...LAYOUT_PARAMS,
];

/** A view without a status shows all rows. */
const isAllStates = (name = '', value = '') => name === 'status' && value === ALL_STATES;

/** Query string of the current list, as stored in a saved view. */
function buildCurrentQuery<Item extends ListItem>({ definition, address, view }: ListModel<Item>): string {
  const layout: Record<string, string> = { columns: String(view.selectedNames), density: view.density };
  const entries = storedParams(definition.page).map((name) => [
    name,
    address.get(name) || layout[name] || '',
  ]);
  return new URLSearchParams(
    entries.filter(([name, value]) => value !== '' && !isAllStates(name, value)),
  ).toString();
}

/** Saved views of a list, and actions on them. */
export function useViews<Item extends ListItem>(list: ListModel<Item>) {
  const { name: listName, page } = list.definition;
  const { data, error, refetch } = useApiQuery(listViewRoutes.listViews, { query: { list: listName } });
  const creation = useApiMutation(listViewRoutes.createListView, STALE);
  const update = useApiMutation(listViewRoutes.updateListView, STALE);
  const removal = useApiMutation(listViewRoutes.deleteListView, STALE);
  const views = data?.results ?? [];
  const currentQuery = buildCurrentQuery(list);
  const showSuccess = (title: string, name: string) => void toast.success({ title, description: name });
  const normalize = (name: string) => name.trim().toLowerCase();
  return {
    views: data && views,
    error,
    retry: () => void refetch(),
    /** Whether the list currently matches the view. */
    isCurrent: ({ query }: ListView) => query === currentQuery,
    findByName: (name: string) => views.find((view) => normalize(view.name) === normalize(name)),
    isBusy: creation.isPending || update.isPending,
    failure: creation.error ?? update.error,
    /** Saves the current list as a view. If `before` is given, that view is replaced. */
    save(name: string, replaced: ListView | undefined, onDone: () => void) {
      const handleSuccess = () => {
        showSuccess(replaced ? 'Вид заменен' : 'Вид сохранен', name);
        onDone();
      };
      if (replaced)
        update.mutate(
          { params: { id: replaced.id }, body: { query: currentQuery } },
          { onSuccess: handleSuccess },
        );
      else
        creation.mutate(
          { body: { list: listName, name, query: currentQuery } },
          { onSuccess: handleSuccess },
        );
    },
    rename: ({ id }: ListView, name: string, onDone: () => void) =>
      update.mutate(
        { params: { id }, body: { name } },
        {
          onSuccess: () => {
            showSuccess('Вид переименован', name);
            onDone();
          },
        },
      ),
    remove: ({ id, name }: ListView) =>
      removal.mutate(
        { params: { id } },
        {
          onSuccess: () => showSuccess('Вид удален', name),
          onError: (updateError) => showErrorToast(updateError, 'Вид не удален'),
        },
      ),
    apply({ query }: ListView) {
      const params = new URLSearchParams(query);
      const stored = Object.fromEntries(storedParams(page).map((name) => [name, params.get(name)]));
      list.address.change({ ...stored, ...list.selectStates(params.get('status')?.split(',') ?? []) });
    },
  };
}
