import { createContext, useContext } from 'react';
import { useMatches } from 'react-router-dom';

/** Facts of a page that its route tells the shell. */
export type PageHandle = {
  /** The heading, the window's title and the title of the narrow top bar. */
  title: string;
  /** Address of the sidebar item it belongs to. */
  section?: string;
  /** Set on nested pages: where the breadcrumb leads back to. */
  parent?: { title: string; path: string };
  /** Set on pages of the menu that show and do not ask: they are drawn ahead of the next time they are opened. */
  isDrawnAhead?: boolean;
  /** Loads its code, once, however often it is asked to. */
  load?: () => Promise<unknown>;
};

export const isPageHandle = (handle: unknown): handle is PageHandle =>
  typeof handle === 'object' && handle !== null && 'title' in handle;

/** Subject of the open page, such as a partner's name, once that is known; empty where the route says it all. */
export const PageSubject = createContext({ subject: '', setSubject: (_: string) => {} });

/** Letters that have room in the bar of a phone. */
const SHORT = 16;

/** Predicate: the name of what is open stands whole on the page alone, and the bar of a phone tells the section. */
export const isLongName = (subject: string) => subject.length > SHORT;

/** The handle of the page that is open. */
export function usePageHandle(): PageHandle & { barTitle: string } {
  const handle = useMatches().at(-1)?.handle;
  const { subject } = useContext(PageSubject);
  const known = isPageHandle(handle) ? handle : { title: 'Страница' };
  const title = subject || known.title;
  const barTitle = isLongName(subject) && known.parent ? known.parent.title : title;
  return { ...known, title, barTitle };
}
