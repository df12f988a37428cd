import classes from './search.module.css';
import type { Choice, Group } from './use-found.ts';

type FoundListProps = {
  id: string;
  groups: readonly Group[];
  /** Index of the choice that Enter selects. */
  active: number;
  optionId: (index: number) => string;
  onPoint: (index: number) => void;
  onChoose: (choice: Choice) => void;
};

/** Grouped choices. The focus stays in the search field. */
export function FoundList({ id, groups, active, optionId, onPoint, onChoose }: FoundListProps) {
  const all = groups.flatMap(({ choices }) => choices);
  return (
    <div role="listbox" id={id} aria-label="Найденное">
      {groups.map(({ title, choices }) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, not field sets
        <div key={title} role="group" aria-label={title} className={classes['group']}>
          <div className={classes['title']} aria-hidden>
            {title}
          </div>
          {choices.map((choice) => {
            const index = all.indexOf(choice);
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys
              <div
                key={choice.id}
                role="option"
                tabIndex={-1}
                id={optionId(index)}
                aria-selected={index === active}
                className={classes['choice']}
                onMouseMove={() => onPoint(index)}
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
