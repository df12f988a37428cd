import { type ReactNode, useContext, useLayoutEffect } from 'react';
import { ProblemsContext } from '../feedback/use-problem.ts';
import classes from './page.module.css';
import { isLongName, PageSubject, usePageHandle } from './page-handle.ts';
import { DocumentTitle, PageHeading } from './page-heading.tsx';

type PageProps = {
  children: ReactNode;
  /** Replaces the route title, e.g. with a partner's name. Empty until it is loaded. */
  subject?: string;
  /** Maximum width of the content. */
  width?: 'form' | 'wide' | 'list' | 'home';
  /** Dimmed text next to the heading, e.g. a count. */
  aside?: ReactNode;
  /** Buttons next to the heading. */
  actions?: ReactNode;
};

/** Frame of every page: window title, heading and content width. */
export function Page({ children, subject = '', width = 'wide', aside, actions }: PageProps) {
  const { title } = usePageHandle();
  const { setSubject } = useContext(PageSubject);
  const { banner } = useContext(ProblemsContext);
  const isLong = isLongName(subject);
  // Runs before paint, because a long name adds a second line.
  useLayoutEffect(() => {
    if (!subject) return;
    setSubject(subject);
    return () => setSubject('');
  }, [subject, setSubject]);
  return (
    <div className={classes['page']} data-width={width}>
      <DocumentTitle title={title} />
      <div className={classes['head']} data-long={isLong || undefined}>
        <PageHeading className={classes[isLong ? 'longHeading' : 'heading']}>{title}</PageHeading>
        {aside !== undefined && <p className={classes['aside']}>{aside}</p>}
        {actions && <div className={classes['actions']}>{actions}</div>}
      </div>
      {banner}
      {children}
    </div>
  );
}
