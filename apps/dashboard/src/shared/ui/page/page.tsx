import { type ReactNode, useContext, useLayoutEffect } from 'react';
import { ProblemsContext } from '../feedback/problems.ts';
import classes from './page.module.css';
import { isLongName, PageSubject, usePageHandle } from './page-handle.ts';
import { DocumentTitle, PageHeading } from './page-heading.tsx';

type PageProps = {
  children: ReactNode;
  /** Subject in place of the route's title; empty until it is known. */
  subject?: string;
  /** Width the content is held to. */
  width?: 'form' | 'wide' | 'list' | 'home';
  /** Dimmed beside the heading: how many there are. */
  aside?: ReactNode;
  /** Shown at the right of the heading. */
  actions?: ReactNode;
};

/** The frame of every page: the window's title, one level-one heading, the width. */
export function Page({ children, subject = '', width = 'wide', aside, actions }: PageProps) {
  const { title } = usePageHandle();
  const { setSubject } = useContext(PageSubject);
  const { banner } = useContext(ProblemsContext);
  const isLong = isLongName(subject);
  // Before it is painted: a long name takes a second line.
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
