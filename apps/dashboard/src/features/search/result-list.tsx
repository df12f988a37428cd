import classes from './search.module.css';
import type { Choice, Group } from './use-search-results.ts';

type ResultListProps = {
  id: string;
  groups: readonly Group[];
  /** Index of the choice that Enter selects. */
  activeIndex: number;
  getOptionId: (index: number) => string;
  onHighlight: (index: number) => void;
  onChoose: (choice: Choice) => void;
};

/** Grouped choices. The focus stays in the search field. */
export function ResultList({ id, groups, activeIndex, getOptionId, onHighlight, onChoose }: ResultListProps) {
  const allChoices = groups.flatMap(({ choices }) => choices);
  return (
    <div role="listbox" id={id} aria-label="Найденное">
      {groups.map(({ title, choices }) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, not field sets
        <div key={title} role="group" aria-label={title} className={classes['group']}>
          <div className={classes['title']} aria-hidden>
            {title}
          </div>
          {choices.map((choice) => {
            const index = allChoices.indexOf(choice);
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys
              <div
                key={choice.id}
                role="option"
                tabIndex={-1}
                id={getOptionId(index)}
                aria-selected={index === activeIndex}
                className={classes['choice']}
                onMouseMove={() => onHighlight(index)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onChoose(choice)}
              >
                <span className={classes['name']}>{choice.name}</span>
                {choice.note && <span className={classes['note']}>{choice.note}</span>}
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}
