import { SearchDialog } from '../../../features/search/search-dialog.tsx';
import { Queries } from '../../queries.tsx';
import { usePlaces } from './use-places.ts';

type SearchPanelProps = {
  isOpen: boolean;
  typed: string;
  onType: (text: string) => void;
  onClose: () => void;
  onHelp: () => void;
};

/** Global search, including the pages of the dashboard. */
export default function SearchPanel({ onHelp, ...dialog }: SearchPanelProps) {
  const places = usePlaces([
    { kind: 'action', name: 'Сочетания клавиш', words: 'помощь клавиатура', act: onHelp },
  ]);
  return (
    <Queries>
      <SearchDialog {...dialog} places={places} />
    </Queries>
  );
}
