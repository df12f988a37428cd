import { Anchor, Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Link, type To } from 'react-router-dom';
import { type Shape, shapeColors } from '@/entities/status/shapes.ts';
import { StatusGlyph } from '@/entities/status/status-glyph.tsx';
import { PartProblem } from '@/shared/ui/feedback/part-problem.tsx';
import { Section } from '@/shared/ui/section/section.tsx';
import classes from './tasks.module.css';

/** A task for the user, with a link to the page where it is done. */
export type Task = { key: string; shape: Shape; text: string; action: string; to: To; controls?: ReactNode };

type TasksProps = {
  tasks: readonly Task[] | undefined;
  error: unknown;
  onRetry: () => void;
};

/** Number of tasks shown before the list is expanded; more would push the figures off the screen. */
const COLLAPSED_COUNT = 4;

/** Failed items are never collapsed. */
const isFailed = ({ shape }: Task) => shape === 'cross';

/** Tasks by priority; only the first four until the list is expanded. Shows a single line when there are no tasks. */
export function Tasks({ tasks, error, onRetry }: TasksProps) {
  const [isExpanded, setExpanded] = useState(false);
  if (tasks === undefined)
    return error ? <PartProblem error={error} title="Не удалось загрузить задачи" onRetry={onRetry} /> : null;
  if (tasks.length === 0)
    return (
      <p className={classes['done']} data-tone={shapeColors.check}>
        <StatusGlyph shape="check" /> Все разобрано
      </p>
    );
  // One more row takes no more space than the button.
  const isCollapsible = tasks.length > COLLAPSED_COUNT + 1;
  const sortedTasks = tasks.toSorted((a, b) => Number(isFailed(b)) - Number(isFailed(a)));
  const visibleTasks = isCollapsible && !isExpanded ? sortedTasks.slice(0, COLLAPSED_COUNT) : sortedTasks;
  return (
    <Section title="Требует внимания">
      <ul className={classes['tasks']}>
        {visibleTasks.map(({ key, shape, text, action, to, controls }) => (
          <li key={key} className={classes['task']} data-tone={shapeColors[shape]}>
            <StatusGlyph shape={shape} />
            <span className={classes['text']}>{text}</span>
            <Anchor component={Link} to={to} className={classes['action']}>
              {action}
            </Anchor>
            {controls}
          </li>
        ))}
      </ul>
      {isCollapsible && (
        <Button
          variant="subtle"
          className={classes['expandButton']}
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded ? 'Свернуть' : `Показать все ${tasks.length}`}
        </Button>
      )}
    </Section>
  );
}
