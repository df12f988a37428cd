import { SearchDialog } from '../../../features/search/search-dialog.tsx';
import { Queries } from '../../queries.tsx';
import { usePlaces } from './use-places.ts';

type SearchPanelProps = { isOpen: boolean; onClose: () => void; onHelp: () => void };

/** The search over everything, with the pages of the dashboard. */
export default function SearchPanel({ isOpen, onClose, onHelp }: SearchPanelProps) {
  const places = usePlaces([
    { kind: 'action', name: 'Сочетания клавиш', words: 'помощь клавиатура', act: onHelp },
  ]);
  return (
    <Queries>
      <SearchDialog isOpen={isOpen} onClose={onClose} places={places} />
    </Queries>
  );
}
