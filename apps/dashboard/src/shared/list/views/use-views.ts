import { type ListView, listViewRoutes, type RouteContract } from '@referral-dashboard/api-contract';
import { useRead } from '../../api/use-read.ts';
import { useWrite } from '../../api/use-write.ts';
import { errorSentence } from '../../errors/sentence.ts';
import { toast } from '../../ui/toast/toast.ts';
import type { Listed } from '../definition.ts';
import type { ListModel } from '../use-list.ts';

/** URL parameters that control the layout. */
const LOOKS = ['columns', 'density', 'view'];
const STALE = [listViewRoutes.listViews];

/** URL parameters that a saved view stores: all except the page and the open row. */
const keptNames = ({ query }: RouteContract) => [
  ...Object.keys(query?.shape ?? {}).filter((name) => name !== 'cursor'),
  ...LOOKS,
];

/** Query string of the current list, as stored in a saved view. */
function queryNow<Item extends Listed>({ definition, address, view }: ListModel<Item>): string {
  const shown: Record<string, string> = { columns: String(view.chosen), density: view.density };
  const given = keptNames(definition.page).map((name) => [name, address.get(name) || shown[name] || '']);
  return new URLSearchParams(given.filter(([, value]) => value !== '')).toString();
}

/** Saved views of a list, and actions on them. */
export function useViews<Item extends Listed>(list: ListModel<Item>) {
  const { name: of, page } = list.definition;
  const { data, error, refetch } = useRead(listViewRoutes.listViews, { query: { list: of } });
  const creation = useWrite(listViewRoutes.createListView, STALE);
  const update = useWrite(listViewRoutes.updateListView, STALE);
  const removal = useWrite(listViewRoutes.deleteListView, STALE);
  const views = data?.results ?? [];
  const now = queryNow(list);
  const said = (title: string, name: string) => void toast.success({ title, description: name });
  const plain = (name: string) => name.trim().toLowerCase();
  return {
    views: data && views,
    error,
    retry: () => void refetch(),
    /** Whether the list currently matches the view. */
    isNow: ({ query }: ListView) => query === now,
    named: (name: string) => views.find((view) => plain(view.name) === plain(name)),
    isBusy: creation.isPending || update.isPending,
    failure: creation.error ?? update.error,
    /** Saves the current list as a view. If `before` is given, that view is replaced. */
    save(name: string, before: ListView | undefined, onDone: () => void) {
      const done = () => {
        said(before ? 'Вид заменен' : 'Вид сохранен', name);
        onDone();
      };
      if (before) update.mutate({ params: { id: before.id }, body: { query: now } }, { onSuccess: done });
      else creation.mutate({ body: { list: of, name, query: now } }, { onSuccess: done });
    },
    rename: ({ id }: ListView, name: string, onDone: () => void) =>
      update.mutate(
        { params: { id }, body: { name } },
        {
          onSuccess: () => {
            said('Вид переименован', name);
            onDone();
          },
        },
      ),
    remove: ({ id, name }: ListView) =>
      removal.mutate(
        { params: { id } },
        {
          onSuccess: () => said('Вид удален', name),
          onError: (refusal) => {
            const { title, advice } = errorSentence(refusal, 'Вид не удален');
            void toast.error({ title, description: advice || 'Повторите попытку' });
          },
        },
      ),
    apply({ query }: ListView) {
      const kept = new URLSearchParams(query);
      list.address.change(Object.fromEntries(keptNames(page).map((name) => [name, kept.get(name)])));
    },
  };
}
