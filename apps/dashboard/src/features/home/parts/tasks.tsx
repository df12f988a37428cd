import { Anchor } from '@mantine/core';
import { Link, type To } from 'react-router-dom';
import { type Shape, shapes } from '../../../entities/status/shapes.ts';
import { StatusGlyph } from '../../../entities/status/status-glyph.tsx';
import { PartProblem } from '../../../shared/ui/feedback/part-problem.tsx';
import { Section } from './section.tsx';
import classes from './tasks.module.css';

/** Something that waits for a person, and where it is done. */
export type Task = { key: string; shape: Shape; text: string; action: string; to: To };

type TasksProps = {
  tasks: readonly Task[] | undefined;
  error: unknown;
  onRetry: () => void;
};

/** Tasks, most pressing first; one quiet line when there are none. */
export function Tasks({ tasks, error, onRetry }: TasksProps) {
  if (tasks === undefined)
    return error ? <PartProblem error={error} what="Не удалось загрузить задачи" onRetry={onRetry} /> : null;
  if (tasks.length === 0)
    return (
      <p className={classes['done']} data-tone={shapes.check}>
        <StatusGlyph shape="check" /> Все разобрано
      </p>
    );
  return (
    <Section title="Требует внимания">
      <ul className={classes['tasks']}>
        {tasks.map(({ key, shape, text, action, to }) => (
          <li key={key} className={classes['task']} data-tone={shapes[shape]}>
            <StatusGlyph shape={shape} />
            <span className={classes['text']}>{text}</span>
            <Anchor component={Link} to={to} className={classes['action']}>
              {action}
            </Anchor>
          </li>
        ))}
      </ul>
    </Section>
  );
}
