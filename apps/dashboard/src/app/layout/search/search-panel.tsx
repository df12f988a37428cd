import { SessionQueryProvider } from '@/app/queries.tsx';
import { SearchDialog } from '@/features/search/search-dialog.tsx';
import { useSearchItems } from './use-search-items.ts';

type SearchPanelProps = {
  isOpen: boolean;
  text: string;
  onTextChange: (text: string) => void;
  onClose: () => void;
  onHelp: () => void;
};

/** Global search, including the pages of the dashboard. */
export default function SearchPanel({ onHelp, ...dialog }: SearchPanelProps) {
  const items = useSearchItems([
    { kind: 'action', name: 'Сочетания клавиш', keywords: 'помощь клавиатура', run: onHelp },
  ]);
  return (
    <SessionQueryProvider>
      <SearchDialog {...dialog} items={items} />
    </SessionQueryProvider>
  );
}
