import { SearchDialog } from '../../../features/search/search-dialog.tsx';
import { SessionQueryProvider } from '../../queries.tsx';
import { usePlaces } from './use-places.ts';

type SearchPanelProps = {
  isOpen: boolean;
  text: string;
  onTextChange: (text: string) => void;
  onClose: () => void;
  onHelp: () => void;
};

/** Global search, including the pages of the dashboard. */
export default function SearchPanel({ onHelp, ...dialog }: SearchPanelProps) {
  const places = usePlaces([
    { kind: 'action', name: 'Сочетания клавиш', keywords: 'помощь клавиатура', run: onHelp },
  ]);
  return (
    <SessionQueryProvider>
      <SearchDialog {...dialog} items={places} />
    </SessionQueryProvider>
  );
}
